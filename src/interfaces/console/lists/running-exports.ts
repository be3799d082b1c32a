/** Limits how many exports a person runs at once: a slow reader keeps its export open. */
import { tooMany } from "../errors.ts";

export const EXPORTS_AT_ONCE = 3;

export class RunningExports {
  readonly #running = new Map<string, number>();

  /** Refuses too many. The result ends this one. */
  begin(who: string): () => void {
    const count = this.#running.get(who) ?? 0;
    if (count >= EXPORTS_AT_ONCE) {
      throw tooMany(
        `You are exporting ${EXPORTS_AT_ONCE} lists already. Wait until one is finished, then try again.`,
      );
    }
    this.#running.set(who, count + 1);
    return () => this.#end(who);
  }

  #end(who: string): void {
    const left = (this.#running.get(who) ?? 0) - 1;
    if (left > 0) this.#running.set(who, left);
    else this.#running.delete(who);
  }
}
