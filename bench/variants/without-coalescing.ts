/**
 * The program without coalescing, for the row "coalescing": every row has its own statement. Node
 * loads this file before the program (`--import`).
 */
import { Coalescer as Original } from "../../src/db/coalescer.ts";
import { replaceModule } from "./replace-module.ts";

export * from "../../src/db/coalescer.ts";

export class Coalescer<Row, Result> extends Original<Row, Result> {
  readonly #runAll: (rows: readonly Row[]) => Promise<readonly Result[]>;

  constructor(options: ConstructorParameters<typeof Original<Row, Result>>[0]) {
    super(options);
    this.#runAll = options.runAll;
  }

  override async run(row: Row): Promise<Result> {
    const [result] = await this.#runAll([row]);
    return result as Result;
  }
}

replaceModule(import.meta.resolve("../../src/db/coalescer.ts"), import.meta.url);
