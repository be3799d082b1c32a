/** What went wrong on our side. A door answers "try again" in its own form; the log says why. */
import type { FastifyRequest } from "fastify";

/** We are shutting down or starting up: nothing is broken, and nobody needs to be told twice. */
export class Unavailable extends Error {
  override readonly name = "Unavailable";
}

/** Says it once, with the request's id. */
export function logFailure(request: FastifyRequest, error: unknown): void {
  if (error instanceof Unavailable) return;
  request.log.error({ err: error }, "request failed");
}
