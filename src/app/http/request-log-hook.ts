/** Adds every request and its answer to certification's request log. */
import { gunzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RequestLog } from "../../core/request-log/request-log.ts";
import type { LoggedRequest } from "../../core/request-log/request-log-store.ts";
import type { Clock } from "../../ports/clock.ts";
import { requestActor } from "../../wire/actor.ts";
import { writeForm } from "../../wire/form.ts";
import { requestNote, requestOperation } from "../../wire/request-note.ts";
import { keepBodies, keptBodyText, shownBody, whenBodyArrives } from "./refused-bodies.ts";
import { onRequestEnd, type RequestEnd } from "./request-ends.ts";

export interface RequestLogNeeds {
  readonly requests: RequestLog;
  readonly clock: Clock;
}

/** The interfaces, without the script and style of the payment form. */
const LOGGED = /^\/(?:api|pay(?!\/assets\/))(?:[/?]|$)/;
/** Pages and tools for people, which also take requests that change something. */
const NOT_LOGGED = /^\/(?:(?:console|set-password|docs|health|metrics|assets)\b|\?|$)/;
const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Anyone who has the address of a receipt can see the receipt, so its token is not stored. */
const RECEIPT = /^(\/pay\/[^/]+\/receipt\/)[^/?]+/;
/** Tokens in pages and answers of the hosted form. They also give access to a receipt. */
const FORM_TOKEN = /(?:\d{12}|[\w-]{22})\.\d{1,12}\.[\w-]{43}/g;

export function logRequests(server: FastifyInstance, { requests, clock }: RequestLogNeeds): void {
  const answers = new WeakMap<FastifyRequest, string>();
  keepBodies(server, isLogged);

  server.addHook("onSend", async (request, reply, payload) => {
    const text = answerText(reply, payload);
    const isForm = request.url.startsWith("/pay/");
    answers.set(request, isForm ? text.replaceAll(FORM_TOKEN, "[token]") : text);
    return payload;
  });

  const logEnd = (end: RequestEnd) => {
    const { request } = end;
    if (!isLogged(request)) return;
    const tookUs = Math.round(end.tookMs * 1_000);
    const receivedAt = clock.wall().subtract({ microseconds: tookUs });
    whenBodyArrives(request, () => {
      const answer = answers.get(request) ?? "";
      requests.logRequest({ ...describeRequest(end), receivedAt, answer });
    });
  };
  onRequestEnd(server, logEnd);
}

type Described = Omit<LoggedRequest, "receivedAt" | "answer">;

function describeRequest({ request, status, tookMs, address }: RequestEnd): Described {
  const note = requestNote(request);
  return {
    requestId: request.id,
    tookMs,
    interfaceName: interfaceOf(request.url),
    operation: requestOperation(request, status),
    method: request.method,
    path: request.url.replace(RECEIPT, "$1[receipt]"),
    status,
    outcome: note.outcome ?? (status < 400 ? "success" : "error"),
    errorCode: note.errorCode?.toString(),
    actor: requestActor(request),
    accountId: note.accountId,
    partnerId: note.partnerId,
    transactionId: note.transactionId,
    originalId: note.originalId,
    amountCents: note.amountCents,
    address,
    request: requestText(request),
  };
}

/** A change that was sent to a wrong address is logged too: its sender looks for it. */
function isLogged({ url, method }: FastifyRequest): boolean {
  return LOGGED.test(url) || !(READS.has(method) || NOT_LOGGED.test(url));
}

/** The prefix of the interface, such as /api/v1 or /api/qsapi/3.8. */
function interfaceOf(url: string): string {
  return /^\/(?:api\/(?:v1|json|decrypt\/parser|[a-z]sapi\/[\d.]+)|pay)/.exec(url)?.[0] ?? "none";
}

function requestText(request: FastifyRequest): string {
  const body = request.body as unknown;
  if (body === undefined || body === null) return keptBodyText(request);
  if (body instanceof Map) return writeForm(body);
  const bytes = (body as { bytes?: unknown }).bytes;
  return bytes instanceof Uint8Array ? shownBody(bytes) : "";
}

function answerText(reply: FastifyReply, payload: unknown): string {
  if (typeof payload === "string") return payload;
  const type = String(reply.getHeader("content-type") ?? "");
  if (Buffer.isBuffer(payload) && /text|json|xml|form/.test(type)) {
    const isCompressed = reply.getHeader("content-encoding") === "gzip";
    return (isCompressed ? gunzipSync(payload) : payload).toString("utf8");
  }
  return payload === null || payload === undefined ? "" : "[a stream]";
}
