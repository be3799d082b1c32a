/** Cards that really pay: their numbers are in no table, not even as bytes, and in no log. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { maskingDestination } from "../src/adapters/log/masking-destination.ts";
import { ACCOUNT, openTestApp, post, type TestApp } from "./kit/app.ts";
import { canaries } from "./kit/canaries.ts";

const URL = "/api/qsapi/3.8";
const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };
const AMOUNTS = ["12.34", "1.02", "1.90", "1.91", "1.92"];

/** Everything that every table holds, bytes in hex. */
async function everythingStored({ database }: TestApp): Promise<string> {
  const tables = await database.owner.rows<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'simulator')`;
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await database.owner.rows<{ text: string | null }>`
      select query_to_xml(format('select t::text from %s t', ${name}::text), true, false, '')::text
        as text`;
    texts.push(...rows.map(({ text }) => text ?? ""));
  }
  return texts.join("\n");
}

async function listen({ database }: TestApp): Promise<void> {
  await database.owner.rows`
    insert into webhook_endpoints (account_id, url, origin, is_on, secret_sealed, updated_at)
    values (${ACCOUNT.account_id}, 'http://127.0.0.1:9/', 'http://127.0.0.1:9', true, '', now())`;
  await database.owner.rows`
    update accounts set receipt_email = 'owner@books.test' where id = ${ACCOUNT.account_id}`;
}

test("a card that pays by every way leaves its number, track and code nowhere", async (t) => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const destination = maskingDestination({ terminal: false, write });
  const app = await openTestApp(t, { logLevel: "trace" }, NO_LIMITS, destination);
  await listen(app);
  const birds = canaries(40).filter(({ text }) => !text.includes(" "));
  for (const [place, { text, needle }] of birds.entries()) {
    const card = text === needle ? { card_number: text } : { card_tracks: text };
    const sale = {
      ...ACCOUNT,
      ...card,
      tender_type: "CARD",
      card_expiration: "1230",
      card_verification: "7391",
      transaction_amount: AMOUNTS[place % AMOUNTS.length] ?? "",
      email: "grace@example.com",
      send_customer_receipt: "1",
      send_merchant_receipt: "1",
      response_format: "JSON",
    };
    const answers: string[] = [];
    for (const transaction_type of ["SALE", "AUTHORIZATION", "STORE", "CREDIT"]) {
      const answer = await post(app.server, URL, { ...sale, transaction_type });
      answers.push(answer.body);
      const { transaction_id: token_id = "" } = answer.json();
      const again = { ...ACCOUNT, token_id, response_format: "DEBUG" };
      answers.push((await post(app.server, URL, { ...again, transaction_type: "REFUND" })).body);
      const reissue = { ...again, reissue: "1", tender_type: "CARD", transaction_amount: "5.00" };
      answers.push((await post(app.server, URL, { ...reissue, transaction_type: "SALE" })).body);
    }
    assert.ok(!answers.join("\n").includes(needle), "an answer has the number");
  }
  await app.flush();
  const stored = await everythingStored(app);
  const [approved] = await app.database.owner.rows<{ count: number }>`
    select count(*)::int as count from transactions where is_approved`;
  assert.ok((approved?.count ?? 0) > 50, "they really paid");
  for (const { text, needle } of birds) {
    for (const form of [needle, text, Buffer.from(needle).toString("hex")]) {
      assert.ok(!stored.includes(form), "a table has the number");
      assert.ok(!lines.join("\n").includes(form), "the log has the number");
    }
  }
  assert.ok(!/\b7391\b/.test(stored), "a table has the verification value");
});
