/** `/transactions`: the journal of parser calls that the caller's partner can see. */
import Type from "typebox";
import type {
  JournaledCall,
  JournalPageStore,
} from "../../../core/parser/journal/journal-page-store.ts";
import { describeSchema, namedObject } from "../../../wire/open-api/named-schema.ts";
import { getCall, listCall } from "../call-schema.ts";
import { CALL_LIST } from "../list-rules.ts";
import type { Routes } from "../routes.ts";
import { DEVICE_KEY, namedRecord } from "../schema.ts";
import { writeDeviceKey, writeMoment, writeNamed } from "../write.ts";

export interface TransactionNeeds {
  readonly journalPages: JournalPageStore;
}

export const CALL = namedObject("ParserCall", "One call of the parser, as its journal has it.", {
  messageId: Type.String({ pattern: "^[0-9]{25}$", description: "The id of the call, 25 digits." }),
  time: Type.String({ format: "date-time", description: "When the call arrived, UTC." }),
  partner: namedRecord("The partner that called."),
  client: Type.Optional(namedRecord("The client of the device.")),
  device: Type.Optional(describeSchema(DEVICE_KEY, "The device, if the call named a known one.")),
  reference: Type.Optional(
    Type.String({ description: "The caller's reference. Card numbers in it are masked." }),
  ),
  success: Type.Boolean({ description: "Whether the payload was decrypted." }),
  errCode: Type.Optional(Type.Integer({ description: "The error code. Absent after a success." })),
  duration: Type.Number({ description: "How long the call took, in milliseconds." }),
  replay: Type.Boolean({
    description: "Whether this key of the device, or a later one, was used before.",
  }),
});

const LIST_CALLS = listCall(
  { id: "listParserCalls", summary: "List parser calls, oldest first" },
  { name: "ParserCallList", item: CALL, query: CALL_LIST },
);

const GET_CALL = getCall(
  { id: "getParserCall", summary: "Get a parser call by messageId" },
  CALL,
  Type.Object({
    messageId: Type.String({ description: "The messageId that the parser answered, 25 digits." }),
  }),
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
