/** OpenAPI schema of the payment interface, made from the table that requests are checked by. */
import Type, { type TProperties, type TSchema } from "typebox";
import { ENTRY_MODES, TRANSACTION_TYPES } from "../../../core/payments/transaction.ts";
import { CREDENTIALS, FORM_ONLY, recordAnswers } from "../schema.ts";
import { VARIABLE_TEXTS } from "./variable-texts.ts";
import { VARIABLES, type Variable } from "./variables.ts";

const text = (description: string) => Type.String({ description });
const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const flag = (description: string) => Type.Boolean({ description });
const EXAMPLES: Readonly<Record<string, string>> = {
  transaction_amount: "12.34",
  card_number: "4111111111111111",
  card_expiration: "1230",
};

function describe({ name, rule }: Variable): TSchema {
  const about = VARIABLE_TEXTS[name];
  const example = EXAMPLES[name];
  return Type.Unsafe({
    ...rule.schema,
    ...(about !== undefined && { description: about }),
    ...(example !== undefined && { examples: [example] }),
  });
}

const variables: TProperties = Object.fromEntries(
  VARIABLES.map((variable) => [variable.name, Type.Optional(describe(variable))]),
);

/** The fields of the answer to a payment request. */
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
  transaction_type: text("As sent."),
  last4: nullable("The last four digits of the card or bank account number."),
  card_expiration: nullable("MMYY."),
  authorization_code: nullable("The card host's code. Null if declined."),
  authorization_message: nullable(
    "APPROVED or another success message, or the reason of a decline.",
  ),
  request_amount: Type.Number({ description: "The requested amount." }),
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
  balance: Type.Number({ description: "Amount that can still be refunded." }),
  batch_id: Type.Integer({ description: "For SETTLE-BATCH: the number of the closed batch." }),
  reason_code: nullable("Always null."),
  network: nullable("Always null."),
  gateway_id: nullable("Always null."),
  currency: text("The account's currency, such as USD."),
  check_number: Type.String({ description: "For ACH, if it was sent." }),
  ach_verification_passed: Type.Boolean({
    description:
      "For ACH, if the account uses verification: whether the bank account was verified now.",
  }),
  ach_verification_message: Type.String({
    description: "For ACH, if the account uses verification: its result.",
    examples: ["Accepted", "Previously verified"],
  }),
};

const answers = recordAnswers(
  Object.fromEntries(
    Object.entries(PAYMENT_FIELDS).map(([name, type]) => [name, Type.Optional(type)]),
  ),
);

export const PAYMENT_SCHEMA = {
  summary:
    "Charge, capture, refund, reverse or store a card or bank account, or close the card batch",
  tags: ["F. Payments"],
  consumes: FORM_ONLY,
  headers: Type.Object({
    "idempotency-key": Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description:
          "Printable ASCII. The same request with the same key gets the first answer again.",
      }),
    ),
  }),
  body: Type.Object({
    ...CREDENTIALS,
    transaction_type: Type.Enum([...TRANSACTION_TYPES]),
    tender_type: Type.Optional(
      Type.Enum(["CARD", "ACH"], {
        description: "Required, except for CAPTURE, REFUND, REVERSAL and SETTLE-BATCH.",
      }),
    ),
    ...variables,
  }),
  response: {
    ...answers,
    200: {
      ...answers[200],
      headers: {
        "Idempotent-Replayed": Type.String({
          description: "`true` if this is the answer to an earlier, identical request.",
        }),
      },
    },
  },
};
