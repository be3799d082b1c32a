/**
 * The statements of this process that took long, for the console. Only their text is kept, with
 * literals masked; values are parameters and never part of it.
 */

/** Including the wait for a connection. A payment's statements take a few milliseconds. */
export const SLOW_MS = 250;
const ENTRIES_MAX = 50;
const TEXT_MAX = 2_000;

export interface SlowStatement {
  readonly text: string;
  readonly count: number;
  readonly totalMs: number;
  readonly longestMs: number;
}

export class SlowStatements {
  readonly #entries = new Map<string, SlowStatement>();

  note(text: string, tookMs: number): void {
    if (tookMs < SLOW_MS) return;
    const masked = maskLiterals(text);
    const known = this.#entries.get(masked);
    if (known === undefined && this.#entries.size >= ENTRIES_MAX) this.#dropQuickest();
    this.#entries.set(masked, {
      text: masked,
      count: (known?.count ?? 0) + 1,
      totalMs: (known?.totalMs ?? 0) + tookMs,
      longestMs: Math.max(known?.longestMs ?? 0, tookMs),
    });
  }

  /** The one that took the most time first. */
  list(): readonly SlowStatement[] {
    return [...this.#entries.values()].sort((one, other) => other.totalMs - one.totalMs);
  }

  #dropQuickest(): void {
    const last = this.list().at(-1);
    if (last !== undefined) this.#entries.delete(last.text);
  }
}

/** One for the process: pools come and go, and all of them share the server. */
export const slowStatements = new SlowStatements();

/** A few statements cannot have parameters, such as SET. Long numbers could be ids or amounts. */
export function maskLiterals(text: string): string {
  const masked = text
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/(?<![\w$.])\d{4,}/g, "…")
    .replace(/\s+/g, " ")
    .trim();
  return masked.length > TEXT_MAX ? `${masked.slice(0, TEXT_MAX)}…` : masked;
}
