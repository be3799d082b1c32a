/**
 * Keeps an outage from filling the log: the first error of a kind is written whole, the same again
 * is counted, and once a second one line tells how many there were. Nothing else is held back.
 */
import { isServerUnavailable } from "../../db/server-errors.ts";

export interface RepeatsNeeds {
  readonly nowMs: () => number;
  /** Calls back after so many milliseconds. */
  readonly later: (work: () => void, ms: number) => void;
  /** Writes the line about errors that were counted. */
  readonly write: (line: RepeatedLine) => void;
}

export interface RepeatedLine {
  readonly repeated: number;
  /** How often each message was left out. */
  readonly messages: Readonly<Record<string, number>>;
  /** The newest of them, without its stack. */
  readonly code: string | undefined;
  readonly reason: string;
}

interface Kind {
  lastMs: number;
  readonly isOutage: boolean;
  readonly counts: Map<string, number>;
  newest: LoggedError | undefined;
}

/** An Error, or what a library throws in its place. */
export interface LoggedError {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly stack?: unknown;
}

const TELL_EVERY_MS = 1_000;
/** After this long without one, the next is news again. */
const NEWS_AFTER_MS = 60_000;
/** Messages with ids in them are endless, and a kind that is not known is written whole. */
const KINDS_MAX = 500;

export class ErrorRepeats {
  readonly #needs: RepeatsNeeds;
  readonly #kinds = new Map<string, Kind>();
  #isTelling = false;

  constructor(needs: RepeatsNeeds) {
    this.#needs = needs;
  }

  /** True: it was counted and need not be written. */
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

  /** Its count is told before it is forgotten. */
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

  /** One line for all that an outage brings, and one for each other kind. */
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

/** An outage fails in many ways; otherwise the same words from the same place are the same error. */
function kindName(message: string, error: LoggedError, isOutage: boolean): string {
  if (isOutage) return `outage ${message}`;
  const { name, stack, message: reason } = error;
  const frames = typeof stack === "string" ? stack.split("\n") : [];
  const place = frames.find((line) => line.startsWith("    at ")) ?? "";
  return [message, String(name), String(reason), place].join("\n");
}
