/** Decides whether today's declines are above normal. Pure. */

export interface Tries {
  readonly approvedCount: number;
  readonly declinedCount: number;
}

export interface UnusualDeclines {
  readonly declinedCount: number;
  /** Shares of all payments, from 0 to 1. */
  readonly share: number;
  readonly usualShare: number;
}

/** Fewer declines are not worth a look, whatever their share is. */
export const DECLINES_MIN = 10;
/** Today's share is above normal from this multiple of the usual one on. */
export const TIMES_USUAL = 2;
/** With fewer payments before, nobody knows what is usual. */
export const USUAL_MIN = 50;

/** Undefined: as usual, or too few payments to tell. */
export function judgeDeclines(today: Tries, before: readonly Tries[]): UnusualDeclines | undefined {
  const usual = before.reduce(addTries, { approvedCount: 0, declinedCount: 0 });
  const { declinedCount } = today;
  if (declinedCount < DECLINES_MIN || countTries(usual) < USUAL_MIN) return undefined;
  const [share, usualShare] = [declineShare(today), declineShare(usual)];
  return share >= TIMES_USUAL * usualShare ? { declinedCount, share, usualShare } : undefined;
}

function addTries(one: Tries, other: Tries): Tries {
  return {
    approvedCount: one.approvedCount + other.approvedCount,
    declinedCount: one.declinedCount + other.declinedCount,
  };
}

function countTries({ approvedCount, declinedCount }: Tries): number {
  return approvedCount + declinedCount;
}

function declineShare(tries: Tries): number {
  return tries.declinedCount / countTries(tries);
}
