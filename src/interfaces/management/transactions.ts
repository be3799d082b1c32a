/** `/transactions`: the journal of parser calls, as far as the caller's partner may see it. */
import type { FastifyInstance } from "fastify";
import Type from "typebox";
import type {
  JournaledCall,
  JournalPageStore,
  JournalQuestion,
} from "../../core/journal/journal-page-store.ts";
import { RequestFault } from "../../wire/fault.ts";
import { getCall, listCall } from "./call-schema.ts";
import { type LoginNeeds, logIn } from "./login.ts";
import { Query } from "./query.ts";
import { readId, SKIP, TAKE } from "./read.ts";
import { CLIENT_FILTER, NAMED, PARTNER_FILTER } from "./schema.ts";

export interface TransactionNeeds extends LoginNeeds {
  readonly journalPages: JournalPageStore;
}

const CALL = Type.Object({
  messageId: Type.String({ pattern: "^[0-9]{25}$" }),
  time: Type.String({ format: "date-time" }),
  partner: NAMED,
  client: Type.Optional(NAMED),
  device: Type.Optional(Type.Object({ id: Type.String(), serialNumber: Type.String() })),
  reference: Type.Optional(Type.String()),
  success: Type.Boolean(),
  errCode: Type.Optional(Type.Integer()),
  duration: Type.Number({ description: "In milliseconds." }),
  replay: Type.Boolean({ description: "The key of the payload, or a later one, was used before." }),
});

const LIST_CALLS = listCall("List parser calls, the oldest first", CALL, {
  ...PARTNER_FILTER,
  ...CLIENT_FILTER,
});

const GET_CALL = getCall(
  "One parser call, by its messageId",
  CALL,
  Type.Object({ messageId: Type.String() }),
);

export function addTransactions(scope: FastifyInstance, needs: TransactionNeeds): void {
  scope.get("/transactions", { schema: LIST_CALLS }, async (request) => {
    const { partnerId } = await logIn(needs, request);
    const question = readQuestion(request.query);
    const { total, calls } = await needs.journalPages.list(partnerId, question);
    return { total, data: calls.map(writeCall) };
  });

  scope.get("/transactions/:messageId", { schema: GET_CALL }, async (request) => {
    const { partnerId } = await logIn(needs, request);
    const { messageId } = request.params as { readonly messageId: string };
    const call = MESSAGE_ID.test(messageId)
      ? await needs.journalPages.find(partnerId, messageId)
      : undefined;
    if (call === undefined) throw new RequestFault("not_found", "messageId");
    return writeCall(call);
  });
}

const MESSAGE_ID = /^[0-9]{25}$/;

function readQuestion(values: unknown): JournalQuestion {
  const query = new Query(values);
  const take = query.whole("take", TAKE);
  const skip = query.whole("skip", SKIP);
  const topId = readId(query.text("partner"));
  const clientId = readId(query.text("client"));
  query.settle();
  return { take, skip, topId, clientId };
}

function writeCall(call: JournaledCall) {
  return {
    messageId: call.messageId,
    time: call.calledAt.toString({ smallestUnit: "millisecond" }),
    partner: call.partner,
    client: call.client,
    device: call.device,
    reference: call.reference,
    success: call.errorCode === undefined,
    errCode: call.errorCode,
    duration: Math.round(call.tookMs * 10) / 10,
    replay: call.isReplay,
  };
}
