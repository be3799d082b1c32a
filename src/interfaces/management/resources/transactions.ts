/** `/transactions`: the journal of parser calls that the caller's partner can see. */
import Type from "typebox";
import type {
  JournaledCall,
  JournalPageStore,
} from "../../../core/parser/journal/journal-page-store.ts";
import { getCall, listCall } from "../call-schema.ts";
import { CALL_LIST } from "../list-rules.ts";
import type { Routes } from "../routes.ts";
import { NAMED } from "../schema.ts";
import { writeDeviceKey, writeMoment, writeNamed } from "../write.ts";

export interface TransactionNeeds {
  readonly journalPages: JournalPageStore;
}

export const CALL = Type.Object({
  messageId: Type.String({ pattern: "^[0-9]{25}$" }),
  time: Type.String({ format: "date-time" }),
  partner: NAMED,
  client: Type.Optional(NAMED),
  device: Type.Optional(Type.Object({ id: Type.String(), serialNumber: Type.String() })),
  reference: Type.Optional(Type.String()),
  success: Type.Boolean(),
  errCode: Type.Optional(Type.Integer()),
  duration: Type.Number({ description: "Milliseconds." }),
  replay: Type.Boolean({
    description: "Whether this key of the device, or a later one, was used before.",
  }),
});

const LIST_CALLS = listCall("List parser calls, oldest first", CALL, CALL_LIST);

const GET_CALL = getCall(
  "Get a parser call by messageId",
  CALL,
  Type.Object({ messageId: Type.String() }),
);

export function addTransactions(routes: Routes, { journalPages }: TransactionNeeds): void {
  routes.get("/transactions", LIST_CALLS, async ({ caller, query }) => {
    const { total, calls } = await journalPages.listCalls(caller.partnerId, query.read(CALL_LIST));
    return { total, data: calls.map(writeCall) };
  });
  routes.get("/transactions/:messageId", GET_CALL, async ({ caller, param }) => {
    const messageId = param("messageId") ?? "";
    if (!MESSAGE_ID.test(messageId)) return undefined;
    const call = await journalPages.findCall(caller.partnerId, messageId);
    return call && writeCall(call);
  });
}

const MESSAGE_ID = /^[0-9]{25}$/;

export function writeCall(call: JournaledCall) {
  return {
    messageId: call.messageId,
    time: writeMoment(call.calledAt),
    partner: writeNamed(call.partner),
    client: writeNamed(call.client),
    device: call.device && writeDeviceKey(call.device),
    reference: call.reference,
    success: call.errorCode === undefined,
    errCode: call.errorCode,
    duration: Math.round(call.tookMs * 10) / 10,
    replay: call.isReplay,
  };
}
