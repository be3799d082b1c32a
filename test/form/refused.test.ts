/** Payments that do not succeed: field errors, declines, failed verification, unknown outcomes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  askedHost,
  askHostAgain,
  BANK_FIELDS,
  CARD_FIELDS,
  type Fields,
  openFormApp,
  openOwnForm,
  readFieldError,
  readFormToken,
  readPageText,
  readRedirect,
  setForm,
  transactionsOf,
} from "../kit/form-interface.ts";
import { openShared } from "../kit/shared.ts";

type Row = readonly [field: string, value: string, words: RegExp];

const CARD_ERRORS: readonly Row[] = [
  ["amount", "", /Enter an amount/],
  ["amount", "-5", /such as 25 or 25\.50/],
  ["amount", "1.234", /such as 25/],
  ["amount", "1e3", /such as 25/],
  ["amount", "0", /\$0\.01 or more/],
  ["method", "", /Choose how/],
  ["method", "cash", /Choose how/],
  ["card_number", "", /Enter the card number/],
  ["card_number", "4111x11111111111", /digits only/],
  ["card_number", "4111", /too short/],
  ["card_number", "41111111111111111111111", /too long/],
  ["card_number", "4111111111111112", /a digit is wrong/],
  ["card_number", "9999999999999995", /do not accept this type of card/],
  ["card_expiration", "", /Enter the expiration/],
  ["card_expiration", "13/30", /MM\/YY/],
  ["card_expiration", "soon", /MM\/YY/],
  ["card_expiration", "10/26", /expired/],
  ["card_verification", "", /Enter the security code/],
  ["card_verification", "12", /3 digits/],
  ["card_verification", "1234", /3 digits/],
  ["first_name", "", /first name/],
  ["first_name", " ", /first name/],
  ["last_name", "x".repeat(51), /at most 50/],
  ["email", "ada", /one email/],
  ["email", "a@b.test, c@d.test", /one email/],
  ["street_address1", "x".repeat(51), /at most 50/],
  ["zip", "12345678901", /at most 10/],
  ["field_1", "x".repeat(256), /at most 255/],
  ["field_1", "4111 1111 1111 1111", /Do not enter a card number/],
  ["first_name", "A\u0001da", /cannot accept, such as tabs/],
];

const BANK_ERRORS: readonly Row[] = [
  ["bank_routing_number", "", /Enter the routing number/],
  ["bank_routing_number", "12345", /nine digits/],
  ["bank_routing_number", "021000022", /a digit is wrong/],
  ["bank_account_number", "", /Enter the account number/],
  ["bank_account_number", "123", /4 to 20 digits/],
  ["bank_account_number", "12345x", /4 to 20 digits/],
  ["bank_account_number", "0000000000", /not all of them zeros/],
  ["ach_account_type", "gold", /checking or savings/],
  ["first_name", "x".repeat(33), /at most 32/],
  ["ach_authorization", "", /Check the box/],
];

test("every field error is shown next to the field and in the summary, and nothing is charged", async (t) => {
  const customer = await openFormApp(t);
  customer.app.clock.set("2026-11-15T12:00:00Z");
  const token = await customer.ticket();
  const all: [Fields, Row][] = [
    ...CARD_ERRORS.map((row): [Fields, Row] => [CARD_FIELDS, row]),
    ...BANK_ERRORS.map((row): [Fields, Row] => [BANK_FIELDS, row]),
  ];
  for (const [fields, [name, value, words]] of all) {
    const page = await customer.send({ token, ...fields, [name]: value });
    const what = `${name}=${value}`;
    assert.equal(page.statusCode, 422, what);
    assert.match(readFieldError(page.body, name) ?? "", words, what);
    assert.match(page.body, new RegExp(`role="alert".*href="#${name}"`), what);
    assert.match(page.body, new RegExp(`id="${name}"[^>]*aria-describedby="${name}-error`), what);
    assert.equal((page.body.match(/class="field-error"/g) ?? []).length, 1, what);
    assert.equal(readFormToken(page.body), token, "the page goes on with its id");
  }
  assert.deepEqual(await transactionsOf(customer.app), []);
  const good = await customer.send({ token, ...CARD_FIELDS });
  assert.equal(good.statusCode, 303);
});

test("only the fields of the chosen payment method are checked", async (t) => {
  const { customer, made } = await openOwnForm(t);
  const nonsense = { bank_routing_number: "x", bank_account_number: "y" };
  assert.equal((await customer.pay({ ...CARD_FIELDS, ...nonsense })).statusCode, 200);
  const wrong = { card_number: "x", card_expiration: "y", zip: "z".repeat(50) };
  assert.equal((await customer.pay({ ...BANK_FIELDS, ...wrong })).statusCode, 200);
  assert.equal((await made()).length, 2);
});

test("card numbers may contain spaces and dashes, and American Express has a four-digit code", async (t) => {
  const customer = await openShared(t, openFormApp);
  const amex = { card_number: "3782-822463-10005", card_verification: "1234" };
  for (const card_expiration of ["1230", "12 / 30", "12/2030", "12-30", "1/31"]) {
    const paid = await customer.pay({ ...CARD_FIELDS, ...amex, card_expiration });
    assert.match(readPageText(paid.body), /American Express ending in 0005/, card_expiration);
  }
});

test("a decline shows the reason and a new token; numbers are cleared, other fields stay", async (t) => {
  const { customer, made } = await openOwnForm(t);
  const token = await customer.ticket();
  const declined = await customer.send({ token, ...CARD_FIELDS, amount: "1.02" });
  assert.equal(declined.statusCode, 402);
  assert.match(readPageText(declined.body), /declined: the card does not have enough funds/);
  assert.doesNotMatch(declined.body, /41111111|value="123"|12\/30/);
  for (const value of ["Ada", "Lovelace", "ada@example.test", "1 Main Street", "10001", "A-77"]) {
    assert.match(declined.body, new RegExp(`value="${value}"`));
  }
  assert.notEqual(readFormToken(declined.body), token);
  const paid = await customer.send({ ...CARD_FIELDS, token: readFormToken(declined.body) });
  assert.equal(paid.statusCode, 303);
  const states = (await made()).map(({ state }) => state);
  assert.deepEqual(states.sort(), ["declined", "sold"]);
});

test("declines are explained in plain words, without saying that a card is stolen", async (t) => {
  const customer = await openFormApp(t, { cardTestingDeclines: 0 });
  const rows = [
    ["1.01", /call the number on your card/],
    ["1.03", /the card has expired/],
    ["1.04", /The card was declined\. Try another card/],
    ["1.05", /The card was declined\. Try another card/],
    ["1.06", /security code does not match/],
    ["1.92", /could not be sent\. .*You have not been charged/],
  ] as const;
  for (const [amount, words] of rows) {
    assert.match(
      readPageText((await customer.pay({ ...CARD_FIELDS, amount })).body),
      words,
      amount,
    );
  }
});

test("a bank account that fails verification is declined with the provider's reason", async (t) => {
  const { customer, made } = await openOwnForm(t);
  const refused = await customer.pay({ ...BANK_FIELDS, bank_account_number: "5550002" });
  assert.equal(refused.statusCode, 402);
  assert.match(readPageText(refused.body), /declined because .*not verified: Account closed\./);
  assert.doesNotMatch(refused.body, /5550002/);
  assert.match(refused.body, /value="021000021"/);
  const [kept] = await made();
  assert.deepEqual([kept?.state, kept?.message], ["not_batched", "NOT BATCHED"]);
});

test("if verification is unavailable, the payment is declined with the advice to try again later", async (t) => {
  const { customer } = await openOwnForm(t);
  const away = await customer.pay({ ...BANK_FIELDS, bank_account_number: "5550009" });
  assert.match(readPageText(away.body), /cannot verify bank accounts right now/);
});

test("an unknown outcome is shown as in progress, checked again and never charged again", async (t) => {
  const customer = await openFormApp(t, { processorTimeoutMs: 300 });
  const token = await customer.ticket();
  const sent = await customer.send({ token, ...CARD_FIELDS, amount: "1.90" });
  const url = readRedirect(sent);
  const waiting = await customer.get(url);
  assert.match(readPageText(waiting.body), /Payment in progress .*do not pay again/);
  assert.match(readPageText(waiting.body), /Check again$/);
  assert.equal(readRedirect(await customer.open()), url, "the form itself leads there");
  await askHostAgain(customer.app);
  assert.match(readPageText((await customer.get(url)).body), /Payment received \$1\.90/);
  assert.equal(await askedHost(customer.app), 1);
});

test("the waiting page reloads itself only without scripts, and leaves time to read", async (t) => {
  const customer = await openFormApp(t, { processorTimeoutMs: 300 });
  const token = await customer.ticket();
  const url = readRedirect(await customer.send({ token, ...CARD_FIELDS, amount: "1.90" }));
  const waiting = await customer.get(url);
  await customer.app.database.owner.rows`alter table payment_forms rename to payment_forms_away`;
  const troubled = await customer.get(url);
  await customer.app.database.owner.rows`alter table payment_forms_away rename to payment_forms`;
  assert.deepEqual([waiting.statusCode, troubled.statusCode], [200, 503]);
  for (const { body } of [waiting, troubled]) {
    const plain = `<noscript><meta http-equiv="refresh" content="20; url=${url}"></noscript>`;
    assert.ok(body.includes(plain));
    assert.doesNotMatch(body.replace(plain, ""), /http-equiv/);
  }
  await askHostAgain(customer.app);
  assert.doesNotMatch(
    (await customer.get(url)).body,
    /http-equiv|waiting\./,
    "what ended waits no more",
  );
});

test("a payment that never arrived ends as not made, with a link to try again", async (t) => {
  const customer = await openFormApp(t, { processorTimeoutMs: 300 });
  const sent = await customer.send({
    token: await customer.ticket(),
    ...CARD_FIELDS,
    amount: "1.91",
  });
  const url = readRedirect(sent);
  assert.match(readPageText((await customer.get(url)).body), /Payment in progress/);
  await askHostAgain(customer.app);
  const ended = await customer.get(url);
  assert.match(
    readPageText(ended.body),
    /Payment not made .*You have not been charged\. .*Try again/,
  );
  assert.equal((await customer.open()).statusCode, 200);
});

test("a payment that never reached us is reported, and its page can no longer pay", async (t) => {
  const customer = await openFormApp(t);
  const { owner } = customer.app.database;
  const token = await customer.ticket();
  await owner.rows`revoke insert on vault from sixdoors_payments`;
  const receipt = readRedirect(await customer.send({ token, ...CARD_FIELDS }));
  await owner.rows`grant insert on vault to sixdoors_payments`;
  const page = await customer.get(receipt);
  assert.match(readPageText(page.body), /You have not been charged .*Start again/);
  assert.equal(customer.cookie, "", "the next page gets another id");
  const late = await customer.send({ token, ...CARD_FIELDS });
  assert.equal(late.statusCode, 422);
  assert.equal(await askedHost(customer.app), 0);
});

test("after an internal error the page does not say that nothing was charged", async (t) => {
  const customer = await openFormApp(t);
  const { owner } = customer.app.database;
  const token = await customer.ticket();
  await owner.rows`revoke insert on vault from sixdoors_payments`;
  const sent = await customer.send({ token, ...CARD_FIELDS });
  const url = readRedirect(sent);
  await owner.rows`grant insert on vault to sixdoors_payments`;
  assert.match(readPageText((await customer.get(url)).body), /You have not been charged/);
});

test("amounts can be fixed, chosen from a list, or between two limits", async (t) => {
  const { customer } = await openOwnForm(t);
  const pay = async (amount: string) => {
    const page = await customer.pay({ ...CARD_FIELDS, amount });
    return readFieldError(page.body, "amount") ?? /class="sum">([^<]+)/.exec(page.body)?.[1];
  };
  await setForm(
    customer,
    "amount_kind = 'free', amount_min_cents = 500, amount_max_cents = 100000",
  );
  assert.equal(await pay("4.99"), "Enter $5.00 or more.");
  assert.equal(await pay("1000.01"), "Enter $1,000.00 or less.");
  assert.equal(await pay("$1,000.00"), "$1,000.00");
  await setForm(customer, "amount_kind = 'chosen', amounts_cents = '{1000,2500}'");
  assert.equal(await pay("12.00"), "Choose one of the amounts.");
  assert.equal(await pay("25.00"), "$25.00");
  await setForm(customer, "amount_kind = 'fixed', amounts_cents = '{3000}'");
  assert.equal(
    await pay("25.00"),
    "The amount has changed to $30.00. Press Pay to pay this amount.",
  );
  assert.equal(await pay("30.00"), "$30.00");
});

test("a POP check number that is too long for the bank file is refused, not shortened", async (t) => {
  const { customer } = await openOwnForm(t);
  await setForm(customer, "ach_sec_code = 'POP'");
  const long = await customer.pay({ ...BANK_FIELDS, check_number: "1234567890" });
  assert.match(readFieldError(long.body, "check_number") ?? "", /9/);
  assert.match(long.body, /<input[^>]*name="check_number"[^>]*>/);
  assert.match(/<input[^>]*name="check_number"[^>]*>/.exec(long.body)?.[0] ?? "", /maxlength="9"/);
  const paid = await customer.pay({ ...BANK_FIELDS, check_number: "123456789" });
  assert.match(readPageText(paid.body), /Payment pending/);
});

test("entries that stand for a check need its number and have amount limits", async (t) => {
  const { customer } = await openOwnForm(t);
  await setForm(customer, "ach_sec_code = 'RCK'");
  const bare = await customer.pay(BANK_FIELDS);
  assert.equal(readFieldError(bare.body, "check_number"), "Enter the check number.");
  const token = await customer.ticket();
  const check = { ...BANK_FIELDS, token, check_number: "1017" };
  const much = await customer.send({ ...check, amount: "2500.00" });
  assert.match(readFieldError(much.body, "amount") ?? "", /too large for a bank payment/);
  assert.equal(readFormToken(much.body), token, "the page can pay a smaller amount");
  const paid = await customer.send(check);
  assert.equal(paid.statusCode, 303);
});

test("a duplicate of a payment is refused with the reason, and nothing is charged", async (t) => {
  const customer = await openFormApp(t);
  await customer.app.database.owner.rows`update accounts set duplicate_minutes = 10`;
  assert.equal((await customer.pay(CARD_FIELDS)).statusCode, 200);
  const again = await customer.pay(CARD_FIELDS);
  assert.equal(again.statusCode, 422);
  assert.match(readFieldError(again.body, "amount") ?? "", /You have not been charged again/);
  assert.equal((await transactionsOf(customer.app)).length, 1);
});
