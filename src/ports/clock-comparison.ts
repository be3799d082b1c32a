/** The difference between this machine's clock and the database's. Both are wall clocks. */
export interface ClockReading {
  /** Positive if this machine is ahead. */
  readonly skewMs: number;
  /** The largest possible error of skewMs: half the round trip. */
  readonly uncertaintyMs: number;
}

export interface ClockComparison {
  readonly limitMs: number;
  compare(): Promise<ClockReading>;
}

/** Only if it is certain: a difference that a slow answer may explain does not count. */
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

/** The clocks differ too much for work that depends on the time. */
export class ClocksDiffer extends Error {
  override readonly name = "ClocksDiffer";

  constructor(reading: ClockReading, limitMs: number) {
    super(
      `This machine's clock is ${skewText(reading)}. At most ${limitMs / 1_000} s are allowed (CLOCK_SKEW_MAX_SECONDS).`,
    );
  }
}
