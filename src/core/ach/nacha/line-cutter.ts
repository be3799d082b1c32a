/** Splits a stream of text into lines, with any kind of line ends or none. */
import { RECORD_WIDTH } from "./layout.ts";

/** A file without a line end in its first two records has none at all. */
const DECIDED_AT = 2 * RECORD_WIDTH;
/** Longer lines are cut, so that no input can fill the memory. */
const LINE_MAX = 1_000;
const LINE_END = /\r\n|\n|\r(?!$)/;
const LINE_ENDS = /[\r\n]+/g;
const BYTE_ORDER_MARK = /^\uFEFF/;

export class LineCutter {
  #rest = "";
  #hasLineEnds: boolean | undefined;

  /** Returns the lines that are complete now. */
  *cut(chunk: string): Generator<string> {
    this.#rest += chunk;
    if (this.#hasLineEnds === undefined && !this.#decide(false)) return;
    yield* this.#hasLineEnds ? this.#lines() : this.#records();
  }

  /** Returns the remaining lines at the end of the text. */
  *end(): Generator<string> {
    if (this.#hasLineEnds === undefined) this.#decide(true);
    yield* this.#hasLineEnds ? this.#lines() : this.#records();
    if (this.#rest.replaceAll(LINE_ENDS, "") !== "") yield this.#rest.replaceAll(LINE_ENDS, "");
    this.#rest = "";
  }

  /** Decides by the first two records whether the file has line ends. */
  #decide(isEnd: boolean): boolean {
    this.#rest = this.#rest.replace(BYTE_ORDER_MARK, "");
    if (this.#rest.length < DECIDED_AT && !isEnd) return false;
    this.#hasLineEnds = /[\r\n]/.test(this.#rest.slice(0, DECIDED_AT).trimEnd());
    return true;
  }

  *#lines(): Generator<string> {
    const lines = this.#rest.split(LINE_END);
    this.#rest = lines.pop() ?? "";
    for (const line of lines) yield line.slice(0, LINE_MAX);
    while (this.#rest.length > LINE_MAX) {
      yield this.#rest.slice(0, LINE_MAX);
      this.#rest = this.#rest.slice(LINE_MAX);
    }
  }

  *#records(): Generator<string> {
    const text = this.#rest.replaceAll(LINE_ENDS, "");
    const whole = text.length - (text.length % RECORD_WIDTH);
    for (let at = 0; at < whole; at += RECORD_WIDTH) yield text.slice(at, at + RECORD_WIDTH);
    this.#rest = text.slice(whole);
  }
}
