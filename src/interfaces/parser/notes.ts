/** What is known about a call so far, for its journal entry, whatever the result. */
import type { FastifyRequest } from "fastify";

export interface CallNotes {
  partnerId?: string | undefined;
  clientId?: string | undefined;
  deviceId?: string | undefined;
  /** Whether the caller answered a challenge that is too old. */
  isStale?: boolean;
}

/** Kept on the request itself, because a WeakMap is slower. */
const NOTES = Symbol("notes");

export function callNotes(request: FastifyRequest & { [NOTES]?: CallNotes }): CallNotes {
  request[NOTES] ??= {};
  return request[NOTES];
}
