/** Finds the person of a session token. Sessions end when idle, too old, or on a new password. */
import { sameBytes } from "../../values/same-bytes.ts";
import type { Person } from "./person.ts";
import type { StoredSession } from "./session-store.ts";
import { type Sessions, tokenDigest } from "./sessions.ts";

/** The maximum age of a session, whether it is used or not. */
const LIFE_HOURS = 12;
const USE_WRITTEN_EVERY_SECONDS = 60;

export async function recognizeSession(
  sessions: Sessions,
  token: string,
): Promise<Person | undefined> {
  const digest = tokenDigest(sessions, token);
  const session = await sessions.stored.findSession(digest);
  const now = sessions.clock.wall();
  if (session === undefined || isOver(session, sessions.idleMinutes, now)) return undefined;
  const known = await sessions.people.findPerson(session.key);
  if (known === undefined) return undefined;
  if (!sameBytes(known.passwordDigest, session.passwordDigest)) return undefined;
  const isDue = secondsBetween(session.usedAt, now) >= USE_WRITTEN_EVERY_SECONDS;
  if (isDue) await sessions.stored.recordUse(digest, now);
  return known.person;
}

function isOver(session: StoredSession, idleMinutes: number, now: Temporal.Instant): boolean {
  const { createdAt, usedAt } = session;
  return (
    secondsBetween(usedAt, now) >= idleMinutes * 60 ||
    secondsBetween(createdAt, now) >= LIFE_HOURS * 3_600
  );
}

function secondsBetween(earlier: Temporal.Instant, later: Temporal.Instant): number {
  return (later.epochMilliseconds - earlier.epochMilliseconds) / 1_000;
}
