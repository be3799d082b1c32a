/** OpenAPI schema of the status interface. */
import Type from "typebox";
import { propertiesOf } from "../../../wire/reader/rule-set.ts";
import { CREDENTIALS, FORM_ONLY, FORMAT, recordAnswers } from "../schema.ts";
import { STATUS_RULES } from "./read.ts";

export const STATUS_SCHEMA = {
  summary: "Get a transaction id, or the status of a transaction",
  tags: ["D. Transaction status"],
  consumes: FORM_ONLY,
  body: Type.Object({
    ...CREDENTIALS,
    ...propertiesOf(STATUS_RULES),
    ...FORMAT,
  }),
  response: recordAnswers({
    transaction_id: Type.Optional(Type.String({ description: "12 digits." })),
    transaction_timestamp: Type.Optional(
      Type.String({
        description: "When it was started, in the account's time zone.",
        examples: ["2026-11-15 12:00:00"],
      }),
    ),
    authorization_message: Type.Optional(
      Type.String({
        description:
          "IN PROGRESS: ask again. NOT SENT: nothing was charged, and the id is used up. Any other: the outcome.",
      }),
    ),
    transaction_amount: Type.Optional(Type.Number({ description: "The amount." })),
    cashier: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: "The cashier, as sent." }),
    ),
    transaction_approved: Type.Optional(
      Type.Boolean({ description: "Whether the transaction was approved." }),
    ),
    found: Type.Optional(Type.Boolean({ description: "false: nothing was started with this id." })),
  }),
};
