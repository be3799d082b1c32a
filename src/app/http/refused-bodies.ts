/**
 * Keeps the beginning of every body while it arrives, so that the request log can also show what was
 * sent in a request that was refused before its body was read: too large, damaged, not logged in.
 */
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** More than the log stores, because a text is masked before it is cut. */
const KEPT_BYTES_MAX = 32 * 1024;
/** The end of an incomplete body may be half of a card number, which masking would not recognize. */
const UNSAFE_END = 256;
/** Masking finds secrets by the names in forms and JSON. In other formats it would miss them. */
const FORM_OR_JSON = /^\s*(?:[[{"']|[^\s<>=&:]{1,100}=)/;

interface KeptBody {
  readonly chunks: Buffer[];
  keptBytes: number;
  readBytes: number;
}

const KEPT = Symbol("kept body");
type Keeping = FastifyRequest & { [KEPT]?: KeptBody };

export function keepBodies(
  server: FastifyInstance,
  isKept: (request: FastifyRequest) => boolean,
): void {
  // Fastify reads the body right after this hook, in the same turn, so no bytes are lost.
  server.addHook("preParsing", (request, _reply, payload, done) => {
    if (isKept(request)) keepBody(request, payload as Readable);
    done(null, payload);
  });
  // A request that was refused by an earlier hook: what has arrived until the answer is sent.
  server.addHook("onSend", (request, _reply, payload, done) => {
    if (request.body === undefined && isKept(request)) keepBody(request, request.raw);
    done(null, payload);
  });
}

function keepBody(request: Keeping, stream: Readable): void {
  if (request[KEPT] !== undefined || !hasBody(request)) return;
  const kept: KeptBody = { chunks: [], keptBytes: 0, readBytes: 0 };
  request[KEPT] = kept;
  stream.on("data", (chunk: Buffer) => {
    kept.readBytes += chunk.length;
    if (kept.keptBytes >= KEPT_BYTES_MAX) return;
    const part = chunk.subarray(0, KEPT_BYTES_MAX - kept.keptBytes);
    kept.chunks.push(part);
    kept.keptBytes += part.length;
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Calls `log` when the first bytes of an unread body have arrived, or when none will. */
export function whenBodyArrives(request: Keeping, log: () => void): void {
  const { [KEPT]: kept, raw } = request;
  if (kept === undefined || kept.readBytes > 0 || raw.closed) {
    log();
    return;
  }
  const signs = ["data", "end", "close"];
  const arrived = () => {
    for (const sign of signs) raw.off(sign, arrived);
    log();
  };
  for (const sign of signs) raw.on(sign, arrived);
}

/** The part of the body that was read, as far as it can be shown. */
export function keptBodyText(request: Keeping): string {
  const { [KEPT]: kept, headers, raw } = request;
  if (kept === undefined) return "";
  if (kept.readBytes === 0) return `(${headers["content-length"] ?? "some"} bytes, not read)`;
  const bytes = Buffer.concat(kept.chunks);
  if (headers["content-encoding"] !== undefined) return hiddenBody(kept.readBytes);
  const isRead = raw.readableEnded || kept.readBytes === Number(headers["content-length"]);
  const isWhole = isRead && kept.readBytes === kept.keptBytes;
  return isWhole ? shownBody(bytes) : shownBody(bytes.subarray(0, -UNSAFE_END), "…");
}

/** A body as text, or its size if masking could miss a secret in it. */
export function shownBody(bytes: Uint8Array, end = ""): string {
  // A body in UTF-16 has NULs between its digits, where masking would not find a card number.
  const text = Buffer.from(bytes).toString("utf8").replaceAll("\0", "");
  if (text === "" && end === "") return "";
  return FORM_OR_JSON.test(text) ? text + end : hiddenBody(bytes.length);
}

function hiddenBody(size: number): string {
  return `(${size} bytes, not shown: only forms and JSON are)`;
}
