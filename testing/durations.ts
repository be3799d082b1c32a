/** Reads durations as tests write them: "3s", "250ms", "2m", or milliseconds as a number. */

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** "250ms", "3s", "2m", "1h", or milliseconds. */
export type Duration = string | number;

export function readMilliseconds(duration: Duration): number {
  const [, count = "", unit = ""] = /^(\d+)\s*(ms|s|m|h)$/.exec(String(duration).trim()) ?? [];
  const ms =
    typeof duration === "number" ? duration : Number(count) * (UNITS_MS[unit] ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0 && (typeof duration === "number" || count !== "")) return ms;
  throw new TypeError(`"${duration}" is not a duration. Use milliseconds, or 250ms, 3s, 2m or 1h.`);
}
