/**
 * Internal errors. An interface answers "try again" in its own format, and the log has the reason.
 */
import type { FastifyRequest } from "fastify";
import { SafeModeOn } from "../values/safe-mode/safe-mode-on.ts";

/** The process is shutting down or starting up. This is not an error and is not logged. */
export class Unavailable extends Error {
  override readonly name = "Unavailable";
}

/**
 * Logs the error once, with the request's id. A closed connection is in the line of the request.
 */
export function logInternalError(request: FastifyRequest, error: unknown): void {
  if (error instanceof Unavailable || isClientGone(request, error)) return;
  // The start and the state of the process say this already.
  if (error instanceof SafeModeOn) return;
  request.log.error({ err: error }, "request failed");
}

/** The client closed the connection while its request was still arriving. */
export function isClientGone({ raw }: FastifyRequest, error: unknown): boolean {
  return error !== null && error !== undefined && raw.errored === error;
}
