/** F, routing rules 1 to 5 through the payment interface, in the accounts of the seed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestApp, type TestApp } from "../kit/app.ts";
import {
  ask,
  BANK,
  endingIn,
  moveOn,
  pay,
  reissue,
  SALE,
  setVerification,
  timesAsked,
  verificationIn,
} from "../kit/bank.ts";
import { ALPINE, BOOKS, CLINIC } from "../kit/bank-logins.ts";
import { type Form, NO_LIMITS } from "../kit/hooked-app.ts";
import { openShared } from "../kit/shared.ts";

const ACCEPTED = [true, "Accepted"];
const BEFORE = [false, "Previously verified"];
const NOT_REQUIRED = [false, "Not required"];

const open = (t: Parameters<typeof openTestApp>[0]) => openTestApp(t, {}, NO_LIMITS);

/** Pays, and gives what is said of the bank account and how often the provider was asked for it. */
async function said(app: TestApp, form: Form): Promise<readonly unknown[]> {
  const before = await timesAsked(app);
  const answer = await pay(app, form);
  return [verificationIn(answer), (await timesAsked(app)) - before];
}

/** A bank account that has never been here. */
let count = 0;
const anotherBank = () => ({ bank_account_number: String(880_000_005_555 + 10_000 * ++count) });

test("rules 1 and 2: a selected code is verified, sent or by default; another one is not", async (t) => {
  const app = await openShared(t, open);
  for (const [who, selected] of [
    [BOOKS, ["WEB", "TEL", "PPD", "DEF", ""]],
    [ALPINE, ["WEB"]],
  ] as const) {
    for (const ach_sec_code of ["CCD", "PPD", "WEB", "TEL", "POP", "ARC", "RCK", "DEF", ""]) {
      const form = { ...who, ach_sec_code, check_number: "1", ...anotherBank() };
      const isSelected = (selected as readonly string[]).includes(ach_sec_code);
      const expected = isSelected ? [ACCEPTED, 1] : [NOT_REQUIRED, 0];
      assert.deepEqual(await said(app, form), expected, ach_sec_code);
    }
  }
});

test("rule 4: 1 and true always verify, 0 and false never do, whatever the other rules say", async (t) => {
  const app = await openShared(t, open);
  const cases: readonly Form[] = [
    { ach_sec_code: "WEB" },
    { ach_sec_code: "CCD" },
    { ach_sec_code: "WEB", payment_type: "RECURRING" },
    { ach_sec_code: "DEF", recurring_id: "42" },
    { ...ALPINE },
    { ...ALPINE, ach_sec_code: "WEB" },
  ];
  for (const form of cases) {
    const bank = anotherBank();
    for (const [validate_ach_account, expected] of [
      ["1", [ACCEPTED, 1]],
      ["true", [ACCEPTED, 1]],
      ["TRUE", [ACCEPTED, 1]],
      ["0", [NOT_REQUIRED, 0]],
      ["false", [NOT_REQUIRED, 0]],
    ] as const) {
      const heard = await said(app, { ...form, ...bank, validate_ach_account });
      assert.deepEqual(heard, expected, JSON.stringify(form));
    }
  }
});

test("rule 4 on a reissue: verified where the account would not, not where it would", async (t) => {
  const app = await openShared(t, open);
  for (const who of [BOOKS, ALPINE]) {
    const { transaction_id } = await pay(app, { ...who, ach_sec_code: "WEB" });
    const now = await reissue(app, transaction_id, { ...who, validate_ach_account: "1" });
    assert.deepEqual(verificationIn(now), ACCEPTED);
    const never = await reissue(app, transaction_id, { ...who, validate_ach_account: "0" });
    assert.deepEqual(verificationIn(never), NOT_REQUIRED);
  }
});

test("a refusal is declined also where only validate_ach_account wanted it, and not without", async (t) => {
  const app = await openShared(t, open);
  const closed = { ...endingIn("0002"), ach_sec_code: "CCD" };
  const refused = await pay(app, { ...closed, validate_ach_account: "1" });
  assert.deepEqual(
    [refused.error_code, ...verificationIn(refused)],
    [30002, false, "Account closed"],
  );
  const unasked = await pay(app, { ...closed, validate_ach_account: "0" });
  assert.deepEqual(
    [unasked.authorization_message, ...verificationIn(unasked)],
    ["PENDING", ...NOT_REQUIRED],
  );
});

test("recurring payments are verified where the account says so, by type and by id", async (t) => {
  const app = await openShared(t, open);
  for (const recurring of [{ payment_type: "RECURRING" }, { recurring_id: "000000000007" }]) {
    const form = { ach_sec_code: "WEB", ...recurring };
    assert.deepEqual(await said(app, { ...form, ...anotherBank() }), [NOT_REQUIRED, 0]);
    assert.deepEqual(await said(app, { ...form, ...anotherBank(), ...ALPINE }), [ACCEPTED, 1]);
  }
  const installment = { payment_type: "INSTALLMENT", ...anotherBank() };
  assert.deepEqual(await said(app, installment), [ACCEPTED, 1]);
});

test("rule 5: verified once, and again when the days are over, to the second", async (t) => {
  const app = await open(t);
  for (const days of [360, 30]) {
    await setVerification(app, BOOKS, { frequency_days: days });
    const bank = anotherBank();
    assert.deepEqual(await said(app, bank), [ACCEPTED, 1]);
    assert.deepEqual(await said(app, bank), [BEFORE, 0]);
    await moveOn(app, { seconds: 24 * 3_600 * days - 1 });
    assert.deepEqual(await said(app, bank), [BEFORE, 0]);
    app.clock.advance({ seconds: 1 });
    assert.deepEqual(await said(app, bank), [ACCEPTED, 1], `${days} days`);
    assert.deepEqual(await said(app, bank), [BEFORE, 0]);
  }
});

test("a pass that was asked for by validate_ach_account begins the days anew", async (t) => {
  const app = await open(t);
  await setVerification(app, BOOKS, { frequency_days: 30 });
  const bank = anotherBank();
  await pay(app, bank);
  await moveOn(app, { hours: 24 * 20 });
  assert.deepEqual(await said(app, { ...bank, validate_ach_account: "1" }), [ACCEPTED, 1]);
  await moveOn(app, { hours: 24 * 20 });
  assert.deepEqual(await said(app, bank), [BEFORE, 0]);
});

test("an account that verifies every time asks every time", async (t) => {
  const app = await openShared(t, open);
  for (let turn = 0; turn < 3; turn++) {
    assert.deepEqual(await said(app, { ...ALPINE, ach_sec_code: "WEB" }), [ACCEPTED, 1]);
  }
});

test("a pass is the merchant's own, of routing and account number together", async (t) => {
  const app = await open(t);
  const bank = anotherBank();
  assert.deepEqual(await said(app, bank), [ACCEPTED, 1]);
  await setVerification(app, CLINIC, { is_enabled: true });
  const elsewhere = { ...bank, ...CLINIC, ach_sec_code: "WEB" };
  assert.deepEqual(await said(app, elsewhere), [ACCEPTED, 1]);
  const otherBank = { ...bank, bank_routing_number: "011000015" };
  assert.deepEqual(await said(app, otherBank), [ACCEPTED, 1]);
  const savings = { ...bank, ach_account_type: "savings", first_name: "Jane" };
  assert.deepEqual(await said(app, savings), [BEFORE, 0]);
});

test("only a pass is remembered: after a refusal, and after no answer, it is asked again", async (t) => {
  const app = await openShared(t, open);
  const passes = () => app.database.owner.rows`select from verification_passes`;
  const before = (await passes()).length;
  for (let turn = 0; turn < 2; turn++) {
    const [words, asked] = await said(app, endingIn("0003"));
    assert.deepEqual([words, asked], [[false, "Account not found"], 1]);
  }
  for (const who of [BOOKS, ALPINE]) {
    for (let turn = 0; turn < 2; turn++) {
      const [words] = await said(app, { ...who, ...endingIn("0009"), ach_sec_code: "WEB" });
      assert.deepEqual(words, [false, "Verification unavailable"]);
    }
  }
  assert.equal((await passes()).length, before);
});

test("when unavailable: declined like a refusal, or accepted unverified", async (t) => {
  const app = await openShared(t, open);
  const form = { ...endingIn("0009"), ach_sec_code: "WEB" };
  const declined = await pay(app, form);
  assert.deepEqual(
    [declined.error_code, declined.error_message, declined.authorization_message],
    [30002, "DECLINED", "NOT BATCHED"],
  );
  const accepted = await pay(app, { ...form, ...ALPINE });
  assert.deepEqual([accepted.error_code, accepted.authorization_message], [0, "PENDING"]);
});

test("an account that does not verify: no fields, and validate_ach_account has no effect", async (t) => {
  const app = await openShared(t, open);
  const before = await timesAsked(app);
  for (const validate_ach_account of ["", "1", "0", "true"]) {
    for (const last4 of ["0001", "0009", "5678"]) {
      const form = { ...SALE, ...CLINIC, ...endingIn(last4), ach_sec_code: "WEB" };
      const answer = await ask(app, { ...form, validate_ach_account });
      assert.equal(answer.authorization_message, "PENDING");
      assert.deepEqual(verificationIn(answer), [undefined, undefined]);
    }
  }
  assert.equal(await timesAsked(app), before);
});

test("numbers of 18 to 20 digits are verified whole", async (t) => {
  const app = await openShared(t, open);
  const number = "12345678901234567";
  for (const bank_account_number of [`${number}001`, `${number}002`, `${number}01`]) {
    assert.deepEqual(await said(app, { ...BANK, bank_account_number }), [ACCEPTED, 1]);
  }
});
