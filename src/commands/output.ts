/** How commands print: lines for people, or one JSON document. */
import type { Writable } from "node:stream";
import { StartError } from "../ports/start-error.ts";

export interface OutputOptions {
  readonly json?: boolean;
}

export function print({ json }: OutputOptions, document: object, lines: readonly string[]): void {
  const text = json ? JSON.stringify(document) : lines.join("\n");
  process.stdout.write(`${text}\n`);
}

/** An empty list is an answer, too. */
export function linesOrMessage(nothing: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [nothing] : lines;
}

/** What standard output failed with: each write that fails has an error of its own. */
const broken: NodeJS.ErrnoException[] = [];

/** A key that is shown once may be what did not get through: that is no success. */
export function watchStandardOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    broken.push(error);
    // A reader that has gone away (`| head`) has seen enough.
    if (error.code === "EPIPE" || broken.length > 1) return;
    process.exitCode = 1;
    process.stderr.write(`${outputErrorText(error)}\n`);
  });
}

/** For what is worth something only as a whole: a reader who leaves early is told, too. */
export async function writeToStandardOutput(
  work: (out: Writable) => Promise<unknown>,
): Promise<void> {
  try {
    await work(process.stdout);
  } catch (error) {
    const [first] = broken;
    if (first === undefined) throw error;
    if (first.code === "EPIPE") throw new StartError(outputErrorText(first));
  }
}

function outputErrorText({ code }: NodeJS.ErrnoException): string {
  return `Standard output cannot be written: ${code}.`;
}
