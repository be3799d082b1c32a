/** How far this machine's clock is from the database's. Business time plays no part in it. */
export interface ClockReading {
  /** Positive: this machine is ahead. */
  readonly skewMs: number;
  /** The true difference is at most this much more or less: half the round trip. */
  readonly uncertaintyMs: number;
}

export interface ClockComparison {
  readonly limitMs: number;
  compare(): Promise<ClockReading>;
}

/** Certainly: what a slow answer might explain does not count. */
export function isBeyondLimit({ skewMs, uncertaintyMs }: ClockReading, limitMs: number): boolean {
  return Math.abs(skewMs) - uncertaintyMs > limitMs;
}

/** Such as "1 h 3 min ahead of the database's clock". */
export function skewText({ skewMs }: ClockReading): string {
  const way = skewMs < 0 ? "behind" : "ahead of";
  return `${spanText(Math.abs(skewMs))} ${way} the database's clock`;
}

function spanText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  const days = Math.floor(seconds / 86_400);
  if (days > 0) return `${days} ${days === 1 ? "day" : "days"}`;
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** Nothing that depends on the time may be done. */
export class ClocksDiffer extends Error {
  override readonly name = "ClocksDiffer";

  constructor(reading: ClockReading, limitMs: number) {
    super(
      `This machine's clock is ${skewText(reading)}, and ${limitMs / 1_000} s are allowed (CLOCK_SKEW_MAX_SECONDS).`,
    );
  }
}
