/** F, validation: fields, SEC codes and their order. What fails is neither written nor asked about. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { routingCheckDigit } from "../../src/values/bank.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";
import {
  ask,
  BANK,
  pay,
  readTransactionRow,
  SALE,
  verificationIn,
  writtenSoFar,
} from "../kit/bank.ts";
import { ALPINE, BOOKS, CLINIC } from "../kit/bank-logins.ts";
import { type Form, fetchId, NO_LIMITS } from "../kit/hooked-app.ts";
import { openShared } from "../kit/shared.ts";

const open = (t: Parameters<typeof openTestApp>[0]) => openTestApp(t, {}, NO_LIMITS);

/** Sends what must be refused: four fields answer it, and nothing is left of it. */
async function refusalOf(app: TestApp, form: Form): Promise<readonly unknown[]> {
  const before = await writtenSoFar(app);
  const answer = await ask(app, form);
  assert.deepEqual(Object.keys(answer), ["error", "error_code", "error_message", "error_msg"]);
  assert.deepEqual(await writtenSoFar(app), before, JSON.stringify(form));
  assert.equal(answer.error_msg, answer.error_message);
  return [answer.error_code, answer.error_message];
}

const tooLong = (name: string, max: number) => `${name} exceeds the maximum size of ${max}`;

test("lengths: names 32, routing number 9, account number 20, each with its maximum", async (t) => {
  const app = await openShared(t, open);
  const fits = { first_name: "é".repeat(32), last_name: "x".repeat(32) };
  const long = {
    ...fits,
    bank_account_number: "12345678901234567890",
    check_number: "1".repeat(15),
  };
  assert.equal((await pay(app, long)).authorization_message, "PENDING");
  for (const [name, max, value] of [
    ["first_name", 32, "x".repeat(33)],
    ["last_name", 32, "😀".repeat(33)],
    ["bank_routing_number", 9, "0210000210"],
    ["bank_account_number", 20, "123456789012345678901"],
    ["check_number", 15, "1".repeat(16)],
  ] as const) {
    const form = { ...SALE, [name]: value };
    assert.deepEqual(await refusalOf(app, form), [31311, tooLong(name, max)]);
  }
});

test("names and both bank numbers are required of SALE, CREDIT and STORE", async (t) => {
  const app = await openShared(t, open);
  const names = ["first_name", "last_name", "bank_routing_number", "bank_account_number"];
  for (const transaction_type of ["SALE", "CREDIT", "STORE"]) {
    for (const name of names) {
      const form = { ...SALE, transaction_type, [name]: "" };
      assert.deepEqual(await refusalOf(app, form), [31311, `${name} is required`]);
    }
  }
  for (const name of ["first_name", "last_name"]) {
    const form = { ...SALE, [name]: "  " };
    assert.deepEqual(await refusalOf(app, form), [31311, `${name} is not valid`]);
  }
});

test("the routing number: nine digits, good check digit, a prefix that is somebody's", async (t) => {
  const app = await openShared(t, open);
  const routing = (prefix: number) => {
    const first8 = `${String(prefix).padStart(2, "0")}100002`;
    return first8 + routingCheckDigit(first8);
  };
  assert.equal(routing(2), "021000021");
  const good = [0, 12, 21, 32, 61, 72, 80];
  const bad = [13, 20, 33, 60, 73, 79, 81, 99];
  for (const prefix of good) {
    const { error_code } = await pay(app, { bank_routing_number: routing(prefix), ...CLINIC });
    assert.equal(error_code, 0, String(prefix));
  }
  const others = [
    "000000000",
    "021000022",
    "02100002",
    "02100002A",
    "０２１000021",
    " 21000021",
    "021-00002",
  ];
  for (const bank_routing_number of [...bad.map(routing), ...others]) {
    const refused = await refusalOf(app, { ...SALE, bank_routing_number });
    assert.deepEqual(refused, [20019, "Invalid bank_routing_number"], bank_routing_number);
  }
});

test("the account number: 4 to 20 digits, not all zeros, and nothing else", async (t) => {
  const app = await openShared(t, open);
  for (const bank_account_number of ["1234", `${"0".repeat(19)}1`]) {
    assert.equal((await pay(app, { bank_account_number, ...CLINIC })).error_code, 0);
  }
  for (const bank_account_number of ["123", "12345 6789", "1234-5678", "12345678A", "１２３４５"]) {
    const refused = await refusalOf(app, { ...SALE, bank_account_number });
    assert.deepEqual(refused, [20020, "Invalid bank_account_number"], bank_account_number);
  }
});

test("a known variable with a bad value is never ignored", async (t) => {
  const app = await openShared(t, open);
  for (const [name, value] of [
    ["validate_ach_account", "yes"],
    ["validate_ach_account", "2"],
    ["reissue", "maybe"],
    ["ach_account_type", "current"],
    ["check_number", "378282246310005"],
  ] as const) {
    const refused = await refusalOf(app, { ...SALE, [name]: value });
    assert.deepEqual(refused, [31311, `${name} is not valid`]);
  }
  for (const ach_sec_code of ["IAT", "web", "WEB ", "PPD,WEB"]) {
    const refused = await refusalOf(app, { ...SALE, ach_sec_code });
    assert.deepEqual(refused, [20021, "Invalid ach_sec_code"], ach_sec_code);
  }
});

test("the checks run in one order: each repaired error shows the next", async (t) => {
  const app = await openShared(t, open);
  const errors: readonly (readonly [name: string, bad: string, code: number, words: string])[] = [
    ["api_accesskey", "x".repeat(32), 20001, "Invalid account_id"],
    ["transaction_type", "FORCE", 20002, "Invalid transaction_type"],
    ["first_name", "", 31311, "first_name is required"],
    ["last_name", "x".repeat(33), 31311, tooLong("last_name", 32)],
    ["bank_routing_number", "0210000220", 31311, tooLong("bank_routing_number", 9)],
    ["validate_ach_account", "x", 31311, "validate_ach_account is not valid"],
    ["token_id", "1".repeat(13), 31311, tooLong("token_id", 12)],
    ["check_number", "", 31311, "check_number is required"],
    ["ach_account_type", "x", 31311, "ach_account_type is not valid"],
    ["transaction_amount", "0.00", 20003, "Invalid transaction_amount"],
    ["transaction_id", "x", 20007, "Invalid transaction_id"],
  ];
  const rest = { ach_sec_code: "POP" };
  const good: Form = { ...BOOKS, ...SALE, check_number: "7", ach_account_type: "checking" };
  const optional = new Set(["validate_ach_account", "token_id", "transaction_id"]);
  const form: Form = { ...good, ...rest };
  for (const [name, bad] of errors) form[name] = bad;
  for (const [name, , code, words] of errors) {
    assert.deepEqual(await refusalOf(app, form), [code, words]);
    form[name] = optional.has(name) ? "" : (good[name] ?? "");
  }
  Object.assign(form, { bank_routing_number: "0", bank_account_number: "0" });
  assert.equal((await refusalOf(app, { ...form, token_id: "1" }))[0], 20019);
  form["bank_routing_number"] = BANK.bank_routing_number;
  assert.equal((await refusalOf(app, { ...form, ach_sec_code: "X" }))[0], 20020);
  form["bank_account_number"] = BANK.bank_account_number;
  assert.equal((await refusalOf(app, { ...form, ach_sec_code: "X", token_id: "1" }))[0], 20021);
  assert.equal((await refusalOf(app, { ...form, token_id: "1" }))[0], 20006);
  assert.equal((await ask(app, form)).error_code, 0);
});

test("what fails spends neither id nor key", async (t) => {
  const app = await openShared(t, open);
  const transaction_id = await fetchId(app);
  const key = { "idempotency-key": "rent of May" };
  for (const wrong of [{ bank_routing_number: "1" }, { first_name: "" }, { ach_sec_code: "POP" }]) {
    const { error } = await pay(app, { transaction_id, ...wrong }, key);
    assert.equal(error, true);
  }
  const paid = await pay(app, { transaction_id }, key);
  assert.deepEqual([paid.transaction_id, paid.error_code], [transaction_id, 0]);
});

test("AUTHORIZATION and FORCE are not for bank accounts; STORE is, and asks nobody by itself", async (t) => {
  const app = await openShared(t, open);
  for (const transaction_type of ["AUTHORIZATION", "FORCE"]) {
    const refused = await refusalOf(app, { ...SALE, transaction_type, authorization_code: "A1" });
    assert.deepEqual(refused, [20002, "Invalid transaction_type"]);
  }
  const stored = await ask(app, { ...BANK, transaction_type: "STORE" });
  for (const name of ["authorization_code", "authorization_message", "transaction_approved"]) {
    assert.ok(!Object.hasOwn(stored, name), name);
  }
  assert.deepEqual([stored.error_code, stored.transaction_amount, stored.last4], [0, 0, "5678"]);
  assert.deepEqual(verificationIn(stored), [false, "Not required"]);
  assert.equal((await readTransactionRow(app, stored.transaction_id))["state"], "stored");
  const elsewhere = await ask(app, { ...BANK, ...CLINIC, transaction_type: "STORE" });
  assert.deepEqual(verificationIn(elsewhere), [undefined, undefined]);
});

test("POP, ARC and RCK need a check number and have their limits, to the cent", async (t) => {
  const app = await openShared(t, open);
  for (const [ach_sec_code, most, tooMuch] of [
    ["POP", "25000.00", "25000.01"],
    ["ARC", "25000.00", "25000.01"],
    ["RCK", "2499.99", "2500.00"],
  ] as const) {
    const form = { ...SALE, ach_sec_code, transaction_amount: most };
    assert.deepEqual(await refusalOf(app, form), [31311, "check_number is required"]);
    assert.deepEqual(await refusalOf(app, { ...form, check_number: " " }), [
      31311,
      "check_number is not valid",
    ]);
    const check = { ...form, check_number: "A-17" };
    assert.equal((await ask(app, check)).authorization_message, "PENDING", ach_sec_code);
    const refused = await refusalOf(app, { ...check, transaction_amount: tooMuch });
    assert.deepEqual(refused, [20003, "Invalid transaction_amount"]);
  }
  for (const ach_sec_code of ["CCD", "PPD", "WEB", "TEL", "DEF", ""]) {
    const answer = await pay(app, { ach_sec_code, transaction_amount: "999999.99" });
    assert.equal(answer.authorization_message, "PENDING", ach_sec_code);
    assert.ok(!Object.hasOwn(answer, "check_number"));
  }
});

test("a POP check number has at most nine characters, and a longer one is refused, not cut", async (t) => {
  const app = await open(t);
  const refusal = [31311, tooLong("check_number", 9)];
  const pop = { ...SALE, ach_sec_code: "POP" };
  const paid = await ask(app, { ...pop, check_number: "1".repeat(9) });
  assert.deepEqual([paid.error_code, paid.check_number], [0, "1".repeat(9)]);
  assert.deepEqual(await refusalOf(app, { ...pop, check_number: "1".repeat(10) }), refusal);
  for (const ach_sec_code of ["ARC", "RCK", "WEB"]) {
    const answer = await ask(app, { ...SALE, ach_sec_code, check_number: "1".repeat(15) });
    assert.equal(answer.check_number, "1".repeat(15), ach_sec_code);
  }
  await app.database.owner.rows`
    update accounts set ach_default_sec_code = 'POP' where id = ${CLINIC.account_id}`;
  const byDefault = { ...SALE, ...CLINIC, check_number: "1".repeat(10) };
  assert.deepEqual(await refusalOf(app, byDefault), refusal);
  const credit = await ask(app, { ...byDefault, transaction_type: "CREDIT" });
  assert.equal(credit.error_code, 0, "a credit goes out as PPD");
});

test("a check number of the original that is too long for POP is refused when it pays again", async (t) => {
  const app = await openShared(t, open);
  const long = { ...SALE, ach_sec_code: "ARC", check_number: "1".repeat(12) };
  const { transaction_id: token_id } = await ask(app, long);
  const again = { transaction_type: "SALE", tender_type: "ACH", transaction_amount: "1.00" };
  const asPop = { ...again, reissue: "1", token_id, ach_sec_code: "POP" };
  assert.deepEqual(await refusalOf(app, asPop), [31311, tooLong("check_number", 9)]);
  const sent = { ...asPop, check_number: "1".repeat(10) };
  assert.deepEqual(await refusalOf(app, sent), [31311, tooLong("check_number", 9)]);
  assert.equal((await ask(app, { ...asPop, check_number: "1017" })).error_code, 0);
});

test("a bank account number made only of zeros is refused", async (t) => {
  const app = await openShared(t, open);
  for (const bank_account_number of ["0000", "0".repeat(12), "0".repeat(20)]) {
    for (const transaction_type of ["SALE", "CREDIT", "STORE"]) {
      const form = { ...SALE, transaction_type, bank_account_number };
      assert.deepEqual(await refusalOf(app, form), [20020, "Invalid bank_account_number"]);
    }
  }
  assert.equal((await pay(app, { bank_account_number: "0000000010" })).error_code, 0);
});

test("an account whose default stands for a check needs a check number too", async (t) => {
  const app = await open(t);
  await app.database.owner.rows`
    update accounts set ach_default_sec_code = 'ARC' where id = ${CLINIC.account_id}`;
  const wait = { ...SALE, ...CLINIC };
  assert.deepEqual(await refusalOf(app, wait), [31311, "check_number is required"]);
  assert.deepEqual(await refusalOf(app, { ...wait, ach_sec_code: "DEF" }), [
    31311,
    "check_number is required",
  ]);
  assert.equal((await ask(app, { ...wait, ach_sec_code: "WEB" })).error_code, 0);
  assert.equal((await ask(app, { ...wait, transaction_type: "CREDIT" })).error_code, 0);
});

test("POP, ARC and RCK are debits only; a credit goes out as PPD, or CCD where that was sent", async (t) => {
  const app = await openShared(t, open);
  const credit = { ...SALE, transaction_type: "CREDIT" };
  for (const ach_sec_code of ["POP", "ARC", "RCK"]) {
    const refused = await refusalOf(app, { ...credit, ach_sec_code, check_number: "1" });
    assert.deepEqual(refused, [20021, "Invalid ach_sec_code"]);
  }
  for (const who of [BOOKS, ALPINE]) {
    for (const ach_sec_code of ["WEB", "TEL", "PPD", "DEF", "", "CCD"]) {
      const answer = await ask(app, { ...credit, ...who, ach_sec_code });
      const row = await readTransactionRow(app, answer.transaction_id, who);
      assert.deepEqual(
        [answer.transaction_type, answer.authorization_message, row["state"], row["sec_code"]],
        ["CREDIT", "PENDING", "pending", ach_sec_code === "CCD" ? "CCD" : "PPD"],
      );
    }
  }
});

test("CREDIT without the account's permission is 20002", async (t) => {
  const app = await open(t);
  await app.database.owner.rows`
    update accounts set allows_credit = false where id = ${BOOKS.account_id}`;
  const refused = await refusalOf(app, { ...SALE, transaction_type: "CREDIT" });
  assert.deepEqual(refused, [20002, "Invalid transaction_type"]);
});

test("DEF and nothing are the account's default; a code that is sent is the entry's", async (t) => {
  const app = await openShared(t, open);
  for (const [who, byDefault] of [
    [BOOKS, "WEB"],
    [CLINIC, "PPD"],
    [ALPINE, "CCD"],
  ] as const) {
    for (const sent of ["", "DEF", "TEL"]) {
      const { transaction_id } = await pay(app, { ...who, ach_sec_code: sent });
      const row = await readTransactionRow(app, transaction_id, who);
      assert.equal(row["sec_code"], sent === "TEL" ? "TEL" : byDefault);
    }
  }
});
