/** When two payment requests are the same, through HTTP: all variables but the response format. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, CARD, openTestApp, type TestApp } from "../kit/app.ts";

type Form = Record<string, string>;

const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };
const PAID = { ...ACCOUNT, transaction_type: "SALE", transaction_amount: "12.34" };
const SALE = { ...PAID, ...CARD };
const SWIPED = { ...PAID, tender_type: "CARD", card_tracks: ";4111111111111111=3012101?" };
const BATCH = { ...ACCOUNT, transaction_type: "SETTLE-BATCH" };

/** Valid values of variables without an effect on a card payment. */
const OF_BANKS = {
  bank_routing_number: "061000146",
  bank_account_number: "123456789",
  ach_sec_code: "WEB",
  validate_ach_account: "1",
  ach_account_type: "savings",
};
const OF_CARDS = {
  card_number: "5555555555554444",
  card_expiration: "1231",
  authorization_code: "VOICE1",
  disable_avs: "1",
  disable_cvv: "1",
  allow_partial: "1",
};
const OF_ANY = { currency: "USD", reissue: "0" };

async function payWithKey({ server }: TestApp, key: string, form: Form) {
  const type = "application/x-www-form-urlencoded";
  const headers = { "content-type": type, "Idempotency-Key": key };
  const payload = new URLSearchParams({ response_format: "JSON", ...form }).toString();
  return server.inject({ method: "POST", url: "/api/qsapi/3.8", headers, payload });
}

/** Variables that may change in a repetition. */
async function uncompared(app: TestApp, form: Form, key: string, more: Form): Promise<string[]> {
  const first = await payWithKey(app, key, form);
  assert.equal(first.json().error_code, 0, first.body);
  const found: string[] = [];
  for (const [name, value] of Object.entries(more)) {
    const again = await payWithKey(app, key, { ...form, [name]: value });
    if (again.json().error_code !== 20008) found.push(name);
  }
  const same = await payWithKey(app, key, { ...form, jsonp: "heard", card_verification: "321" });
  assert.deepEqual(same.json(), first.json());
  return found;
}

test("a repetition must have the same known variables, even those without an effect", async (t) => {
  const app = await openTestApp(t, {}, NO_LIMITS);
  const paid = (await payWithKey(app, "paid", SALE)).json().transaction_id;
  const held = { ...SALE, transaction_type: "AUTHORIZATION" };
  const authorized = (await payWithKey(app, "held", held)).json().transaction_id;
  const refund = { ...ACCOUNT, transaction_type: "REFUND", token_id: paid };
  const capture = { ...PAID, transaction_type: "CAPTURE", token_id: authorized };
  const all = { ...OF_BANKS, ...OF_CARDS, ...OF_ANY };
  const cases: readonly [string, Form, Form][] = [
    ["keyed", SALE, { ...OF_BANKS, ...OF_CARDS, currency: "USD" }],
    ["swiped", SWIPED, { ...OF_BANKS, ...OF_CARDS, currency: "USD" }],
    ["refund", refund, { ...all, transaction_amount: "1" }],
    ["capture", capture, all],
    ["batch", BATCH, { ...all, tender_type: "CARD", transaction_amount: "1", token_id: paid }],
  ];
  for (const [key, form, more] of cases) {
    assert.deepEqual(await uncompared(app, form, key, more), [], key);
  }
});

test("variables without an effect may be sent again", async (t) => {
  const app = await openTestApp(t);
  const form = { ...SALE, ...OF_BANKS };
  const first = await payWithKey(app, "order 9", form);
  const again = await payWithKey(app, "order 9", form);
  assert.equal(again.headers["idempotent-replayed"], "true");
  assert.deepEqual(again.json(), first.json());
  const other = await payWithKey(app, "order 9", { ...form, bank_account_number: "1234567890" });
  assert.equal(other.json().error_code, 20008);
});
