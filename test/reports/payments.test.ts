/** Reports of payments that were made through the payment interface. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, CARD, post } from "../kit/app.ts";
import { openOwnReports, openReportEnvironment } from "../kit/reports.ts";

test("reports show what the payment interface did", async (t) => {
  const env = await openReportEnvironment(t);
  const pay = async (form: Record<string, string>) => {
    const all = { ...ACCOUNT, response_format: "JSON", ...form };
    const answer = (await post(env.server, "/api/qsapi/3.8", all)).json();
    env.clock.advance({ seconds: 1 });
    return String(answer.transaction_id);
  };
  const sell = (amount: string, transaction_type = "SALE") =>
    pay({
      ...CARD,
      transaction_type,
      transaction_amount: amount,
      first_name: "Ada",
      cashier: "T1",
    });
  const change = (transaction_type: string, token_id: string, transaction_amount = "") =>
    pay({ transaction_type, token_id, ...(transaction_amount && { transaction_amount }) });

  const [authorized, sold, voided] = [
    await sell("20.00", "AUTHORIZATION"),
    await sell("5"),
    await sell("6"),
  ];
  await change("CAPTURE", authorized, "15.00");
  const refunds = [await change("REFUND", sold, "1.00"), await change("REFUND", sold, "2.00")];
  const reversal = await change("REVERSAL", voided);
  await pay({ ...CARD, transaction_type: "STORE", transaction_amount: "9.00" });
  await pay({ transaction_type: "SETTLE-BATCH" });
  const records = await env.recordsOf({ start_date: "2026-11-15", batch_detail: "1" });
  const shown = records.map((record) =>
    ["transaction_type", "authorization_msg", "transaction_amount", "refund_balance", "refund_id"]
      .map((name) => record[name])
      .join(" "),
  );
  assert.deepEqual(shown, [
    "CAPTURE CAPTURED 15 15 ",
    `SALE APPROVED 5 2 ${refunds.join("|")}`,
    `SALE APPROVED 6 0 ${reversal}`,
    "REFUND REFUND 1 0 ",
    "REFUND REFUND 2 0 ",
    "REFUND VOID 6 0 ",
    "STORE APPROVED 0 0 ",
    "SETTLE-BATCH APPROVED 0 0 ",
  ]);
  // Refunds and reversals copy fields that were not sent from their original.
  assert.deepEqual(
    new Set(records.slice(0, 6).map(({ name, cashier }) => `${name} ${cashier}`)),
    new Set(["Ada T1"]),
  );
  assert.equal(records.filter(({ batch_id }) => batch_id === "1").length, 5);
});

test("no report shows a card number, with any columns", async (t) => {
  const env = await openOwnReports(t);
  const form = { ...env.login, ...CARD, transaction_type: "SALE", transaction_amount: "5.00" };
  await post(env.server, "/api/qsapi/3.8", { ...form, card_verification: "987" });
  for (const response_format of ["CSV", "JSON", "XML"]) {
    const flags = { batch_detail: "1", include_ach_settle_date: "1", reportable_fields: "1" };
    const { said, body } = await env.ask({ start_date: "2026-11-15", response_format, ...flags });
    assert.equal(said, "100 OK");
    assert.match(body, /1111/);
    assert.doesNotMatch(body, /4111111111111111|\b987\b/);
  }
  const columns = await env.database.owner.rows<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name in ('report_records', 'report_refunds')`;
  const secret = columns.filter(({ name }) =>
    /seal|number$|digest|fingerprint|key$|pin/.test(name),
  );
  assert.deepEqual(secret, []);
});
