/** What has been found out about a call so far, for its line in the journal, however it ends. */
import type { FastifyRequest } from "fastify";
import type { Device } from "../../core/estate/device-store.ts";

export interface CallNotes {
  partnerId?: string | undefined;
  device?: Device | undefined;
  /** It answered a challenge that is too old. */
  isStale?: boolean;
}

const NOTES = new WeakMap<FastifyRequest, CallNotes>();

export function notesOf(request: FastifyRequest): CallNotes {
  const known = NOTES.get(request);
  if (known !== undefined) return known;
  const notes: CallNotes = {};
  NOTES.set(request, notes);
  return notes;
}
