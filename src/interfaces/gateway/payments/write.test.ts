/** Tests of write.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, Refusal } from "../../../core/payments/answer.ts";
import { type GatewayRecord, writeRecord } from "../record.ts";
import { writeAnswer, writeOutcome } from "./write.ts";

const SALE: Answer = {
  outcome: "approved",
  transactionId: "323000000001",
  transactionType: "SALE",
  tenderType: "CARD",
  timestamp: "2026-11-15 07:00:00",
  cardBrand: "VISA",
  last4: "1111",
  cardExpiration: "1230",
  authorizationCode: "A1B2C3",
  message: "APPROVED",
  requestAmountCents: 120,
  amountCents: 100,
  firstName: "Grace",
  lastName: "Hopper",
  entryMode: "KEYED",
  avsResponse: "Z",
  cvvResponse: "U",
  description: "Two books",
  balanceCents: 100,
  currency: "USD",
};
const ERRORS = ["error", "error_code", "error_message", "error_msg"];

/** Returns the answer as a JSON client sees it. */
function sent(record: GatewayRecord): Record<string, unknown> {
  return JSON.parse(writeRecord({ kind: "JSON", callback: "" }, record));
}

const requestFields = (answer: Answer) => Object.keys(sent(writeAnswer(answer)));

test("an approved sale has every field of the contract, in its order", () => {
  assert.deepEqual(Object.entries(sent(writeAnswer(SALE))), [
    ["transaction_id", "323000000001"],
    ["tender_type", "CARD"],
    ["transaction_timestamp", "2026-11-15 07:00:00"],
    ["card_brand", "VISA"],
    ["transaction_type", "SALE"],
    ["last4", "1111"],
    ["card_expiration", "1230"],
    ["authorization_code", "A1B2C3"],
    ["authorization_message", "APPROVED"],
    ["request_amount", 1.2],
    ["transaction_amount", 1],
    ["first_name", "Grace"],
    ["last_name", "Hopper"],
    ["keyed", true],
    ["swiped", false],
    ["entry_mode", "KEYED"],
    ["transaction_approved", true],
    ["avs_response", "Z"],
    ["cvv2_response", "U"],
    ["transaction_description", "Two books"],
    ["balance", 1],
    ["reason_code", null],
    ["network", null],
    ["gateway_id", null],
    ["currency", "USD"],
    ["error", false],
    ["error_code", 0],
    ["error_message", null],
    ["error_msg", null],
  ]);
});

/** The fields that every payment has, whatever its outcome. */
const ALWAYS = [
  "transaction_id",
  "tender_type",
  "transaction_timestamp",
  "card_brand",
  "transaction_type",
  "last4",
  "card_expiration",
  "authorization_code",
  "authorization_message",
  "request_amount",
  "transaction_amount",
  "first_name",
  "last_name",
  "keyed",
  "swiped",
  "entry_mode",
  "transaction_approved",
  "reason_code",
  "network",
  "gateway_id",
  "currency",
  ...ERRORS,
];

test("an empty value is null if the field is always present, and absent otherwise", () => {
  const { outcome, transactionId, transactionType, timestamp, currency } = SALE;
  const amounts = { requestAmountCents: 0, amountCents: 0 };
  const bare = { outcome, transactionId, transactionType, timestamp, currency, ...amounts };
  assert.deepEqual(requestFields(bare), ALWAYS);
  const record = sent(writeAnswer(bare));
  const empty = ["tender_type", "card_brand", "last4", "card_expiration", "authorization_code"];
  for (const name of [...empty, "authorization_message", "first_name", "last_name", "entry_mode"]) {
    assert.equal(record[name], null, name);
  }
});

test("a declined payment has the same fields, and error 30002", () => {
  const { avsResponse, cvvResponse, balanceCents, authorizationCode, description, ...rest } = SALE;
  const declined: Answer = { ...rest, outcome: "declined", message: "CALL AUTH CENTER" };
  assert.deepEqual(requestFields(declined), ALWAYS);
  const record = sent(writeAnswer(declined));
  assert.deepEqual(
    [record["transaction_approved"], ...ERRORS.map((name) => record[name])],
    [false, true, 30002, "DECLINED", "DECLINED"],
  );
  assert.equal(record["authorization_message"], "CALL AUTH CENTER");
});

test("a refund and a reversal have the id of their original first", () => {
  for (const transactionType of ["REFUND", "REVERSAL"] as const) {
    const { avsResponse, cvvResponse, balanceCents, description, ...rest } = SALE;
    const answer: Answer = { ...rest, transactionType, originalId: "323000000000" };
    assert.deepEqual(requestFields(answer), ["original_transaction_id", ...ALWAYS]);
  }
});

test("a stored card has no authorization fields", () => {
  const answer: Answer = { ...SALE, transactionType: "STORE", amountCents: 0 };
  const unsaid = ["authorization_code", "authorization_message", "transaction_approved"];
  const { description, ...rest } = answer;
  assert.deepEqual(
    requestFields(rest),
    ALWAYS.filter((name) => !unsaid.includes(name)),
  );
});

test("a closed batch has its number", () => {
  const { tenderType, cardBrand, last4, entryMode, ...rest } = SALE;
  const record = sent(writeAnswer({ ...rest, transactionType: "SETTLE-BATCH", batchId: 7 }));
  assert.deepEqual([record["batch_id"], record["tender_type"]], [7, null]);
});

test("keyed and swiped depend on the entry mode", () => {
  const flags = (["KEYED", "SWIPED", "FALLBACK SWIPED", "EMV", "CONTACTLESS"] as const).map(
    (entryMode) => {
      const { keyed, swiped } = writeAnswer({ ...SALE, entryMode });
      return [entryMode, keyed, swiped];
    },
  );
  assert.deepEqual(flags, [
    ["KEYED", true, false],
    ["SWIPED", false, true],
    ["FALLBACK SWIPED", false, true],
    ["EMV", false, false],
    ["CONTACTLESS", false, false],
  ]);
});

test("only a bank account has a check number", () => {
  assert.ok(!requestFields({ ...SALE, checkNumber: "15" }).includes("check_number"));
  const record = writeAnswer({ ...SALE, tenderType: "ACH", checkNumber: "15" });
  assert.equal(record["check_number"], "15");
});

test("a payment that was not sent, or has an unknown outcome, is answered with the temporary error and its id", () => {
  const expected = [true, 50000, "TEMPORARY ERROR, ASK FOR THE STATUS"];
  for (const record of [
    writeAnswer({ ...SALE, outcome: "not_sent" }),
    writeOutcome({ kind: "answered", answer: { ...SALE, outcome: "not_sent" }, isReplay: false }),
    writeOutcome({ kind: "unknown", transactionId: "323000000001" }),
  ]) {
    assert.deepEqual(Object.keys(record), ["transaction_id", "authorization_message", ...ERRORS]);
    assert.deepEqual(Object.values(record).slice(2), [...expected, expected[2]]);
  }
});

test("every refusal has its code and text, and no other field", () => {
  const words: Record<Refusal, [number, string]> = {
    id_never_issued: [20007, "Invalid transaction_id"],
    id_already_used: [20008, "TRANSACTION ID ALREADY USED"],
    token_not_fit: [20006, "Invalid token_id"],
    already_reversed: [20687, "TRANSACTION ID ALREADY REVERSED"],
    invalid_refund_amount: [20017, "INVALID REFUND AMOUNT"],
    invalid_capture_amount: [20018, "INVALID CAPTURE AMOUNT"],
    invalid_amount: [20003, "Invalid transaction_amount"],
    card_unreadable: [30370, "CARD DATA UNREADABLE"],
    credit_not_allowed: [20002, "Invalid transaction_type"],
    tender_not_allowed: [20002, "Invalid tender_type"],
    already_sent: [20022, "TRANSACTION ALREADY SENT"],
    sec_code_not_fit: [20021, "Invalid ach_sec_code"],
    check_number_missing: [31311, "check_number is required"],
    check_number_too_long: [31311, "check_number exceeds the maximum size of 9"],
    first_name_missing: [31311, "first_name is required"],
    last_name_missing: [31311, "last_name is required"],
    tax_not_fit: [31311, "level2_tax is not valid"],
    gratuity_not_fit: [31311, "restaurant_gratuity is not valid"],
    duplicate: [20040, "DUPLICATE TRANSACTION"],
    first_name_not_writable: [31311, "first_name is not valid"],
    last_name_not_writable: [31311, "last_name is not valid"],
    company_not_writable: [31311, "company is not valid"],
    check_number_not_writable: [31311, "check_number is not valid"],
    debits_stopped: [20024, "ACH DEBITS STOPPED"],
    credit_held: [20025, "CREDIT NEEDS APPROVAL"],
  };
  for (const [why, [code, message]] of Object.entries(words)) {
    const record = writeOutcome({ kind: "refused", why: why as Refusal });
    assert.deepEqual(Object.entries(record), [
      ["error", true],
      ["error_code", code],
      ["error_message", message],
      ["error_msg", message],
    ]);
  }
});
