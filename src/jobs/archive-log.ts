/**
 * Archives the write-ahead log of the embedded server all day. A segment that is not full is ended after
 * a while, so at most this much time is lost with the machine.
 */
import { repeatRounds } from "./repeat-rounds.ts";

export interface ArchiveJobNeeds {
  readonly archive: {
    /** False: another process is doing it. */
    copyFinished(): Promise<boolean>;
    endSegment(): Promise<void>;
  };
  /** The time of the database. */
  readonly readNow: () => Promise<Temporal.Instant>;
  /** Everything that was committed before this time is in the archive. */
  readonly onArchived: (until: Temporal.Instant) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  /** After this time, a segment is ended even if it is not full. */
  readonly endAfterMs: number;
}

const EVERY_MS = 1_000;
const AFTER_FAILURE_MS = 5_000;

/** Returns a function that stops it, after a last round. */
export function startArchiving(needs: ArchiveJobNeeds): () => Promise<void> {
  const { archive, onFailure, endAfterMs } = needs;
  let endedMs = performance.now();
  const round = async (mustEnd: boolean) => {
    const endsNow = mustEnd || performance.now() - endedMs >= endAfterMs;
    const until = endsNow ? await needs.readNow() : undefined;
    if (endsNow) await archive.endSegment();
    const isCopied = await archive.copyFinished();
    if (until === undefined || !isCopied) return;
    endedMs = performance.now();
    await needs.onArchived(until);
  };
  const stop = repeatRounds(async () => {
    try {
      await round(false);
      return EVERY_MS;
    } catch (error) {
      onFailure(error);
      return AFTER_FAILURE_MS;
    }
  });
  return async () => {
    await stop();
    await round(true).catch(onFailure);
  };
}
