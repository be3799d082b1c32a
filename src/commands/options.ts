/** Reads options that several commands share. */
import { StartError } from "../ports/start-error.ts";
import { DEFAULT_OVERLAP, isOverlap } from "../values/keys/key-overlap.ts";
import { parseTimeSpan } from "../values/time-span.ts";

export interface OverlapOptions {
  readonly overlap?: string;
  readonly now?: boolean;
}

const TAKE_MAX = 500;

/** Reads --overlap and --now. Returns null if old keys end immediately. */
export function readOverlap({ overlap, now = false }: OverlapOptions): Temporal.Duration | null {
  if (now && overlap !== undefined) throw new StartError("Use --overlap or --now, not both.");
  if (now) return null;
  const span = overlap === undefined ? DEFAULT_OVERLAP : parseTimeSpan(overlap);
  if (span !== undefined && isOverlap(span)) return span;
  throw new StartError("Invalid overlap. Use 1s to 30d, for example --overlap 24h.");
}

export function readYesNo(option: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== "yes" && text !== "no") throw new StartError(`${option} must be yes or no.`);
  return text === "yes";
}

/** Reads --take: how many lines to list. */
export function readTake(text: string | undefined, standard: number): number {
  if (text === undefined) return standard;
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= TAKE_MAX) return Number(text);
  throw new StartError(`--take must be a number from 1 to ${TAKE_MAX}.`);
}
