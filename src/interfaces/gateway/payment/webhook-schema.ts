/** What an account's own address is sent, for the OpenAPI document. */
import Type, { type TProperties } from "typebox";
import {
  TEST_EVENT,
  WEBHOOK_EVENT_TABLE,
  WEBHOOK_EVENTS,
} from "../../../core/outbox/webhook-events.ts";
import { ERROR_FIELDS } from "../schema.ts";
import { PAYMENT_FIELDS } from "./schema.ts";

/** Beside the fields of an answer: what is of events alone, or came with a hosted form. */
const LATER: TProperties = {
  custom_id: Type.String({
    maxLength: 50,
    description: "As the request sent it, or as its original has it. Absent where there is none.",
  }),
  action_date: Type.String({ format: "date", description: "Of what became of an ACH entry." }),
  ach_return_code: Type.String({ examples: ["R01"] }),
  noc_data: Type.String({ description: "What a bank says is right from now on." }),
  form: Type.String({ description: "The hosted form that the payment came through." }),
  form_fields: Type.Record(Type.String(), Type.String()),
  message: Type.String({ description: `Of ${TEST_EVENT}, which has nothing else.` }),
};

const BODY = Type.Object({
  account_id: Type.String({ examples: ["120000000001"] }),
  timestamp: Type.Integer({ description: "When it is sent, in Unix seconds." }),
  hash: Type.String({
    pattern: "^[0-9a-f]{64}$",
    description: "SHA-256 of `account_id,secret,timestamp`. Check the signature instead.",
  }),
  event: Type.Enum([...WEBHOOK_EVENTS, TEST_EVENT], { description: describeEvents() }),
  transaction: Type.Partial(Type.Object({ ...PAYMENT_FIELDS, ...LATER, ...ERROR_FIELDS })),
});

/** A Markdown list. */
function describeEvents(): string {
  const lines = WEBHOOK_EVENTS.map(
    (event) => `- \`${event}\`: ${WEBHOOK_EVENT_TABLE[event].sentWhen}`,
  );
  return [...lines, `- \`${TEST_EVENT}\`: Somebody asked for it at the console.`].join("\n");
}

function header(name: string, description: string) {
  return { name, in: "header", required: true, description, schema: { type: "string" } };
}

export const WEBHOOKS = {
  transaction: {
    post: {
      summary: "Hear what became of a payment",
      description:
        "At least once, signed after the Standard Webhooks convention. `transaction.failed` has tender_type, transaction_type, last4, transaction_amount and custom_id of the request, as far as they were sent and are valid.",
      tags: ["F. Payments"],
      parameters: [
        header("webhook-id", "The event's, the same at every attempt: act once."),
        header("webhook-timestamp", "As in the body: refuse what is five minutes off."),
        header("webhook-signature", "`v1,` and base64 HMAC-SHA256 of `id.timestamp.body`."),
      ],
      requestBody: { required: true, content: { "application/json": { schema: BODY } } },
      responses: {
        "2XX": { description: "It was heard, within ten seconds." },
        "410": { description: "Gone: Sixdoors disables the webhook." },
        default: { description: "It is sent again, for three days." },
      },
    },
  },
};
