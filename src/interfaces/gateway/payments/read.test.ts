/** Tests of read.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readErrorText, readForm, SALE, type SentForm } from "../../../../test/kit/read-payment.ts";
import type { CardPayment } from "../../../core/payments/payment-request.ts";

const TRACK_1 = "%B4111111111111111^HOPPER/GRACE M^3012101?";
const TRACK_2 = ";4111111111111111=2001101123?";
const TOKEN = "323000000001";

const asSale = (changes: SentForm = {}) => readForm({ ...SALE, ...changes }) as CardPayment;
const errorOfSale = (changes: SentForm) => readErrorText({ ...SALE, ...changes });

test("a sale has an amount and a means of payment, and nothing else", () => {
  const { source, ...rest } = asSale({ card_verification: "123", unknown: "x", __proto__x: "y" });
  assert.deepEqual(rest, {
    type: "SALE",
    amount: 1_234,
    authorizationCode: undefined,
    allowsPartial: false,
    allowsDuplicate: false,
    ignoresAvs: false,
    ignoresCvv: false,
    transactionId: undefined,
    idempotencyKey: undefined,
    beside: undefined,
    details: {},
    sendsCustomerReceipt: false,
    sendsMerchantReceipt: false,
  });
  assert.ok(source.kind === "card");
  const { number, verification, ...card } = source.card;
  assert.deepEqual(card, { brand: "VISA", expiration: "1230", entryMode: "KEYED" });
  assert.deepEqual([number.last4(), number.length, verification?.length], ["1111", 16, 3]);
});

test("flags are read, whether set or not", () => {
  const all = asSale({
    disable_avs: "1",
    disable_cvv: "true",
    send_customer_receipt: "TRUE",
    send_merchant_receipt: "1",
    allow_partial: "True",
    currency: "USD",
  });
  assert.deepEqual(
    [
      all.ignoresAvs,
      all.ignoresCvv,
      all.sendsCustomerReceipt,
      all.sendsMerchantReceipt,
      all.allowsPartial,
    ],
    [true, true, true, true, true],
  );
  assert.equal(asSale({ allow_partial: "0", disable_avs: "false" }).allowsPartial, false);
});

test("a track counts as swiped, provides names that were not sent, and its expiration is not checked", () => {
  const { card_number, card_expiration, ...rest } = SALE;
  for (const [card_tracks, expiration] of [
    [TRACK_1, "1230"],
    [TRACK_2, "0120"],
  ] as const) {
    const { source } = readForm({ ...rest, card_tracks }) as CardPayment;
    assert.ok(source.kind === "card");
    const { entryMode, brand, expiration: read1 } = source.card;
    assert.deepEqual([entryMode, brand, read1], ["SWIPED", "VISA", expiration]);
  }
  const named = readForm({ ...rest, card_tracks: TRACK_1, first_name: "G." }) as CardPayment;
  assert.deepEqual(named.details, { firstName: "G." });
  assert.ok(named.source.kind === "card");
  assert.equal(named.source.card.holder?.lastName, "HOPPER");
});

test("tracks that are too long are unreadable", () => {
  for (const card_tracks of [
    "%B4111111111111111^HOP\u0000PER/GRACE^3012101?",
    "%B4111111111111111^4111111111111111/GRACE^3012101?",
    `%B4111111111111111^${"H".repeat(51)}/GRACE^3012101?`,
    "%B4111111111111112^HOPPER/GRACE^3012101?",
    "%B4111111111111111^HOPPER/GRACE^3013101?",
    ";9999999999999995=3012?",
    "=".repeat(512),
    "1".repeat(513),
  ]) {
    assert.equal(errorOfSale({ card_tracks }), "card_tracks: invalid", card_tracks.slice(0, 50));
  }
});

test("tracks have priority over a keyed number, which must be valid too", () => {
  const both = asSale({ card_tracks: TRACK_1, card_number: "5555555555554444" });
  assert.ok(both.source.kind === "card" && both.source.card.brand === "VISA");
  assert.equal(errorOfSale({ card_tracks: TRACK_1, card_number: "x" }), "card_number: invalid");
});

test("a token pays if reissue is set, with a new expiration or none", () => {
  const { card_number, card_expiration, ...rest } = SALE;
  const token = { token_id: TOKEN, reissue: "1" };
  for (const expiration of [undefined, "0131"]) {
    const sent = { ...rest, ...token, card_expiration: expiration ?? "" };
    const { source } = readForm(sent) as CardPayment;
    const verification = undefined;
    assert.deepEqual(source, { kind: "token", tokenId: TOKEN, expiration, verification });
  }
  assert.equal(
    readErrorText({ ...rest, ...token, card_expiration: "0120" }),
    "card_expiration: invalid",
  );
  assert.equal(readErrorText({ ...rest, token_id: TOKEN }), "token_id: invalid");
  assert.equal(readErrorText({ ...rest, reissue: "1" }), "token_id: missing");
});

test("a card that is sent has priority over the token's card", () => {
  assert.equal(asSale({ token_id: TOKEN, reissue: "1" }).source.kind, "card");
});

test("captures, refunds and reversals have a transaction id and need no tender type", () => {
  const unclaimed = { transactionId: undefined, idempotencyKey: undefined, beside: undefined };
  const more = { ...unclaimed, details: {} };
  const receipts = { sendsCustomerReceipt: false, sendsMerchantReceipt: false };
  for (const [type, amount, cents] of [
    ["CAPTURE", "1.00", 100],
    ["REFUND", "0.01", 1],
    ["REFUND", "", undefined],
    ["REVERSAL", "", undefined],
    ["REVERSAL", "0.00", 0],
  ] as const) {
    const sent = { transaction_type: type, token_id: "323000000001", transaction_amount: amount };
    const asked = { type, originalId: TOKEN, amount: cents, ...more, ...receipts };
    assert.deepEqual(readForm(sent), { ...asked, tender: undefined }, type);
    assert.deepEqual(
      readForm({ ...sent, tender_type: "CARD" }),
      { ...asked, tender: "CARD" },
      type,
    );
  }
  const close = readForm({ transaction_type: "SETTLE-BATCH" });
  assert.deepEqual(close, { type: "SETTLE-BATCH", ...more, ...receipts });
});

test("an amount is required, and may be zero only if the type allows it", () => {
  const types = ["SALE", "CREDIT", "FORCE", "AUTHORIZATION", "STORE", "CAPTURE", "REFUND"];
  const outcomes = types.map((transaction_type) => {
    const sent = {
      ...SALE,
      transaction_type,
      authorization_code: "V1",
      token_id: TOKEN,
      reissue: "1",
    };
    const requestError = (transaction_amount: string) =>
      readErrorText({ ...sent, transaction_amount });
    return [transaction_type, requestError(""), requestError("0.00"), requestError("-1")];
  });
  const bad = "transaction_amount: invalid";
  assert.deepEqual(outcomes, [
    ["SALE", bad, bad, bad],
    ["CREDIT", bad, bad, bad],
    ["FORCE", bad, bad, bad],
    ["AUTHORIZATION", bad, "none", bad],
    ["STORE", "none", "none", bad],
    ["CAPTURE", bad, bad, bad],
    ["REFUND", "none", bad, bad],
  ]);
});

test("an amount has six digits before the point and two after it", () => {
  for (const [text, cents] of [
    ["1", 100],
    ["1.5", 150],
    ["999999.99", 99_999_999],
    ["000001.00", 100],
  ] as const) {
    assert.equal(asSale({ transaction_amount: text }).amount, cents);
  }
  const bad = [
    "1000000.00",
    "1.234",
    "1,00",
    "1e2",
    "+1",
    " 1",
    "1.",
    ".5",
    "0x1",
    "NaN",
    "9".repeat(400),
  ];
  for (const transaction_amount of bad) {
    const requestError = errorOfSale({ transaction_amount });
    assert.equal(requestError, "transaction_amount: invalid", transaction_amount.slice(0, 20));
  }
});

test("captures and batches cannot use an id that was fetched in advance", () => {
  for (const transaction_type of ["CAPTURE", "SETTLE-BATCH"]) {
    const sent = { transaction_type, transaction_amount: "1", token_id: TOKEN };
    assert.equal(readErrorText({ ...sent, transaction_id: TOKEN }), "transaction_id: invalid");
  }
  assert.equal(asSale({ transaction_id: TOKEN }).transactionId, TOKEN);
});

test("a key is at most 255 printable characters", () => {
  assert.equal(readForm(SALE, "order 7/~").idempotencyKey, "order 7/~");
  assert.equal(readForm(SALE, "x".repeat(255)).idempotencyKey?.length, 255);
  assert.equal(readErrorText(SALE, "x".repeat(256)), "Idempotency-Key: too_long");
  for (const key of ["", "é", "a\tb", "\u0000", "4111111111111111", ["a", "b"]]) {
    assert.equal(readErrorText(SALE, key), "Idempotency-Key: invalid");
  }
});

test("a forced sale needs its authorization code", () => {
  const force = { ...SALE, transaction_type: "FORCE" };
  assert.equal(readErrorText(force), "authorization_code: missing");
  assert.equal(
    readErrorText({ ...force, authorization_code: "VOICE17" }),
    "authorization_code: too_long",
  );
  const sent = readForm({ ...force, authorization_code: "VOICE1" }) as CardPayment;
  assert.equal(sent.authorizationCode, "VOICE1");
});

test("only tender types that the account has are valid", () => {
  for (const tender_type of ["", "EBT", "GIFT", "card", "ach", "CASH"]) {
    assert.equal(errorOfSale({ tender_type }), "tender_type: invalid", tender_type);
  }
  const refund = { transaction_type: "REFUND", token_id: TOKEN };
  assert.equal(readErrorText({ ...refund, tender_type: "EBT" }), "tender_type: invalid");
  assert.equal(readErrorText({ ...refund, tender_type: "CARD" }), "none");
});
