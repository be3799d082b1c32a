/** Writes the beginnings and ends of many attempts. Plain PostgreSQL and Citus need different ways. */
import type { Finish, NewAttempt } from "./attempt.ts";

export interface AttemptWriter {
  /** Whether each attempt was begun. False: its id or key was used before, or its guard is held. */
  startAll(rows: readonly NewAttempt[]): Promise<boolean[]>;
  /** Whether each attempt was ended. False: another process has ended it. */
  finishAll(rows: readonly Finish[]): Promise<boolean[]>;
}

export interface WriterTimes {
  /** Business time: ids that were issued before it are no longer valid. */
  readonly oldestIssuedId: () => Temporal.Instant;
  readonly wall: () => Temporal.Instant;
}

export function isClaiming({ claim }: NewAttempt): boolean {
  return claim.isIssuedId || claim.keyDigest !== undefined;
}
