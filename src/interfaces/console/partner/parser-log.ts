/** The log of parser requests, newest first. */
import type { CallLogQuery } from "../../../core/parser/journal/call-log-store.ts";
import type { JournaledCall } from "../../../core/parser/journal/journal-page-store.ts";
import type { CursorPage } from "../contract.ts";
import { cursorPage } from "../cursor-page.ts";
import { readInstant } from "../day-range.ts";
import { idInQuery } from "../ids.ts";
import { addList } from "../lists/export-list.ts";
import { PARSER_CALL_COLUMNS } from "../lists/partner-columns.ts";
import type { Call, Routes } from "../routes.ts";
import type { ParserCall } from "./contract.ts";
import { requirePartnerId } from "./management-access.ts";
import { parserErrorText } from "./parser-error-texts.ts";
import type { PartnerNeeds } from "./partner-needs.ts";

const MESSAGE_ID = /^\d{25}$/;

export function addParserLog(routes: Routes, needs: PartnerNeeds): void {
  addList(routes, {
    ...{ path: "/management/parser-log", needs: "management.journal", name: "parser-log" },
    columns: PARSER_CALL_COLUMNS,
    read: async (call): Promise<CursorPage<ParserCall>> => {
      const question = readLogQuery(call);
      // One extra row tells whether there are more.
      const more = { ...question, take: question.take + 1 };
      const calls = await needs.calls.listNewestCalls(requirePartnerId(call), more);
      return cursorPage(calls.map(writeParserCall), question.take, (one) => one.messageId);
    },
  });
  routes.get("/management/parser-log/:messageId", "management.journal", async (call) => {
    const messageId = call.param("messageId");
    if (!MESSAGE_ID.test(messageId)) return undefined;
    const found = await needs.journal.findCall(requirePartnerId(call), messageId);
    return found && writeParserCall(found);
  });
}

function readLogQuery(call: Call): CallLogQuery {
  const { query } = call;
  const result = query.choice("result", ["success", "failure"]);
  const replay = query.choice("replay", ["yes", "no"]);
  const cursor = query.text("after");
  return {
    take: query.take(),
    topId: idInQuery(call, "partner"),
    clientId: idInQuery(call, "client"),
    deviceId: idInQuery(call, "device"),
    isSuccess: result && result === "success",
    isReplay: replay && replay === "yes",
    from: readInstant(query, "from"),
    until: readInstant(query, "until"),
    before: cursor !== undefined && MESSAGE_ID.test(cursor) ? cursor : undefined,
  };
}

export function writeParserCall(call: JournaledCall): ParserCall {
  const { messageId, partner, client, device, reference, errorCode, isReplay } = call;
  return {
    messageId,
    at: call.calledAt.toString({ smallestUnit: "millisecond" }),
    partner,
    ...(client && { client }),
    ...(device && { device }),
    ...(reference !== undefined && { reference }),
    isSuccess: errorCode === undefined,
    ...(errorCode !== undefined && { errorCode, meaning: parserErrorText(errorCode) }),
    isReplay,
    tookMs: Math.round(call.tookMs * 10) / 10,
  };
}
