/** Adds every request and its answer to certification's request log. */
import { gunzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RequestLog } from "../../core/request-log/request-log.ts";
import type { Clock } from "../../ports/clock.ts";
import { requestActor } from "../../wire/actor.ts";
import { writeForm } from "../../wire/form.ts";
import { onRequestEnd } from "./request-ends.ts";

export interface RequestLogNeeds {
  readonly requests: RequestLog;
  readonly clock: Clock;
}

/** Addresses that are not logged: health checks, metrics, documentation and pages. */
const NOT_LOGGED =
  /^\/(health|metrics|docs|openapi\.json|version|console|set-password|assets|\??$)/;

/** Anyone who has the address of a receipt can see the receipt, so its token is not stored. */
const RECEIPT = /^(\/pay\/[^/]+\/receipt\/)[^/?]+/;
/** Tokens in pages and answers of the hosted form. They also give access to a receipt. */
const FORM_TOKEN = /(?:\d{12}|[\w-]{22})\.\d{1,12}\.[\w-]{43}/g;

export function logRequests(server: FastifyInstance, { requests, clock }: RequestLogNeeds): void {
  const answers = new WeakMap<FastifyRequest, string>();

  server.addHook("onSend", async (request, reply, payload) => {
    const text = answerText(reply, payload);
    const isForm = request.url.startsWith("/pay/");
    answers.set(request, isForm ? text.replaceAll(FORM_TOKEN, "[token]") : text);
    return payload;
  });

  onRequestEnd(server, ({ request, status, tookMs, address }) => {
    if (NOT_LOGGED.test(request.url)) return;
    requests.logRequest({
      requestId: request.id,
      receivedAt: clock.wall().subtract({ microseconds: Math.round(tookMs * 1_000) }),
      tookMs,
      interfaceName: interfaceOf(request.url),
      method: request.method,
      path: request.url.replace(RECEIPT, "$1[receipt]"),
      status,
      actor: requestActor(request),
      address,
      request: requestText(request),
      answer: answers.get(request) ?? "",
    });
  });
}

/** The prefix of the interface, such as /api/v1 or /api/qsapi/3.8. */
function interfaceOf(url: string): string {
  return /^\/(?:api\/(?:v1|json|decrypt\/parser|[a-z]sapi\/[\d.]+)|pay)/.exec(url)?.[0] ?? "none";
}

function requestText(request: FastifyRequest): string {
  const body = request.body as unknown;
  if (body === undefined || body === null) return "";
  if (body instanceof Map) return writeForm(body);
  const bytes = (body as { bytes?: unknown }).bytes;
  return bytes instanceof Uint8Array ? Buffer.from(bytes).toString("utf8") : "[not text]";
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
