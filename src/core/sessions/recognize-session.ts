/** Finds the person of a session token. Sessions end when idle, too old, or on a new password. */
import { sameBytes } from "../../values/same-bytes.ts";
import type { Person } from "./person.ts";
import type { StoredSession } from "./session-store.ts";
import { type Sessions, tokenDigest } from "./sessions.ts";

/** The maximum age of a session, whether it is used or not. */
const LIFE_HOURS = 12;
/** A warning precedes the end of a session by a minute, so the end must be known more precisely. */
const USE_WRITTEN_EVERY_SECONDS = 10;

export interface RecognizedSession {
  readonly person: Person;
  /** Until it ends if nobody uses it. */
  readonly secondsLeft: number;
}

/** `idleSeconds`: how long ago the person did something, because pages also ask by themselves. */
export async function recognizeSession(
  sessions: Sessions,
  token: string,
  idleSeconds: number,
): Promise<RecognizedSession | undefined> {
  const digest = tokenDigest(sessions, token);
  const session = await sessions.stored.findSession(digest);
  const now = sessions.clock.wall();
  if (session === undefined || isOver(session, sessions.idleMinutes, now)) return undefined;
  const known = await sessions.people.findPerson(session.key);
  if (known === undefined) return undefined;
  if (!sameBytes(known.passwordDigest, session.passwordDigest)) return undefined;
  const usedAt = now.subtract({ seconds: idleSeconds });
  const isDue = secondsBetween(session.usedAt, usedAt) >= USE_WRITTEN_EVERY_SECONDS;
  if (isDue) await sessions.stored.recordUse(digest, usedAt);
  const idle = secondsBetween(isDue ? usedAt : session.usedAt, now);
  return { person: known.person, secondsLeft: sessions.idleMinutes * 60 - idle };
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
