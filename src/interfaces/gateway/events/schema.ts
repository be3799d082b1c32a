/** OpenAPI schema of the event interface. */
import Type, { type TSchema } from "typebox";
import { TEST_EVENT, WEBHOOK_EVENTS } from "../../../core/outbox/webhook-events.ts";
import { namedObject } from "../../../wire/open-api/named-schema.ts";
import { propertiesOf } from "../../../wire/reader/rule-set.ts";
import { WEBHOOK_TRANSACTION } from "../payments/webhook-schema.ts";
import { chooseByAction, FORM_ONLY, LOGIN_IN_FORM, LOGIN_TEXT, recordAnswers } from "../schema.ts";
import { EVENT_RULES } from "./read.ts";
import { DELIVERY_STATES } from "./write.ts";

const { action: _, endpoint, ...FILTERS } = propertiesOf(EVENT_RULES);

const BODY = chooseByAction("EventRequest", "Lists past events, or sends one again.", {
  LIST_EVENTS: {
    name: "EventListRequest",
    about: "Lists past events, newest first.",
    action: "List events.",
    members: FILTERS,
  },
  SEND_EVENT: {
    name: "EventSendRequest",
    about: "Sends an event again.",
    action: "Send an event again.",
    members: {
      event_id: Type.Unsafe({
        ...FILTERS["event_id"],
        description: "The id of the event: `event_id` of the list, or the header webhook-id.",
      }),
      endpoint: endpoint as TSchema,
    },
  },
});

function time(description: string) {
  return Type.String({ format: "date-time", description });
}

const DELIVERY = namedObject("EventDelivery", "The delivery of an event to one endpoint.", {
  endpoint: Type.Integer({ description: "The number of the endpoint." }),
  state: Type.Enum(Object.values(DELIVERY_STATES), {
    description: "Whether the endpoint has acknowledged the event.",
  }),
  attempts: Type.Integer({ description: "Attempts since it was written or last sent again." }),
  next_attempt_at: Type.Optional(time("When it is tried next, while it is pending.")),
  delivered_at: Type.Optional(time("When the endpoint acknowledged it.")),
  failed_at: Type.Optional(time("When it was given up.")),
  failure: Type.Optional(
    Type.String({
      description:
        "Why: gave_up (three days), gone (status 410), no_endpoint (removed or disabled), not_wanted (not chosen).",
    }),
  ),
});

const EVENT = namedObject("PastEvent", "A webhook event and its deliveries.", {
  event_id: Type.String({ format: "uuid", description: "The same as the header webhook-id." }),
  event: Type.Enum([...WEBHOOK_EVENTS, TEST_EVENT], { description: "The kind of event." }),
  created_at: time("When the event was written."),
  transaction_id: Type.Optional(Type.String({ description: "The id of the transaction, if any." })),
  transaction: WEBHOOK_TRANSACTION,
  deliveries: Type.Array(DELIVERY, {
    description: "One for each endpoint that gets it. Empty until the event is assigned.",
  }),
});

const FIELDS = {
  events: Type.Optional(
    Type.Array(EVENT, { description: "Newest first. JSON text in the other formats." }),
  ),
  next_cursor: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: "Send it as `cursor` for the next page. null: there is none.",
    }),
  ),
  event_id: Type.Optional(Type.String({ description: "The event that is sent again." })),
  endpoints: Type.Optional(
    Type.Array(Type.Integer(), { description: "The numbers of the endpoints that get it." }),
  ),
};

export const EVENTS_SCHEMA = {
  operationId: "listOrSendEvents",
  summary: "List past webhook events, or send one again",
  description: `LIST_EVENTS lists the events of the account that are still kept, with their deliveries. SEND_EVENT sends one again, with the same id, to every endpoint that chose its kind, or to one. ${LOGIN_TEXT}`,
  tags: ["Events"],
  security: LOGIN_IN_FORM,
  consumes: FORM_ONLY,
  body: BODY,
  response: recordAnswers({
    name: "EventResponse",
    about: "A page of events, or the event that is sent again. Without an error, `error` is false.",
    properties: FIELDS,
  }),
};
