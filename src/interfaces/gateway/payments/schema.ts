/** OpenAPI schema of the payment interface. */
import Type, { type TProperties } from "typebox";
import { ENTRY_MODES } from "../../../core/payments/transaction.ts";
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_HEADER } from "../../../wire/idempotency-key.ts";
import { REPLAYED } from "../../../wire/open-api/answers.ts";
import { ruleSet } from "../../../wire/reader/rule-set.ts";
import { FORM_ONLY, LOGIN_IN_FORM, LOGIN_TEXT, recordAnswers } from "../schema.ts";
import { PAYMENT_REQUEST } from "./request-schema.ts";

const text = (description: string) => Type.String({ description });
const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const flag = (description: string) => Type.Boolean({ description });

/** The fields that answers and webhook events have. */
export const PAYMENT_FIELDS: TProperties = {
  original_transaction_id: Type.String({
    description: "For a refund or reversal: the payment that it changes.",
  }),
  transaction_id: text("12 digits. A capture has the id of its authorization."),
  tender_type: nullable("CARD or ACH."),
  transaction_timestamp: Type.String({
    description: "YYYY-MM-DD HH:MM:SS in the account's time zone.",
    examples: ["2026-11-15 12:00:00"],
  }),
  card_brand: nullable("VISA, MASTERCARD, AMERICAN EXPRESS, DISCOVER or ACH."),
  transaction_type: text("The type of the request, as sent."),
  last4: nullable("The last four digits of the card or bank account number."),
  card_expiration: nullable("The expiration date of the card, MMYY. null for ACH."),
  authorization_code: nullable("The card host's code. Null if declined."),
  authorization_message: nullable(
    "APPROVED or another success message, or the reason of a decline.",
  ),
  request_amount: Type.Number({ description: "The requested amount, in the account's currency." }),
  transaction_amount: Type.Number({
    description:
      "The amount of the transaction. Less than request_amount after a partial approval.",
  }),
  first_name: nullable("The customer's first name."),
  last_name: nullable("The customer's last name."),
  keyed: flag("Whether the number was typed."),
  swiped: flag("Whether the magnetic stripe was read."),
  entry_mode: Type.Union([Type.Enum([...ENTRY_MODES]), Type.Null()], {
    description: "How the card or bank account was entered. Null for SETTLE-BATCH.",
  }),
  transaction_approved: flag(
    "Whether the request was approved. Check this, not the HTTP status or a message.",
  ),
  avs_response: text("The AVS result code."),
  cvv2_response: text("The CVV result code."),
  transaction_description: text("The description, as sent."),
  balance: Type.Number({
    description: "For a new payment: the amount that can be refunded.",
  }),
  batch_id: Type.Integer({ description: "For SETTLE-BATCH: the number of the closed batch." }),
  reason_code: nullable("Always null."),
  network: nullable("Always null."),
  gateway_id: nullable("Always null."),
  currency: text("The account's currency, such as USD."),
  check_number: Type.String({ description: "For ACH: the check number, if it was sent." }),
  ach_verification_passed: Type.Boolean({
    description:
      "For ACH, if the account uses verification: whether the bank account was verified now.",
  }),
  ach_verification_message: Type.String({
    description: "For ACH, if the account uses verification: its result.",
    examples: ["Accepted", "Previously verified"],
  }),
  ach_same_day: Type.Boolean({
    description:
      "For ACH, if the entry was to go out on the same day: whether it does. Beyond the contract.",
  }),
  ach_same_day_message: Type.String({
    description:
      "For ACH, if the entry was to go out on the same day: the result. Beyond the contract.",
    examples: ["Same day", "No same-day window is left today"],
  }),
};

const tlv = (description: string) =>
  Type.String({ pattern: "^([0-9A-F]{2})+$", maxLength: 516, description });

/**
 * Fields for the terminal that read a chip. The contract does not have them, so they are present only
 * if the request had chip data and the card host answers it.
 */
const CHIP_FIELDS: TProperties = {
  emv_response_code: tlv(
    "For a chip: the issuer's response code, tag 8A. A whole TLV object in hex, such as 8A023030.",
  ),
  emv_issuer_authentication: tlv(
    "For a chip: issuer authentication data, tag 91. A whole TLV object in hex.",
  ),
  emv_issuer_script1: tlv(
    "For a chip: issuer scripts for the time before the second cryptogram, tag 71. Whole TLV objects in hex, one after the other.",
  ),
  emv_issuer_script2: tlv(
    "For a chip: issuer scripts for the time after the second cryptogram, tag 72. Whole TLV objects in hex, one after the other.",
  ),
};

/** Beyond the contract: only a refusal as a duplicate has it. */
export const FIRST_TRANSACTION_FIELD: TProperties = {
  first_transaction_id: text(
    "With error 20040: the payment that this request is a duplicate of. An extension of Sixdoors.",
  ),
};

const answers = recordAnswers({
  name: "PaymentResponse",
  about:
    "The result of a payment request. A request with an error has only the error fields; every other field is absent unless it applies.",
  properties: Object.fromEntries(
    Object.entries({ ...PAYMENT_FIELDS, ...CHIP_FIELDS, ...FIRST_TRANSACTION_FIELD }).map(
      ([name, type]) => [name, Type.Optional(type)],
    ),
  ),
});

export const PAYMENT_SCHEMA = {
  operationId: "processPayment",
  summary:
    "Charge, capture, refund, reverse or store a card or bank account, or close the card batch",
  description: `\`transaction_type\` says what to do. A payment is approved if, and only if, \`transaction_approved\` is true. Errors have HTTP status 200 and an \`error_code\`. ${LOGIN_TEXT}`,
  tags: ["Payments"],
  security: LOGIN_IN_FORM,
  consumes: FORM_ONLY,
  headers: ruleSet({
    [IDEMPOTENCY_KEY_HEADER]: IDEMPOTENCY_KEY.describe(
      "Printable ASCII. The same request with the same key gets the first answer again.",
    ),
  }).schema,
  body: PAYMENT_REQUEST,
  response: {
    ...answers,
    200: { ...answers[200], headers: { ...answers[200].headers, ...REPLAYED } },
  },
};
