/** ACH payments: their answers in each format, and what is stored (F). */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { CERTIFICATION_SEED_FILE } from "../../src/core/certification/certification-seed.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";
import {
  ask,
  BANK,
  endingIn,
  idsToSend,
  pay,
  readStatus,
  readTransactionRow,
  SALE,
  timesAsked,
  verificationIn,
} from "../kit/bank.ts";
import { ALPINE, BOOKS, CAFE, CLINIC } from "../kit/bank-logins.ts";
import { type Form, NO_LIMITS, send } from "../kit/hooked-app.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

/** Names and values of an accepted entry, in their order, as clients were recorded to read them. */
const acceptedFields = (id: string, who: Form, verification: [string, unknown][]) => [
  ["transaction_id", id],
  ["tender_type", "ACH"],
  ["transaction_timestamp", who === BOOKS ? "2026-11-15 07:00:00" : "2026-11-15 06:00:00"],
  ["card_brand", "ACH"],
  ["transaction_type", "SALE"],
  ["last4", "5678"],
  ["card_expiration", null],
  ["authorization_code", "ACH"],
  ["authorization_message", "PENDING"],
  ["request_amount", 1],
  ["transaction_amount", 1],
  ["first_name", "Jim"],
  ["last_name", "Smith"],
  ["keyed", true],
  ["swiped", false],
  ["entry_mode", "KEYED"],
  ["transaction_approved", true],
  ["transaction_description", "Store Purchase"],
  ["reason_code", null],
  ["network", null],
  ["gateway_id", null],
  ["currency", "USD"],
  ["check_number", "1"],
  ...verification,
  ["error", false],
  ["error_code", 0],
  ["error_message", null],
  ["error_msg", null],
];
const PURCHASE = { ...SALE, transaction_description: "Store Purchase", check_number: "1" };
const ACCEPTED: [string, unknown][] = [
  ["ach_verification_passed", true],
  ["ach_verification_message", "Accepted"],
];

async function openAtNoon(t: Lifetime): Promise<TestApp> {
  const app = await openTestApp(t, {}, NO_LIMITS);
  app.clock.set("2026-11-15T12:00:00Z");
  return app;
}

test("an accepted entry answers the recorded fields, and those of verification where it is on", async (t) => {
  const app = await openShared(t, openAtNoon);
  for (const [who, verification] of [
    [BOOKS, ACCEPTED],
    [CLINIC, []],
  ] as const) {
    const answer = await ask(app, { ...PURCHASE, ...who, bank_account_number: "770022345678" });
    const expected = acceptedFields(answer.transaction_id, who, [...verification]);
    assert.deepEqual(Object.entries(answer), expected);
    assert.match(answer.transaction_id, /^323\d{9}$/);
  }
});

test("all four formats have the same fields: 1 and 0, two decimals, null as nothing", async (t) => {
  const app = await openShared(t, openAtNoon);
  const bodyOf = async (response_format: string) =>
    (await send(app, { ...BOOKS, ...PURCHASE, validate_ach_account: "1", response_format })).body;
  const fieldsOf = (id: string) => acceptedFields(id, BOOKS, ACCEPTED) as [string, unknown][];
  const textOf = ([name, value]: [string, unknown]) => {
    if (value === null) return [name, ""];
    if (typeof value === "boolean") return [name, value ? "1" : "0"];
    return [name, name.endsWith("_amount") ? "1.00" : String(value)];
  };
  const form = [...new URLSearchParams(await bodyOf("FORM"))];
  assert.deepEqual(form, fieldsOf(form[0]?.[1] ?? "").map(textOf));
  const json = JSON.parse(await bodyOf("JSON"));
  assert.deepEqual(Object.entries(json), fieldsOf(json.transaction_id));
  const jsonp = JSON.parse(/^\/\*\*\/callback\((.*)\);$/.exec(await bodyOf("JSONP"))?.[1] ?? "");
  assert.deepEqual(Object.entries(jsonp), fieldsOf(jsonp.transaction_id));
  const debug = await bodyOf("DEBUG");
  const lines = Array.from(debug.matchAll(/^ {4}\[(\w+)\] => (.*)$/gm), ([, ...pair]) => pair);
  assert.deepEqual(lines, fieldsOf(lines[0]?.[1] ?? "").map(textOf));
  assert.match(debug, /^Array\n\(\n/);
});

test("a refusal is not approved, 30002 DECLINED and NOT BATCHED, in each format and by status", async (t) => {
  const app = await openShared(t, openAtNoon);
  const before = await idsToSend(app);
  const form = { ...endingIn("0001"), cashier: "Ada", transaction_amount: "12.34" };
  const answer = await pay(app, form);
  const { transaction_id } = answer;
  const { authorization_code, authorization_message, transaction_approved, balance } = answer;
  assert.deepEqual(
    [authorization_code, authorization_message, transaction_approved, balance],
    [null, "NOT BATCHED", false, undefined],
  );
  assert.deepEqual(Object.entries(answer).slice(-6), [
    ["ach_verification_passed", false],
    ["ach_verification_message", "History of unauthorized transactions"],
    ["error", true],
    ["error_code", 30002],
    ["error_message", "DECLINED"],
    ["error_msg", "DECLINED"],
  ]);
  for (const response_format of ["FORM", "DEBUG", "JSONP"]) {
    const { body } = await send(app, { ...BOOKS, ...SALE, ...form, response_format });
    for (const word of ["NOT", "BATCHED", "30002", "DECLINED", "History", "unauthorized"]) {
      assert.ok(body.includes(word), `${response_format}: ${word}`);
    }
  }
  assert.deepEqual(await readStatus(app, transaction_id), {
    transaction_id,
    transaction_timestamp: "2026-11-15 07:00:00",
    authorization_message: "NOT BATCHED",
    transaction_amount: 12.34,
    cashier: "Ada",
    transaction_approved: false,
    found: true,
    error: false,
    error_code: 0,
    error_message: null,
    error_msg: null,
  });
  assert.deepEqual(await idsToSend(app), before);
});

/** By last four digits: what the provider says, and whether it was there to be asked. */
const PROVIDER: Readonly<Record<string, readonly [said: string, isReached: boolean]>> = {
  "0001": ["History of unauthorized transactions", true],
  "0002": ["Account closed", true],
  "0003": ["Account not found", true],
  "0004": ["Accepted", true],
  "0009": ["Verification unavailable", false],
  "5678": ["Accepted", true],
};

test("every row of the seeded provider's table, in every account, as answered and by status", async (t) => {
  const app = await openShared(t, openAtNoon);
  const { simulators } = JSON.parse(await readFile(CERTIFICATION_SEED_FILE, "utf8"));
  const { about, ...rows } = simulators.verification;
  assert.deepEqual([...Object.keys(rows), "5678"].sort(), Object.keys(PROVIDER).sort());
  const walk = async (who: Form, last4: string) => {
    const before = await timesAsked(app);
    const bank = { bank_account_number: `66601234${last4}` };
    const answer = await pay(app, { ...who, ...bank, ach_sec_code: "WEB" });
    const status = await readStatus(app, answer.transaction_id, who);
    assert.equal(status.authorization_message, answer.authorization_message);
    assert.equal(status.transaction_approved, answer.transaction_approved);
    const row = await readTransactionRow(app, answer.transaction_id, who);
    assert.equal(row["state"], answer.transaction_approved ? "pending" : "not_batched");
    assert.equal(row["message"], answer.authorization_message);
    return { answer, asked: (await timesAsked(app)) - before };
  };
  for (const [last4, [said, isReached]] of Object.entries(PROVIDER)) {
    const isPassed = said === "Accepted";
    for (const who of [BOOKS, ALPINE]) {
      const { answer, asked } = await walk(who, last4);
      const isTaken = isPassed || (who === ALPINE && !isReached);
      assert.equal(answer.authorization_message, isTaken ? "PENDING" : "NOT BATCHED", last4);
      assert.equal(answer.error_code, isTaken ? 0 : 30002);
      assert.deepEqual(verificationIn(answer), [isPassed, said]);
      assert.equal(asked, isReached ? 1 : 0);
    }
    const { answer, asked } = await walk(CLINIC, last4);
    assert.equal(answer.authorization_message, "PENDING");
    assert.ok(!Object.keys(answer).some((name) => name.startsWith("ach_verification")), last4);
    assert.equal(asked, 0);
    const refused = await ask(app, { ...CAFE, ...SALE, ...endingIn(last4) });
    assert.deepEqual([refused.error_code, refused.error_message], [20002, "Invalid tender_type"]);
  }
});

test("the transaction's row has the columns of its kind, and no bank number", async (t) => {
  const app = await openShared(t, openAtNoon);
  const { transaction_id } = await pay(app, {
    bank_account_number: "770032345678",
    ach_sec_code: "TEL",
    ach_account_type: "SAVINGS",
    check_number: "42",
  });
  const row = await readTransactionRow(app, transaction_id);
  const { tender_type, card_brand, card_expiration, last4, sec_code, bank_account_type } = row;
  assert.deepEqual(
    [tender_type, card_brand, card_expiration, last4, sec_code, bank_account_type],
    ["ACH", "ACH", null, "5678", "TEL", "savings"],
  );
  assert.deepEqual(
    [row["verification_passed"], row["verification_message"], row["check_number"]],
    [true, "Accepted", "42"],
  );
  assert.deepEqual([row["batched_at"], row["batch_id"], row["settle_at"]], [null, null, null]);
  assert.ok(!JSON.stringify(row).includes("770032345678"));
  const other = await pay(app, CLINIC);
  const plain = await readTransactionRow(app, other.transaction_id, CLINIC);
  assert.deepEqual(
    [plain["sec_code"], plain["bank_account_type"], plain["verification_message"]],
    ["PPD", "checking", null],
  );
});

test("the vault keeps the bank account sealed, and no clear number stands in it", async (t) => {
  const app = await openShared(t, openAtNoon);
  const answers = [await pay(app), await ask(app, { ...BANK, transaction_type: "STORE" })];
  const ids = answers.map(({ transaction_id }) => transaction_id);
  const rows = await app.database.owner.rows<{ kind: string; text: string; sealed: Uint8Array }>`
    select kind, sealed, vault::text as text from vault
    where token_id = any (${ids}::bigint[])`;
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ["bank", "bank"],
  );
  for (const { text, sealed } of rows) {
    const bytes = Buffer.from(sealed).toString("latin1");
    for (const number of [BANK.bank_account_number, BANK.bank_routing_number]) {
      assert.ok(!text.includes(number) && !bytes.includes(number));
    }
  }
});

test("the OpenAPI document has the tender type and the two fields", async (t) => {
  const app = await openShared(t, openAtNoon);
  const text = (await app.server.inject("/openapi.json")).body;
  for (const word of ['"ACH"', "ach_verification_passed", "ach_verification_message"]) {
    assert.ok(text.includes(word), word);
  }
});
