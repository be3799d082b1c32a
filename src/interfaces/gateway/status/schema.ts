/** OpenAPI schema of the status interface. */
import Type from "typebox";
import { propertiesOf } from "../../../wire/reader/rule-set.ts";
import { chooseByAction, FORM_ONLY, LOGIN_IN_FORM, LOGIN_TEXT, recordAnswers } from "../schema.ts";
import { STATUS_RULES } from "./read.ts";

const { transaction_id } = propertiesOf({ transaction_id: STATUS_RULES.transaction_id });

const BODY = chooseByAction(
  "StatusRequest",
  "Gets an id for a new payment, or looks up a transaction.",
  {
    GET_TRANSACTION_ID: {
      name: "TransactionIdRequest",
      about: "Gets an id for a new payment.",
      action: "Get an id.",
      members: {},
    },
    GET_TRANSACTION_STATUS: {
      name: "TransactionStatusRequest",
      about: "Looks up a transaction.",
      action: "Look up a transaction.",
      members: {
        transaction_id: Type.Unsafe({
          ...transaction_id,
          description: "The id of the transaction, 12 digits.",
        }),
      },
    },
  },
);

const FIELDS = {
  transaction_id: Type.Optional(
    Type.String({ description: "The id of the transaction, 12 digits." }),
  ),
  transaction_timestamp: Type.Optional(
    Type.String({
      description:
        "When the transaction was started: YYYY-MM-DD HH:MM:SS in the account's time zone.",
      examples: ["2026-11-15 12:00:00"],
    }),
  ),
  authorization_message: Type.Optional(
    Type.String({
      description:
        "IN PROGRESS: ask again. NOT SENT: nothing was charged, and the id is used up. Any other: the outcome.",
    }),
  ),
  transaction_amount: Type.Optional(
    Type.Number({ description: "The amount, in the account's currency." }),
  ),
  cashier: Type.Optional(
    Type.Union([Type.String(), Type.Null()], { description: "The cashier, as sent." }),
  ),
  transaction_approved: Type.Optional(
    Type.Boolean({ description: "Whether the transaction was approved." }),
  ),
  found: Type.Optional(
    Type.Boolean({ description: "Whether a transaction was started with this id." }),
  ),
};

export const STATUS_SCHEMA = {
  operationId: "getTransactionIdOrStatus",
  summary: "Get a transaction id, or the status of a transaction",
  description: `GET_TRANSACTION_ID gets an id in advance, so that a payment happens once however often you send it. GET_TRANSACTION_STATUS returns the status of a payment. ${LOGIN_TEXT}`,
  tags: ["Status"],
  security: LOGIN_IN_FORM,
  consumes: FORM_ONLY,
  body: BODY,
  response: recordAnswers({
    name: "StatusResponse",
    about: "A new id, or the status of a transaction. Without an error, `error` is false.",
    properties: FIELDS,
  }),
};
