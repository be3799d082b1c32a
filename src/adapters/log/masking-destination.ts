/**
 * The destination of pino's lines. It masks the serialized line, so that a secret is found in any
 * field at any depth, and formats it for a terminal. Bodies of requests and answers are never
 * logged. Masking is for secrets that appear by accident in a message, error or address.
 */
import { maskJson } from "../../values/masking/mask.ts";
import { terminalLine } from "./terminal-line.ts";

export interface MaskingNeeds {
  /** Write readable lines instead of JSON. */
  readonly terminal: boolean;
  readonly colors?: boolean;
  write(line: string): void;
}

export interface LogDestination {
  write(line: string): void;
}

// Written instead of a line that could not be masked.
const NOT_MASKED = '{"level":"error","msg":"a log line could not be masked and was left out"}\n';

export function maskingDestination(needs: MaskingNeeds): LogDestination {
  const { terminal, colors = false } = needs;
  const ready = (line: string) => {
    const masked = maskJson(line);
    return terminal ? terminalLine(masked, colors) : masked;
  };
  return { write: (line) => writeQuietly(needs, readyOr(ready, line)) };
}

function readyOr(ready: (line: string) => string, line: string): string {
  try {
    return ready(line);
  } catch {
    return NOT_MASKED;
  }
}

/** Logging must not fail because the disk is full or the log collector is gone. */
function writeQuietly(needs: MaskingNeeds, line: string): void {
  try {
    needs.write(line);
  } catch {
    // There is no other place to report this.
  }
}
