/** Answers that end early: the caller closed the connection, or the stream failed. */
import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { logInternalError } from "./internal-error.ts";

/** A signal that aborts when the caller closes the connection, to stop long work. */
export function abortOnDisconnect({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  if (raw.destroyed) left.abort();
  else raw.once("close", () => left.abort());
  return left.signal;
}

/** Resets the connection if the stream fails, so that the caller does not take it for complete. */
export function resetOnStreamError(stream: Readable, reply: FastifyReply): void {
  stream.once("error", (error) => {
    logInternalError(reply.request, error);
    reply.raw.socket?.resetAndDestroy();
  });
}
