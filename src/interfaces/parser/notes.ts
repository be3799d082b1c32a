/** What has been found out about a call so far, for its line in the journal, however it ends. */
import type { FastifyRequest } from "fastify";

export interface CallNotes {
  partnerId?: string | undefined;
  clientId?: string | undefined;
  deviceId?: string | undefined;
  /** It answered a challenge that is too old. */
  isStale?: boolean;
}

/** On the request itself: a weak map costs more than what is noted. */
const NOTES = Symbol("notes");

export function notesOf(request: FastifyRequest & { [NOTES]?: CallNotes }): CallNotes {
  request[NOTES] ??= {};
  return request[NOTES];
}
