/** The cursor of a page of events: the last event of the page before. Callers cannot read it. */
import type { EventPlace } from "../../../core/outbox/past-events/past-event-store.ts";
import { readUuid } from "../../../values/text/uuid.ts";

const PARTS = /^(\d{1,17})\.(.{36})$/;

export function writeCursor({ createdAt, eventId }: EventPlace): string {
  const microseconds = createdAt.epochNanoseconds / 1_000n;
  return Buffer.from(`${microseconds}.${eventId}`).toString("base64url");
}

/** Returns undefined if it is not a cursor. */
export function readCursor(text: string): EventPlace | undefined {
  const [, microseconds, id = ""] = PARTS.exec(Buffer.from(text, "base64url").toString()) ?? [];
  const eventId = readUuid(id);
  if (microseconds === undefined || eventId === undefined) return undefined;
  const createdAt = Temporal.Instant.fromEpochNanoseconds(BigInt(microseconds) * 1_000n);
  return { createdAt, eventId };
}
