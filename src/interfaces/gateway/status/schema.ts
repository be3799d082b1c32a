/** OpenAPI schema of the status interface. */
import Type from "typebox";
import { CREDENTIALS, FORM_ONLY, FORMAT, recordAnswers } from "../schema.ts";

export const STATUS_SCHEMA = {
  summary: "Get a transaction id, or the status of a transaction",
  tags: ["D. Transaction status"],
  consumes: FORM_ONLY,
  body: Type.Object({
    ...CREDENTIALS,
    action: Type.Enum(["GET_TRANSACTION_ID", "GET_TRANSACTION_STATUS"]),
    transaction_id: Type.Optional(
      Type.String({
        maxLength: 12,
        pattern: "^[0-9]+$",
        description: "Required for GET_TRANSACTION_STATUS.",
      }),
    ),
    ...FORMAT,
  }),
  response: recordAnswers({
    transaction_id: Type.Optional(Type.String()),
    transaction_timestamp: Type.Optional(Type.String({ examples: ["2026-11-15 12:00:00"] })),
    authorization_message: Type.Optional(Type.String()),
    transaction_amount: Type.Optional(Type.Number()),
    cashier: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    transaction_approved: Type.Optional(Type.Boolean()),
    found: Type.Optional(Type.Boolean()),
  }),
};
