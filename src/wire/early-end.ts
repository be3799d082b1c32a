/** Answers that end early: the caller has gone away, or what we send has failed. */
import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { logInternalError } from "./internal-error.ts";

/** When whoever asked has gone away: what takes long need not go on. */
export function abortOnDisconnect({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  if (raw.destroyed) left.abort();
  else raw.once("close", () => left.abort());
  return left.signal;
}

/** A stream that fails half-way resets the connection: a mere end could be taken for its own. */
export function resetOnStreamError(stream: Readable, reply: FastifyReply): void {
  stream.once("error", (error) => {
    logInternalError(reply.request, error);
    reply.raw.socket?.resetAndDestroy();
  });
}
