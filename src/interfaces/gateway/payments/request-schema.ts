/**
 * The payment requests in the OpenAPI document, one for each transaction type. All of them have the
 * same variables, made from the table that requests are checked by.
 */
import Type, { type TProperties, type TSchema } from "typebox";
import type { TransactionType } from "../../../core/payments/transaction.ts";
import { namedObject, nameSchema } from "../../../wire/open-api/named-schema.ts";
import { CREDENTIALS, chooseSchema, joinSchemas } from "../schema.ts";
import { VARIABLE_TEXTS } from "./variable-texts.ts";
import { VARIABLES, type Variable } from "./variables.ts";

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

const schemas = Object.fromEntries(
  VARIABLES.map((variable) => [variable.name, describe(variable)]),
);

const PAYMENT_VARIABLES = namedObject(
  "PaymentVariables",
  "The variables of payment requests. Each one is checked if you send it, even if the request does not need it.",
  Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, Type.Optional(one)])),
);

const CARD_OR_ACH = Type.Enum(["CARD", "ACH"], { description: "Card or bank account." });
const CARD_ONLY = Type.Enum(["CARD"], { description: "Only cards have this type." });
const OF_ORIGINAL = Type.Optional(
  Type.Enum(["CARD", "ACH"], { description: "If you send it, it must be that of token_id." }),
);

interface RequestType {
  /** The name of the schema. */
  readonly name: string;
  readonly about: string;
  readonly tender: TSchema;
  /** Variables that are always required. */
  readonly required: readonly string[];
}

const A_CARD =
  "The card is `device_payload`, `card_tracks`, `card_number` with `card_expiration`, or `token_id` with `reissue=1`.";
const A_BANK_ACCOUNT =
  "A bank account is `bank_routing_number` and `bank_account_number` with `first_name` and `last_name`.";

const REQUEST_TYPES: Readonly<Record<TransactionType, RequestType>> = {
  SALE: {
    name: "SaleRequest",
    about: `Charges the customer. ${A_CARD} ${A_BANK_ACCOUNT}`,
    tender: CARD_OR_ACH,
    required: ["transaction_amount"],
  },
  AUTHORIZATION: {
    name: "AuthorizationRequest",
    about: `Reserves money for a capture. An amount of 0.00 only checks the card. ${A_CARD}`,
    tender: CARD_ONLY,
    required: ["transaction_amount"],
  },
  CAPTURE: {
    name: "CaptureRequest",
    about: "Takes the money of an authorization, all or part of it, once.",
    tender: OF_ORIGINAL,
    required: ["token_id", "transaction_amount"],
  },
  REFUND: {
    name: "RefundRequest",
    about: "Returns an amount or, without an amount, all that is left.",
    tender: OF_ORIGINAL,
    required: ["token_id"],
  },
  REVERSAL: {
    name: "ReversalRequest",
    about: "Cancels a transaction before its batch. An amount must equal the transaction's.",
    tender: OF_ORIGINAL,
    required: ["token_id"],
  },
  CREDIT: {
    name: "CreditRequest",
    about: `Pays out without an earlier payment, if the account is allowed to. ${A_CARD} ${A_BANK_ACCOUNT}`,
    tender: CARD_OR_ACH,
    required: ["transaction_amount"],
  },
  FORCE: {
    name: "ForceRequest",
    about: `Records a sale that was authorized by phone. ${A_CARD}`,
    tender: CARD_ONLY,
    required: ["transaction_amount", "authorization_code"],
  },
  STORE: {
    name: "StoreRequest",
    about: `Stores a card or bank account for later. Nobody is asked. ${A_CARD} ${A_BANK_ACCOUNT}`,
    tender: CARD_OR_ACH,
    required: [],
  },
  "SETTLE-BATCH": {
    name: "SettleBatchRequest",
    about: "Closes the account's open card batch.",
    tender: Type.Optional(CARD_ONLY),
    required: [],
  },
};

function requestSchema(type: string, { name, about, tender, required }: RequestType): TSchema {
  const members: TProperties = {
    transaction_type: Type.Literal(type, { description: "What to do." }),
    tender_type: tender,
    ...Object.fromEntries(required.map((one) => [one, schemas[one] as TSchema])),
  };
  return nameSchema(name, about, joinSchemas(CREDENTIALS, PAYMENT_VARIABLES, Type.Object(members)));
}

export const PAYMENT_REQUEST = chooseSchema({
  name: "PaymentRequest",
  about: "A payment request: one of these, by transaction_type.",
  by: "transaction_type",
  schemas: Object.fromEntries(
    Object.entries(REQUEST_TYPES).map(([type, request]) => [
      type,
      { name: request.name, schema: requestSchema(type, request) },
    ]),
  ),
});
