/** The event interface: lists the past webhook events of an account and sends one again. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Account } from "../../../core/accounts/account-store.ts";
import {
  type SendAgainNeeds,
  type SendAgainOutcome,
  sendEventAgain,
} from "../../../core/accounts/send-event-again.ts";
import { listPastEvents } from "../../../core/outbox/past-events/list-past-events.ts";
import { traceStep } from "../../../values/telemetry/tracing.ts";
import { InvalidField } from "../../../wire/request-error.ts";
import { addRecordFormat, requestForm } from "../errors.ts";
import { type LoginNeeds, logInAccount } from "../login.ts";
import { type GatewayRecord, sendRecord } from "../record.ts";
import { noteEventRequest } from "./note.ts";
import { type EventList, type EventRequest, readEventRequest, type SendAgain } from "./read.ts";
import { EVENTS_SCHEMA } from "./schema.ts";
import { writeEventPage, writeSentAgain } from "./write.ts";

const READ = { kind: "read" } as const;

export interface EventInterfaceNeeds extends LoginNeeds {
  /** With the role of the interfaces, which sees one account at a time. */
  readonly pastEvents: SendAgainNeeds;
}

export async function eventInterface(
  scope: FastifyInstance,
  needs: EventInterfaceNeeds,
): Promise<void> {
  addRecordFormat(scope);

  const options = { schema: EVENTS_SCHEMA, config: { operation: "Webhook events" } };
  scope.post("/", options, async (request, reply) => {
    const form = requestForm(request);
    noteEventRequest(request, form);
    const account = await logInAccount(needs, request, form);
    const asked = traceStep(READ, () => readEventRequest(form));
    const step = { kind: "core", name: asked.action } as const;
    const answer = () => answerEvents(needs, { request, account, asked });
    return sendRecord(reply, asked.format, await traceStep(step, answer));
  });
}

interface EventCall {
  readonly request: FastifyRequest;
  readonly account: Account;
  readonly asked: EventRequest;
}

function answerEvents(
  needs: EventInterfaceNeeds,
  { request, account, asked }: EventCall,
): Promise<GatewayRecord> {
  if (asked.action === "LIST_EVENTS") return listEvents(needs, account, asked);
  return sendAgain(needs, request, { account, asked });
}

async function listEvents(
  { pastEvents }: EventInterfaceNeeds,
  { id: accountId }: Account,
  { filter }: EventList,
): Promise<GatewayRecord> {
  // One more than the page has, to know whether there is another page.
  const wanted = { ...filter, limit: filter.limit + 1 };
  return writeEventPage(await listPastEvents(pastEvents, accountId, wanted), filter.limit);
}

async function sendAgain(
  { pastEvents }: EventInterfaceNeeds,
  request: FastifyRequest,
  { account, asked }: { readonly account: Account; readonly asked: SendAgain },
): Promise<GatewayRecord> {
  const { eventId, endpoint } = asked;
  const by = apiParty(request, account);
  const outcome = await sendEventAgain(pastEvents, account.id, { eventId, endpoint, by });
  if (outcome.kind !== "sent_again") throw sendError(outcome.kind);
  return writeSentAgain(eventId, outcome.endpoints);
}

function apiParty({ ip: address, id: requestId }: FastifyRequest, { id }: Account) {
  const actor = { kind: "system", name: `API key of account ${id}` } as const;
  return { actor, from: { address, interfaceName: "events", requestId } };
}

type Refusal = Exclude<SendAgainOutcome["kind"], "sent_again">;

const REFUSALS: Record<Refusal, readonly [field: string, rule: string]> = {
  no_such_event: ["event_id", "must be the id of an event of this account"],
  no_endpoint: ["endpoint", "must be the number of an enabled endpoint of this account"],
  not_wanted: ["endpoint", "must have this kind of event among its chosen events"],
};

function sendError(kind: Refusal): InvalidField {
  return new InvalidField(...REFUSALS[kind]);
}
