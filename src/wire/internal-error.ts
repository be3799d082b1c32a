/** What went wrong on our side. An interface answers "try again" in its own form; the log says why. */
import type { FastifyRequest } from "fastify";

/** We are shutting down or starting up: nothing is broken, and nobody needs to be told twice. */
export class Unavailable extends Error {
  override readonly name = "Unavailable";
}

/** Says it once, with the request's id. A client that left has the line of its request. */
export function logInternalError(request: FastifyRequest, error: unknown): void {
  if (error instanceof Unavailable || isClientGone(request, error)) return;
  request.log.error({ err: error }, "request failed");
}

/** The connection closed while the request was still arriving: nothing of ours has failed. */
export function isClientGone({ raw }: FastifyRequest, error: unknown): boolean {
  return error !== null && error !== undefined && raw.errored === error;
}
