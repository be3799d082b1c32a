/** Reads a request of the event interface: the action first, then its fields in their order. */
import Type from "typebox";
import { ENDPOINTS_MAX, readEndpointNumber } from "../../../core/outbox/endpoint-store.ts";
import type { PastEventFilter } from "../../../core/outbox/past-events/past-event-store.ts";
import { TEST_EVENT, WEBHOOK_EVENTS } from "../../../core/outbox/webhook-events.ts";
import { readUuid } from "../../../values/text/uuid.ts";
import { readTransactionId } from "../../../values/transaction-id.ts";
import type { Form } from "../../../wire/form.ts";
import { PLAIN } from "../../../wire/reader/check.ts";
import {
  formChoice,
  formText,
  readField,
  readFieldLeniently,
  takeFormText,
} from "../../../wire/reader/form-rules.ts";
import { INVALID, ownProblem, Problem } from "../../../wire/reader/problem.ts";
import { textRule } from "../../../wire/reader/rule.ts";
import { InvalidField, RequestError } from "../../../wire/request-error.ts";
import { type ResponseFormat, readFormat } from "../record.ts";
import { readCursor } from "./cursor.ts";

export interface EventList {
  readonly action: "LIST_EVENTS";
  readonly format: ResponseFormat;
  readonly filter: PastEventFilter;
}

export interface SendAgain {
  readonly action: "SEND_EVENT";
  readonly format: ResponseFormat;
  readonly eventId: string;
  /** Undefined: all endpoints. */
  readonly endpoint: number | undefined;
}

export type EventRequest = EventList | SendAgain;

export const EVENT_ACTIONS = ["LIST_EVENTS", "SEND_EVENT"] as const;
const LIMIT_MAX = 100;
const LIMIT = 25;
const TIME_LENGTH_MAX = 40;
const TRANSACTION_ID_LENGTH = 12;
const CURSOR_LENGTH_MAX = 80;
/** Temporal knows years that the database does not. */
const USUAL_YEAR = /^(19|2\d)\d\d-/;
const WHOLE = /^[1-9][0-9]{0,2}$/;

const NOT_A_TIME = ownProblem("must be a time with an offset, such as 2026-11-17T08:00:00Z");
const NOT_A_UUID = new Problem("not_a_uuid");
const NOT_AN_ID = ownProblem("must be a transaction id of up to 12 digits");
const NOT_A_CURSOR = ownProblem("must be next_cursor of an earlier page");

export const EVENT_RULES = {
  action: textRule(takeFormText, [PLAIN])
    .as((text) => EVENT_ACTIONS.find((name) => name === text), INVALID)
    .shownAs(
      Type.Enum([...EVENT_ACTIONS], { description: "List past events, or send one again." }),
    ),
  since: formText<string>(TIME_LENGTH_MAX)
    .as(readTime, NOT_A_TIME)
    .optional()
    .describe({
      description: "Only events from this time on, such as 2026-11-17T08:00:00Z.",
      examples: ["2026-11-17T08:00:00Z"],
    }),
  until: formText<string>(TIME_LENGTH_MAX)
    .as(readTime, NOT_A_TIME)
    .optional()
    .describe("Only events before this time."),
  event: formChoice([...WEBHOOK_EVENTS, TEST_EVENT])
    .optional()
    .describe("Only events of this kind."),
  transaction_id: formText<string>(TRANSACTION_ID_LENGTH)
    .as(readTransactionId, NOT_AN_ID)
    .optional()
    .describe({ pattern: "^[0-9]+$", description: "Only events of this transaction." }),
  cursor: formText<string>(CURSOR_LENGTH_MAX)
    .as(readCursor, NOT_A_CURSOR)
    .optional()
    .describe("The next page: `next_cursor` of the page before."),
  limit: formText(3)
    .as((text) => wholeUpTo(text, LIMIT_MAX), notWholeUpTo(LIMIT_MAX))
    .optional()
    .describe(`How many events a page has: 1 to ${LIMIT_MAX}. ${LIMIT} if it is not sent.`),
  event_id: formText(36)
    .as(readUuid, NOT_A_UUID)
    .optional()
    .describe({
      description: "Only this event: `event_id` of the list, or the header webhook-id.",
      examples: ["0b5c8f0e-7d0b-4f0e-9d59-6c4a1c1f2a3b"],
    }),
  endpoint: formText(1)
    .as(readEndpointNumber, notWholeUpTo(ENDPOINTS_MAX))
    .optional()
    .describe(
      `The number of an endpoint, 1 to ${ENDPOINTS_MAX}. Every endpoint if it is not sent.`,
    ),
};

export function readEventRequest(form: Form): EventRequest {
  // Every error of the action has the same code.
  const action = readFieldLeniently(form, "action", EVENT_RULES.action);
  if (action === undefined) {
    throw new InvalidField("action", `must be one of: ${EVENT_ACTIONS.join(", ")}`);
  }
  const format = readFormat(form);
  if (action === "LIST_EVENTS") return { action, format, filter: readFilter(form) };
  const eventId = readField(form, "event_id", EVENT_RULES.event_id);
  if (eventId === undefined) throw new RequestError("missing", "event_id");
  return { action, format, eventId, endpoint: readField(form, "endpoint", EVENT_RULES.endpoint) };
}

function readFilter(form: Form): PastEventFilter {
  if (form.has("endpoint")) throw new InvalidField("endpoint", "belongs to SEND_EVENT only");
  const since = readField(form, "since", EVENT_RULES.since);
  const until = readField(form, "until", EVENT_RULES.until);
  if (since && until && Temporal.Instant.compare(since, until) >= 0) {
    throw new InvalidField("until", "must be later than since");
  }
  return {
    since,
    until,
    event: readField(form, "event", EVENT_RULES.event),
    transactionId: readField(form, "transaction_id", EVENT_RULES.transaction_id),
    eventId: readField(form, "event_id", EVENT_RULES.event_id),
    before: readField(form, "cursor", EVENT_RULES.cursor),
    limit: readField(form, "limit", EVENT_RULES.limit) ?? LIMIT,
  };
}

/** A blank stands for a plus sign that was lost to form decoding. */
function readTime(text: string): Temporal.Instant | undefined {
  if (!USUAL_YEAR.test(text)) return undefined;
  try {
    return Temporal.Instant.from(text.replace(" ", "+"));
  } catch {
    return undefined;
  }
}

function notWholeUpTo(max: number): Problem {
  return new Problem("not_whole", { min: 1, max });
}

function wholeUpTo(text: string, most: number): number | undefined {
  const number = WHOLE.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : undefined;
}
