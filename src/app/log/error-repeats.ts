/**
 * Keeps an outage from filling the log. The first error of a kind is logged in full. Repetitions
 * are counted, and one line per second says how many there were.
 */
import { isServerUnavailable } from "../../db/server-errors.ts";

export interface RepeatsNeeds {
  readonly nowMs: () => number;
  /** Calls `work` after this many milliseconds. */
  readonly later: (work: () => void, ms: number) => void;
  /** Writes the line with the counts. */
  readonly write: (line: RepeatedLine) => void;
}

export interface RepeatedLine {
  readonly repeated: number;
  /** How often each message was left out. */
  readonly messages: Readonly<Record<string, number>>;
  /** Code and message of the newest one, without its stack. */
  readonly code: string | undefined;
  readonly reason: string;
}

interface Kind {
  lastMs: number;
  readonly isOutage: boolean;
  readonly counts: Map<string, number>;
  newest: LoggedError | undefined;
}

/** An Error, or a plain object that a library throws instead. */
export interface LoggedError {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly stack?: unknown;
}

const TELL_EVERY_MS = 1_000;
/** After this long without an error of the kind, the next one is logged in full again. */
const NEWS_AFTER_MS = 60_000;
/** A limit, because messages that contain ids make a new kind each. */
const KINDS_MAX = 500;

export class ErrorRepeats {
  readonly #needs: RepeatsNeeds;
  readonly #kinds = new Map<string, Kind>();
  #isTelling = false;

  constructor(needs: RepeatsNeeds) {
    this.#needs = needs;
  }

  /** Returns true if the error was counted and need not be logged. */
  isRepeated(message: string, error: LoggedError): boolean {
    const nowMs = this.#needs.nowMs();
    const isOutage = isServerUnavailable(error);
    const name = kindName(message, error, isOutage);
    const known = this.#kinds.get(name);
    if (known === undefined || nowMs - known.lastMs >= NEWS_AFTER_MS) {
      this.#remember(name, { lastMs: nowMs, isOutage, counts: new Map(), newest: undefined });
      return false;
    }
    known.lastMs = nowMs;
    known.newest = error;
    known.counts.set(message, (known.counts.get(message) ?? 0) + 1);
    this.#tellLater();
    return true;
  }

  #remember(name: string, kind: Kind): void {
    if (this.#kinds.size >= KINDS_MAX) this.#forgetOldest();
    this.#kinds.set(name, kind);
  }

  /** Writes the counts first, so that the count of the oldest kind is not lost. */
  #forgetOldest(): void {
    this.#tell();
    const [oldest] = this.#kinds.keys();
    if (oldest !== undefined) this.#kinds.delete(oldest);
  }

  #tellLater(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    this.#needs.later(() => {
      this.#isTelling = false;
      this.#tell();
    }, TELL_EVERY_MS);
  }

  /** Writes one line for all errors of an outage, and one for each other kind. */
  #tell(): void {
    const counted = [...this.#kinds.values()].filter(({ counts }) => counts.size > 0);
    const outage = counted.filter(({ isOutage }) => isOutage);
    const others = counted.filter(({ isOutage }) => !isOutage);
    const lines = [outage, ...others.map((kind) => [kind])];
    for (const kinds of lines) if (kinds.length > 0) this.#needs.write(lineOf(kinds));
    for (const kind of counted) kind.counts.clear();
  }
}

function lineOf(kinds: readonly Kind[]): RepeatedLine {
  const messages: Record<string, number> = {};
  let repeated = 0;
  for (const [message, count] of kinds.flatMap(({ counts }) => [...counts])) {
    messages[message] = (messages[message] ?? 0) + count;
    repeated += count;
  }
  const { code, message } = kinds.at(-1)?.newest ?? {};
  return {
    repeated,
    messages,
    code: typeof code === "string" ? code : undefined,
    reason: typeof message === "string" ? message : "",
  };
}

/** All errors of an outage with the same message are one kind. Others also need the same origin. */
function kindName(message: string, error: LoggedError, isOutage: boolean): string {
  if (isOutage) return `outage ${message}`;
  const { name, stack, message: reason } = error;
  const frames = typeof stack === "string" ? stack.split("\n") : [];
  const place = frames.find((line) => line.startsWith("    at ")) ?? "";
  return [message, String(name), String(reason), place].join("\n");
}
