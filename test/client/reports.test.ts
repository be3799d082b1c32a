/** The client's reports against the whole server, and through connections that break. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient, type ReportRow } from "../../client/index.ts";
import { CARD, LOGINS, openClient, QUICK } from "./open-client.ts";

const SALES = 12;

async function readAll(rows: AsyncIterable<ReportRow>): Promise<ReportRow[]> {
  const all: ReportRow[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

test("the client reads reports row by row", async (t) => {
  const { client, url } = await openClient(t);
  const { payments, reports } = client;
  const today = { startDate: "2020-01-01" };
  const amounts = Array.from({ length: SALES }, (_, place) => `${place + 1}.50`);
  for (const amount of amounts) {
    await payments.sale({ amount, card: CARD, customId: 'a "quoted", {odd} [order]\\' });
  }

  await t.test("every row has the client's names, and amounts are decimal text", async () => {
    const rows = await readAll(reports.rows({ ...today, withBatch: true }));
    assert.deepEqual(
      rows.map(({ amount }) => amount),
      amounts,
    );
    const [first = assert.fail()] = rows;
    const { type, last4, refundBalance, isKeyed, customId, batchId, formFields } = first;
    assert.deepEqual(
      { type, last4, refundBalance, isKeyed, customId, batchId, formFields },
      {
        type: "SALE",
        last4: "1111",
        refundBalance: "1.50",
        isKeyed: true,
        customId: 'a "quoted", {odd} [order]\\',
        batchId: "",
        formFields: {},
      },
    );
  });

  await t.test("filters apply, and a report without rows is empty", async () => {
    const some = await readAll(reports.rows({ ...today, minAmount: "2.00", maxAmount: "4.00" }));
    assert.equal(some.length, 2);
    assert.deepEqual(await readAll(reports.rows({ ...today, cashier: "nobody" })), []);
  });

  await t.test("an invalid parameter is an error that names it", async () => {
    const rows = reports.rows({ startDate: "yesterday" });
    await assert.rejects(rows.next(), { code: "607", area: "reports", status: 200 });
    const detail = /amount_max/;
    await assert.rejects(reports.rows({ minAmount: "1.00" }).next(), { code: "622", detail });
    await assert.rejects(reports.rows({ amount: "one" }).next(), { code: "invalid_argument" });
  });

  await t.test("leaving the loop ends the download", async () => {
    const signals: AbortSignal[] = [];
    const spying = createClient({
      baseUrl: url,
      ...LOGINS,
      ...QUICK,
      fetch: (input, init) => {
        if (init?.signal) signals.push(init.signal);
        return fetch(input, init);
      },
    });
    for await (const _ of spying.reports.rows(today)) break;
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true],
    );
  });

  await t.test("rows come one by one from a slow connection, which may end too early", async () => {
    const whole = await fetchReport(url);
    const cutAt = whole.lastIndexOf("}\n]");
    const slow = openSlow(url, whole.slice(0, cutAt));
    const rows = slow.reports.rows(today);
    for (let place = 1; place < SALES; place++) assert.equal((await rows.next()).done, false);
    await assert.rejects(rows.next(), { code: "incomplete_report", isTemporary: true });
    assert.equal((await readAll(openSlow(url, whole).reports.rows(today))).length, SALES);
  });
});

test("rows are given while the report still arrives, and leaving the loop ends it", async () => {
  const row = `${JSON.stringify({ transaction_id: "1", transaction_amount: 5 })},\n`;
  let pulls = 0;
  let isEnded = false;
  const endless = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"transactions":[\n')),
    pull: (controller) => {
      pulls += 1;
      controller.enqueue(new TextEncoder().encode(row));
    },
    cancel: () => {
      isEnded = true;
    },
  });
  const headers = { "qs-response-code": "100 OK" };
  const { reports } = createClient({
    baseUrl: "http://127.0.0.1:9",
    ...LOGINS,
    fetch: async () => new Response(endless, { headers }),
  });
  let count = 0;
  for await (const { amount } of reports.rows()) {
    assert.equal(amount, "5.00");
    count += 1;
    if (count === 100) break;
  }
  assert.ok(pulls < 110, `${pulls} pieces were read for 100 rows`);
  assert.ok(isEnded);
});

async function fetchReport(url: string): Promise<string> {
  const { id, accessKey } = LOGINS.account;
  const login = { account_id: id, api_accesskey: accessKey };
  const body = new URLSearchParams({ ...login, response_format: "JSON", start_date: "2020-01-01" });
  return (await fetch(`${url}/api/rsapi/3.8`, { method: "POST", body })).text();
}

/** A client whose connection brings a few bytes at a time, so that letters are cut in two. */
function openSlow(baseUrl: string, text: string) {
  const bytes = new TextEncoder().encode(text);
  const headers = { "qs-response-code": "100 OK" };
  return createClient({
    baseUrl,
    ...LOGINS,
    fetch: async () => new Response(streamPieces(bytes), { headers }),
  });
}

function streamPieces(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + 7));
      at += 7;
    },
  });
}
