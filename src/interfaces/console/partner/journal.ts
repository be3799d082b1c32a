/** The log of parser requests, newest first. */
import type { CallLogQuery } from "../../../core/parser/journal/call-log-store.ts";
import type { JournaledCall } from "../../../core/parser/journal/journal-page-store.ts";
import type { CursorPage } from "../contract.ts";
import type { Query } from "../read.ts";
import type { Call, Routes } from "../routes.ts";
import { meaningOf } from "./call-meanings.ts";
import type { ParserCall } from "./contract.ts";
import type { PartnerNeeds } from "./routes.ts";
import { askedId, partnerIdOf } from "./sight.ts";

const MESSAGE_ID = /^\d{25}$/;

export function addJournal(routes: Routes, needs: PartnerNeeds): void {
  routes.get(
    "/management/parser-log",
    "management.journal",
    async (call): Promise<CursorPage<ParserCall>> => {
      const question = readQuestion(call);
      // One extra row tells whether there are more.
      const more = { ...question, take: question.take + 1 };
      const calls = await needs.calls.listNewestCalls(partnerIdOf(call), more);
      const shown = calls.slice(0, question.take);
      const last = calls.length > question.take ? shown.at(-1) : undefined;
      return { items: shown.map(writeCall), ...(last && { next: last.messageId }) };
    },
  );
  routes.get("/management/parser-log/:messageId", "management.journal", async (call) => {
    const messageId = call.param("messageId");
    if (!MESSAGE_ID.test(messageId)) return undefined;
    const found = await needs.journal.findCall(partnerIdOf(call), messageId);
    return found && writeCall(found);
  });
}

function readQuestion(call: Call): CallLogQuery {
  const { query } = call;
  const result = query.choice("result", ["success", "failure"]);
  const replay = query.choice("replay", ["yes", "no"]);
  const cursor = query.text("after");
  return {
    take: query.take(),
    topId: askedId(call, "partner"),
    clientId: askedId(call, "client"),
    deviceId: askedId(call, "device"),
    isSuccess: result && result === "success",
    isReplay: replay && replay === "yes",
    from: instantOf(query, "from"),
    until: instantOf(query, "until"),
    before: cursor !== undefined && MESSAGE_ID.test(cursor) ? cursor : undefined,
  };
}

/** Invalid times are ignored, as in every page address. */
function instantOf(query: Query, name: string): Temporal.Instant | undefined {
  try {
    return Temporal.Instant.from(query.text(name) ?? "");
  } catch {
    return undefined;
  }
}

export function writeCall(call: JournaledCall): ParserCall {
  const { messageId, partner, client, device, reference, errorCode, isReplay } = call;
  return {
    messageId,
    at: call.calledAt.toString({ smallestUnit: "millisecond" }),
    partner,
    ...(client && { client }),
    ...(device && { device }),
    ...(reference !== undefined && { reference }),
    isSuccess: errorCode === undefined,
    ...(errorCode !== undefined && { errorCode, meaning: meaningOf(errorCode) }),
    isReplay,
    tookMs: Math.round(call.tookMs * 10) / 10,
  };
}
