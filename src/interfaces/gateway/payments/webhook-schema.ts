/** OpenAPI schema of the webhooks. */
import Type, { type TProperties } from "typebox";
import {
  TEST_EVENT,
  WEBHOOK_EVENT_TABLE,
  WEBHOOK_EVENTS,
} from "../../../core/outbox/webhook-events.ts";
import { namedObject, nameSchema } from "../../../wire/open-api/named-schema.ts";
import { ERROR_FIELDS } from "../schema.ts";
import { FIRST_TRANSACTION_FIELD, PAYMENT_FIELDS } from "./schema.ts";

/** Fields that only events have, in addition to the fields of an answer. */
const LATER: TProperties = {
  custom_id: Type.String({
    maxLength: 50,
    description:
      "Your own id of the payment: the request's, or its original's. Absent if there is none.",
  }),
  action_date: Type.String({
    format: "date",
    description: "For an event of an ACH entry: the day of the update.",
  }),
  ach_return_code: Type.String({
    description: "For a return, rejection or change of an ACH entry: the bank's code.",
    examples: ["R01"],
  }),
  noc_data: Type.String({
    description: "The corrected bank details that the bank reported.",
  }),
  ach_reversed: Type.Boolean({
    description:
      "For transaction.returned: true if an operator reversed the entry. Then there is no return code.",
  }),
  ach_retry_date: Type.String({
    format: "date",
    description: "For transaction.returned: the day from which the debit is presented again.",
  }),
  ach_retry_number: Type.Integer({
    minimum: 1,
    maximum: 2,
    description: "How often the debit was presented again before this event.",
  }),
  account_updated: Type.Boolean({
    description: "For transaction.changed: whether later entries use the corrected bank details.",
  }),
  form: Type.String({ description: "The name of the hosted form that took the payment." }),
  form_fields: Type.Unsafe({
    type: "object",
    description: "The values of the hosted form's own fields, by their names.",
    additionalProperties: { type: "string" },
  }),
  test: Type.Boolean({
    description:
      "True in an event that a user sent from the console to try an endpoint. Nothing happened, and transaction_id is 000000000000. Absent in all other events.",
  }),
  message: Type.String({ description: `Only in ${TEST_EVENT}, which has no other member.` }),
};

export const WEBHOOK_TRANSACTION = nameSchema(
  "WebhookTransaction",
  "The fields of a payment answer, and those that only events have.",
  Type.Partial(
    Type.Object({ ...PAYMENT_FIELDS, ...LATER, ...FIRST_TRANSACTION_FIELD, ...ERROR_FIELDS }),
  ),
);

const BODY = namedObject("WebhookEvent", "An event of a transaction.", {
  account_id: Type.String({
    description: "The account of the transaction.",
    examples: ["120000000001"],
  }),
  timestamp: Type.Integer({ description: "The time of this attempt, in Unix seconds." }),
  hash: Type.String({
    pattern: "^[0-9a-f]{64}$",
    description: "SHA-256 of `account_id,secret,timestamp`. Check the signature instead.",
  }),
  event: Type.Enum([...WEBHOOK_EVENTS, TEST_EVENT], { description: describeEvents() }),
  transaction: WEBHOOK_TRANSACTION,
});

/** A Markdown list. */
function describeEvents(): string {
  const lines = WEBHOOK_EVENTS.map(
    (event) => `- \`${event}\`: ${WEBHOOK_EVENT_TABLE[event].sentWhen}`,
  );
  return [...lines, `- \`${TEST_EVENT}\`: A user sent a test event from the console.`].join("\n");
}

function header(name: string, description: string) {
  return { name, in: "header", required: true, description, schema: { type: "string" } };
}

export const WEBHOOKS = {
  transaction: {
    post: {
      operationId: "receiveTransactionEvent",
      summary: "Receive the result of a payment request, or a later event",
      description:
        "Sent at least once, and signed as in the Standard Webhooks convention. `transaction.failed` has tender_type, transaction_type, last4, transaction_amount and custom_id of the request, as far as they were sent and are valid.",
      tags: ["Payments"],
      // Your endpoint checks the signature in the header webhook-signature.
      security: [],
      parameters: [
        header(
          "webhook-id",
          "The id of the event, the same for every attempt. Process each id once.",
        ),
        header(
          "webhook-timestamp",
          "The same as in the body. Refuse events that are more than five minutes off.",
        ),
        header("webhook-signature", "`v1,` and base64 HMAC-SHA256 of `id.timestamp.body`."),
      ],
      requestBody: { required: true, content: { "application/json": { schema: BODY } } },
      responses: {
        "2XX": { description: "Received. Answer within ten seconds." },
        "410": { description: "Gone. Sixdoors disables the webhook." },
        default: { description: "Not received. The event is sent again, for three days." },
      },
    },
  },
};
