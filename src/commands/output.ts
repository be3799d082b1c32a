/** Prints the results of commands: lines for people, or one JSON document. */
import type { Writable } from "node:stream";
import { commandProcess } from "../ports/command-process.ts";
import { StartError } from "../ports/start-error.ts";

export interface OutputOptions {
  readonly json?: boolean;
}

export function print({ json }: OutputOptions, document: object, lines: readonly string[]): void {
  const text = json ? JSON.stringify(document) : lines.join("\n");
  commandProcess().stdout.write(`${text}\n`);
}

/** Returns the lines, or one line with the message if there are none. */
export function linesOrMessage(message: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [message] : lines;
}

export function momentText(moment: Temporal.Instant): string {
  return moment.toString({ smallestUnit: "second" });
}

/** Replaces control characters, so that stored text cannot control the reader's terminal. */
export function withoutControls(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, "?");
}

/** The errors of standard output. Every failed write has its own. */
const broken: NodeJS.ErrnoException[] = [];

/** Ends with exit code 1 if output was lost, which may have contained a key that is shown once. */
export function watchStandardOutput(): void {
  commandProcess().stdout.on("error", (error: NodeJS.ErrnoException) => {
    broken.push(error);
    // A reader that closes early, such as `| head`, is not an error.
    if (error.code === "EPIPE" || broken.length > 1) return;
    commandProcess().exitCode = 1;
    commandProcess().stderr.write(`${outputErrorText(error)}\n`);
  });
}

/** For output that is only useful as a whole: a reader that closes early is an error here. */
export async function writeToStandardOutput(
  work: (out: Writable) => Promise<unknown>,
): Promise<void> {
  try {
    await work(commandProcess().stdout);
  } catch (error) {
    const [first] = broken;
    if (first === undefined) throw error;
    if (first.code === "EPIPE") throw new StartError(outputErrorText(first));
  }
}

function outputErrorText({ code }: NodeJS.ErrnoException): string {
  return `Standard output cannot be written: ${code}.`;
}
