/** Card and bank numbers typed in the console appear in no response, table or log. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { maskingDestination } from "../../src/adapters/log/masking-destination.ts";
import { openTestApp } from "../kit/app.ts";
import { bankCanary, canaries, withoutIds } from "../kit/canaries.ts";
import { MerchantClient, TYPED_BANK, TYPED_CARD } from "../kit/merchant.ts";
import { everythingStored } from "../kit/stored.ts";

const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };
const VERIFICATION = "7391";

/** Approved, declined, unknown and invalid payments, and numbers in the wrong fields. */
async function typeEverywhere(
  client: MerchantClient,
  number: string,
  bank: string,
): Promise<string> {
  const answers: unknown[] = [];
  const type = async (typed: object) => answers.push(await client.pay(typed));
  const card = { cardNumber: number, verification: VERIFICATION };
  for (const amountCents of [1_234, 102, 190, 192, 0]) await type({ ...card, amountCents });
  await type({ ...card, cardNumber: `${number}1` });
  await type({ ...card, expiration: number });
  await type({ ...card, verification: number });
  for (const field of ["description", "firstName", "email", "customId", "zip", "tokenId", "id"]) {
    await type({ ...card, [field]: number });
  }
  await type({ ...TYPED_BANK, accountNumber: bank });
  await type({ ...TYPED_BANK, accountNumber: bank, routingNumber: bank });
  await type({ ...TYPED_BANK, accountNumber: `${bank}99999999999999999` });
  answers.push(await client.get(`/merchant/transactions?q=${number}`));
  answers.push(await client.get(`/merchant/transactions/${number}`));
  return JSON.stringify(answers);
}

test("a card or bank number typed in the console is in no response, table or log", async (t) => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const destination = maskingDestination({ terminal: false, write });
  const settings = { logLevel: "trace", processorTimeoutMs: 200 } as const;
  const app = await openTestApp(t, settings, { ...NO_LIMITS, destination });
  const client = await MerchantClient.of(app);
  const bank = bankCanary(14);
  const [canary] = canaries(1);
  const number = canary?.needle ?? "";
  const answers = await typeEverywhere(client, number, bank);
  assert.ok(!answers.includes(number) && !answers.includes(bank), "an answer has it");
  // Without this table the API fails, and logs the error.
  await app.database.owner.rows`alter table issued_ids rename to issued_ids_away`;
  const { status, body } = await client.post("/merchant/payments", {
    ...TYPED_CARD,
    id: "323000000001",
    cardNumber: number,
    verification: VERIFICATION,
  });
  assert.equal(status, 503);
  assert.ok(!JSON.stringify(body).includes(number));
  await app.database.owner.rows`alter table issued_ids_away rename to issued_ids`;
  await app.flush();
  const [stored, logged] = [await everythingStored(app), lines.join("\n")];
  const [paid] = await app.database.owner.rows<{ count: number }>`
    select count(*)::int as count from transactions where is_approved`;
  assert.ok((paid?.count ?? 0) >= 2, "it really paid");
  for (const needle of [number, bank, Buffer.from(number).toString("hex")]) {
    assert.ok(!stored.includes(needle), "a table has it");
    assert.ok(!logged.includes(needle), "the log has it");
  }
  assert.ok(logged.includes("request failed"), "the failure was logged");
  assert.ok(
    !/\b7391\b/.test(withoutIds(stored + logged)),
    "the security code is not stored or logged",
  );
});
