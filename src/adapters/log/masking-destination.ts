/**
 * Where pino's lines go: masked as they were serialized, whatever field or depth a secret is in,
 * and made readable for a terminal. Bodies of requests and answers are never given to the log; what
 * is masked here came by accident, in a message, an error or an address. It never throws.
 */
import { maskJson } from "../../values/masking/mask.ts";
import { terminalLine } from "./terminal-line.ts";

export interface MaskingNeeds {
  /** Lines are for a person, not for a collector. */
  readonly terminal: boolean;
  readonly colors?: boolean;
  write(line: string): void;
}

export interface LogDestination {
  write(line: string): void;
}

// Rather no line than one that was not looked at.
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

/** Who logs is not to fail because the disk is full or the collector gone. */
function writeQuietly(needs: MaskingNeeds, line: string): void {
  try {
    needs.write(line);
  } catch {
    // There is nowhere left to say it.
  }
}
