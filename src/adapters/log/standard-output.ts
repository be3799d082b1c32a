/**
 * The log on standard output. Each line is written at once. This is as fast as buffering lines
 * (bench/log.ts measures both), and a process that is killed loses no lines.
 */
import { isatty } from "node:tty";
import { destination } from "pino";
import { commandProcess } from "../../ports/command-process.ts";
import { type LogDestination, maskingDestination } from "./masking-destination.ts";

const STANDARD_OUTPUT = 1;
/** How many bytes wait while the disk is full. Further lines are dropped. */
const BACKLOG_MAX_BYTES = 4 * 1024 * 1024;

export function standardOutput(): LogDestination {
  const { stdout } = commandProcess();
  if (stdout !== process.stdout) {
    return maskingDestination({ terminal: false, write: (line) => stdout.write(line) });
  }
  const terminal = isatty(STANDARD_OUTPUT);
  const output = destination({ dest: STANDARD_OUTPUT, sync: true, maxLength: BACKLOG_MAX_BYTES });
  // Without a listener, a full disk would end the process.
  output.on("error", () => {});
  return maskingDestination({
    terminal,
    // Follows NO_COLOR.
    colors: terminal && process.stdout.hasColors(),
    write: (line) => output.write(line),
  });
}
