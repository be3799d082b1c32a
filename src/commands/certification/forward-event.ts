/** Forwards a webhook to another address, with its body and headers unchanged. */
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { errorReason } from "../../db/error-reason.ts";

export interface ReceivedEvent {
  /** Names and values in turns, as they arrived. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export type ForwardAnswer =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly retryAfter: string | undefined;
      readonly body: Buffer;
      readonly ms: number;
    }
  | { readonly kind: "no_answer"; readonly why: string };

/** The gateway waits for 10 seconds. */
const TIMEOUT_MS = 9_000;
/** The gateway reads less than this of an answer. */
const ANSWER_BYTES_MAX = 65_536;
/** They describe one connection, or are made for the new address. */
const OWN_HEADERS = ["host", "connection", "keep-alive", "transfer-encoding", "content-length"];

export async function forwardEvent(target: URL, event: ReceivedEvent): Promise<ForwardAnswer> {
  const startedMs = performance.now();
  try {
    const answer = await send(target, event);
    return { kind: "answered", ...answer, ms: Math.round(performance.now() - startedMs) };
  } catch (error) {
    const isLate = (error as Error).name === "TimeoutError";
    return { kind: "no_answer", why: isLate ? "no answer within 9 seconds" : errorReason(error) };
  }
}

function send(target: URL, { rawHeaders, body }: ReceivedEvent) {
  const { promise, resolve, reject } =
    Promise.withResolvers<Pick<ForwardAnswer & { kind: "answered" }, AnswerField>>();
  const open = target.protocol === "https:" ? requestHttps : requestHttp;
  const headers = [...forwardedHeaders(rawHeaders, target), "content-length", `${body.length}`];
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const outgoing = open(target, { method: "POST", headers, signal, agent: false }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on("data", (chunk: Buffer) => chunks.push(chunk));
    answer.on("error", reject);
    answer.on("end", () =>
      resolve({
        status: answer.statusCode ?? 0,
        retryAfter: answer.headers["retry-after"],
        body: Buffer.concat(chunks).subarray(0, ANSWER_BYTES_MAX),
      }),
    );
  });
  outgoing.on("error", (error) => reject(signal.aborted ? signal.reason : error));
  outgoing.end(body);
  return promise;
}

type AnswerField = "status" | "retryAfter" | "body";

function forwardedHeaders(rawHeaders: readonly string[], target: URL): string[] {
  const kept = ["host", target.host];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (!OWN_HEADERS.includes(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}
