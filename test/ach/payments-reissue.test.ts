/** F, routing rule 3 and tokens: a bank account pays again, with what was known of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, CARD, openTestApp, type TestApp } from "../kit/app.ts";
import {
  ask,
  BANK,
  endingIn,
  moveOn,
  pay,
  readTransactionRow,
  reissue,
  timesAsked,
  verificationIn,
  writtenSoFar,
} from "../kit/bank.ts";
import { ALPINE, BOOKS, CLINIC } from "../kit/bank-logins.ts";
import { type Form, NO_LIMITS } from "../kit/hooked-app.ts";
import { openShared } from "../kit/shared.ts";

const open = (t: Parameters<typeof openTestApp>[0]) => openTestApp(t, {}, NO_LIMITS);

async function secCodeOf(app: TestApp, { transaction_id }: Form, who: Form = BOOKS) {
  return (await readTransactionRow(app, transaction_id ?? "", who))["sec_code"];
}

test("rule 3: without a code the original's is used, with one that, and DEF is none", async (t) => {
  const app = await openShared(t, open);
  const first = await pay(app, { ach_sec_code: "TEL" });
  for (const [ach_sec_code, expected] of [
    ["", "TEL"],
    ["DEF", "TEL"],
    ["PPD", "PPD"],
  ] as const) {
    const again = await reissue(app, first.transaction_id, { ach_sec_code });
    assert.equal(again.authorization_message, "PENDING");
    assert.equal(await secCodeOf(app, again), expected);
  }
  await app.database.owner.rows`
    update transactions set sec_code_sent = null where id = ${first.transaction_id}`;
  assert.equal(await secCodeOf(app, await reissue(app, first.transaction_id)), "WEB");
});

test("rule 3: a reissue is verified where the account verifies reissues, by the code it goes by", async (t) => {
  const app = await openShared(t, open);
  const web = await pay(app, { ...ALPINE, ach_sec_code: "WEB" });
  const ccd = await pay(app, ALPINE);
  for (const [token, ach_sec_code, words] of [
    [web, "", [true, "Accepted"]],
    [web, "WEB", [true, "Accepted"]],
    [web, "CCD", [false, "Not required"]],
    [ccd, "", [false, "Not required"]],
    [ccd, "WEB", [true, "Accepted"]],
  ] as const) {
    const again = await reissue(app, token.transaction_id, { ...ALPINE, ach_sec_code });
    assert.deepEqual(verificationIn(again), words, ach_sec_code);
  }
  const books = await pay(app);
  const asked = await timesAsked(app);
  for (const ach_sec_code of ["", "WEB"]) {
    const again = await reissue(app, books.transaction_id, { ach_sec_code });
    assert.deepEqual(verificationIn(again), [false, "Not required"]);
  }
  assert.equal(await timesAsked(app), asked);
});

const HOLDER = {
  company: "Smith & Sons",
  street_address1: "1 Main Street",
  street_address2: "Rear",
  city: "Albany",
  zip: "12201",
  country: "US",
  phone: "(518)555-0100",
  email: "jim@example.com",
};

test("names, address and kind of account come from the original unless they are sent", async (t) => {
  const app = await openShared(t, open);
  const once = { custom_id: "order 7", payment_type: "RECURRING", cashier: "Ada" };
  const form = { ...HOLDER, ...once, state: "NY", ach_account_type: "savings" };
  const first = await pay(app, form);
  const again = await reissue(app, first.transaction_id, { city: "Troy", first_name: "James" });
  assert.deepEqual([again.first_name, again.last_name, again.last4], ["James", "Smith", "5678"]);
  const row = await readTransactionRow(app, again.transaction_id);
  const kept = { ...HOLDER, city: "Troy", state_province: "NY", bank_account_type: "savings" };
  for (const [column, value] of Object.entries(kept)) assert.equal(row[column], value, column);
  for (const column of Object.keys(once)) assert.equal(row[column], null, column);
  const other = await reissue(app, first.transaction_id, { ach_account_type: "checking" });
  assert.equal(
    (await readTransactionRow(app, other.transaction_id))["bank_account_type"],
    "checking",
  );
});

test("a reissue that is sent other bank data pays with that, as a new bank account would", async (t) => {
  const app = await openShared(t, open);
  const first = await pay(app, { ach_account_type: "savings", ach_sec_code: "TEL" });
  const other = { bank_routing_number: "011000015", bank_account_number: "660098761234" };
  const again = await reissue(app, first.transaction_id, other);
  assert.deepEqual([again.last4, again.first_name], ["1234", "Jim"]);
  const row = await readTransactionRow(app, again.transaction_id);
  assert.deepEqual([row["bank_account_type"], row["sec_code"]], ["checking", "TEL"]);
  const third = await reissue(app, again.transaction_id);
  assert.equal(third.last4, "1234");
  for (const [name, value] of Object.entries(other)) {
    const half = await reissue(app, first.transaction_id, { [name]: value });
    assert.equal(half.error_code, 31311, name);
  }
});

test("a check is presented again with its number, unless another is sent; its limits hold", async (t) => {
  const app = await openShared(t, open);
  const first = await pay(app, { ach_sec_code: "RCK", check_number: "1017" });
  const again = await reissue(app, first.transaction_id);
  assert.equal(again.check_number, "1017");
  const other = await reissue(app, first.transaction_id, { check_number: "1018" });
  assert.equal(other.check_number, "1018");
  const web = await pay(app);
  const without = await reissue(app, web.transaction_id, { ach_sec_code: "RCK" });
  assert.deepEqual(
    [without.error_code, without.error_message],
    [31311, "check_number is required"],
  );
  const much = await reissue(app, first.transaction_id, { transaction_amount: "2500.00" });
  assert.equal(much.error_code, 20003);
  const credit = await reissue(app, first.transaction_id, {
    transaction_type: "CREDIT",
    transaction_amount: "1.00",
  });
  assert.deepEqual([credit.error_code, await secCodeOf(app, credit)], [0, "PPD"]);
});

test("whatever became of it, it is a token: refused, voided, reversed, sent; a void's id too", async (t) => {
  const app = await openShared(t, open);
  const refused = await pay(app, endingIn("0001"));
  const stored = await ask(app, { ...BANK, transaction_type: "STORE" });
  const paid = await pay(app, { last_name: "Void" });
  const undo = { transaction_type: "REFUND", token_id: paid.transaction_id };
  const voided = await ask(app, undo);
  assert.equal(voided.authorization_message, "VOID");
  for (const [{ transaction_id }, last4, last_name] of [
    [refused, "0001", "Smith"],
    [stored, "5678", "Smith"],
    [paid, "5678", "Void"],
    [voided, "5678", "Void"],
  ] as const) {
    const again = await reissue(app, transaction_id);
    assert.deepEqual(
      [again.authorization_message, again.last4, again.last_name],
      ["PENDING", last4, last_name],
    );
    assert.equal(await secCodeOf(app, again), "WEB");
  }
});

test("a card's token does not pay by ACH, nor a bank account's by card: 20006", async (t) => {
  const app = await openShared(t, open);
  const card = await ask(app, {
    ...CARD,
    transaction_type: "SALE",
    transaction_amount: "5.00",
    first_name: "Jim",
    last_name: "Smith",
  });
  const bank = await pay(app);
  const before = await writtenSoFar(app);
  const wrong = [
    await reissue(app, card.transaction_id),
    await reissue(app, card.transaction_id, BANK),
    await reissue(app, bank.transaction_id, { tender_type: "CARD" }),
    await reissue(app, "323000999999"),
    await reissue(app, bank.transaction_id, CLINIC),
    await ask(app, { ...BANK, transaction_type: "SALE", transaction_amount: "1", token_id: "1" }),
  ];
  for (const answer of wrong) {
    assert.deepEqual([answer.error_code, answer.error_message], [20006, "Invalid token_id"]);
  }
  const none = await reissue(app, "");
  assert.deepEqual([none.error_code, none.error_message], [31311, "token_id is required"]);
  assert.deepEqual(await writtenSoFar(app), before);
});

test("a token that outlived its transaction pays when names are sent, and asks for them if not", async (t) => {
  const app = await openShared(t, open);
  const { transaction_id } = await pay(app, { ach_sec_code: "TEL" });
  await app.database.owner.rows`delete from attempts where transaction_id = ${transaction_id}`;
  await app.database.owner.rows`delete from transactions where id = ${transaction_id}`;
  const nameless = await reissue(app, transaction_id);
  assert.deepEqual(
    [nameless.error_code, nameless.error_message],
    [31311, "first_name is required"],
  );
  const half = await reissue(app, transaction_id, { first_name: "Jim" });
  assert.equal(half.error_message, "last_name is required");
  const paid = await reissue(app, transaction_id, { first_name: "Jim", last_name: "Smith" });
  assert.deepEqual([paid.authorization_message, paid.last4], ["PENDING", "5678"]);
  assert.equal(await secCodeOf(app, paid), "WEB");
});

test("paying again counts as use of the token", async (t) => {
  const app = await open(t);
  const { transaction_id } = await pay(app);
  await moveOn(app, { hours: 24 });
  await reissue(app, transaction_id);
  const [row] = await app.database.owner.rows<{ used_at: Temporal.Instant }>`
    select used_at from vault
    where account_id = ${ACCOUNT.account_id} and token_id = ${transaction_id}`;
  assert.equal(String(row?.used_at), String(app.clock.business()));
});
