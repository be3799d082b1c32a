/** Keeps the last lines that a process prints, for error messages. */
import type { Socket } from "node:net";
import type { Readable } from "node:stream";

const LINES_MAX = 20;
const LINE_MAX = 2_000;

export class LogTail {
  readonly #streams: readonly Readable[];
  #lines: string[] = [];

  constructor(streams: readonly (Readable | null)[]) {
    this.#streams = streams.filter((stream) => stream !== null);
    for (const stream of this.#streams) {
      stream.setEncoding("utf8");
      stream.on("data", (text: string) => this.#add(text));
    }
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  ref(): void {
    for (const stream of this.#streams) (stream as Socket).ref?.();
  }

  unref(): void {
    for (const stream of this.#streams) (stream as Socket).unref?.();
  }

  #add(text: string): void {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    this.#lines = [...this.#lines, ...lines.map((line) => line.slice(0, LINE_MAX))].slice(
      -LINES_MAX,
    );
  }
}
