/** The payment interface in the OpenAPI document. */
import Type from "typebox";
import {
  CREDENTIALS,
  FORM_ONLY,
  FORMAT,
  optionalText,
  RECORD_TYPES,
  recordAnswers,
} from "../schema.ts";
import { TEXT_VARIABLES } from "./read.ts";

const texts = Object.fromEntries(TEXT_VARIABLES.map(([name, max]) => [name, optionalText(max)]));
const nullableText = Type.Union([Type.String(), Type.Null()]);

export const PAYMENT_SCHEMA = {
  summary: "Take a card payment",
  tags: ["F. Payments"],
  consumes: FORM_ONLY,
  produces: RECORD_TYPES,
  body: Type.Object({
    ...CREDENTIALS,
    transaction_type: Type.Enum(["SALE", "AUTHORIZATION"]),
    tender_type: Type.Enum(["CARD"]),
    transaction_amount: Type.String({ maxLength: 9, examples: ["12.34"] }),
    card_number: Type.String({ maxLength: 19, examples: ["4111111111111111"] }),
    card_expiration: Type.String({ maxLength: 4, description: "MMYY", examples: ["1230"] }),
    card_verification: optionalText(4, "Never stored."),
    transaction_id: optionalText(12, "An id fetched in advance: it pays once."),
    ...texts,
    ...FORMAT,
  }),
  response: recordAnswers({
    transaction_id: Type.Optional(Type.String()),
    tender_type: Type.Optional(Type.String()),
    transaction_timestamp: Type.Optional(Type.String()),
    card_brand: Type.Optional(Type.String()),
    transaction_type: Type.Optional(Type.String()),
    last4: Type.Optional(Type.String()),
    card_expiration: Type.Optional(nullableText),
    authorization_code: Type.Optional(nullableText),
    authorization_message: Type.Optional(Type.String()),
    request_amount: Type.Optional(Type.Number()),
    transaction_amount: Type.Optional(Type.Number()),
    first_name: Type.Optional(nullableText),
    last_name: Type.Optional(nullableText),
    keyed: Type.Optional(Type.Boolean()),
    swiped: Type.Optional(Type.Boolean()),
    entry_mode: Type.Optional(Type.String()),
    transaction_approved: Type.Optional(Type.Boolean()),
    avs_response: Type.Optional(Type.String()),
    cvv2_response: Type.Optional(Type.String()),
    transaction_description: Type.Optional(Type.String()),
    balance: Type.Optional(Type.Number()),
    reason_code: Type.Optional(nullableText),
    network: Type.Optional(nullableText),
    gateway_id: Type.Optional(nullableText),
    currency: Type.Optional(Type.String()),
  }),
};
