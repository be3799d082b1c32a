/** Coalescing: rules that hold for any rows, failures and order of events. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { Coalescer } from "./coalescer.ts";

interface Row {
  readonly place: number;
  readonly keys: readonly string[];
  readonly isGuilty: boolean;
}

interface Run extends PromiseWithResolvers<readonly string[]> {
  readonly rows: readonly Row[];
}

interface Script {
  readonly rowsMax: number;
  readonly inFlightMax: number;
  readonly choices: Iterator<number>;
}

const ROW = fc.record({
  keys: fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
  isGuilty: fc.integer({ min: 1, max: 4 }).map((draw) => draw === 4),
});
const ROWS = fc.array(ROW, { maxLength: 30 });
const SCRIPT = fc.record({
  rowsMax: fc.integer({ min: 1, max: 6 }),
  inFlightMax: fc.integer({ min: 1, max: 3 }),
  choices: fc.infiniteStream(fc.nat()),
});

const LIMIT = { timeout: 60_000 };
const STEPS_MAX = 10_000;

test("all callers get their own result, and the rows of a key run one by one in order", LIMIT, () =>
  fc.assert(
    fc.asyncProperty(ROWS, SCRIPT, async (drawn, script) => {
      const rows = drawn.map((row, place) => ({ ...row, place }));
      const stage = new Stage(script);
      const heard = await stage.play(rows);
      assert.deepEqual(stage.tooEarly, []);
      assert.deepEqual(
        heard,
        rows.map((row) => (row.isGuilty ? refusalText([row]) : expectedResult(row))),
      );
    }),
    { numRuns: 500 },
  ),
);

const expectedResult = ({ place }: Row) => `result of ${place}`;
const refusalText = (rows: readonly Row[]) => `refused: ${rows.map(({ place }) => place)}`;

/** Adds rows and ends statements by the script, and checks the keys. */
class Stage {
  /** Rows that ran before an earlier row with the same key was finished. */
  readonly tooEarly: Row[] = [];
  readonly #script: Script;
  readonly #coalescer: Coalescer<Row, string>;
  readonly #runs: Run[] = [];
  readonly #arrived: Row[] = [];
  readonly #settled = new Set<Row>();
  readonly #heard: Promise<string>[] = [];

  constructor(script: Script) {
    this.#script = script;
    this.#coalescer = new Coalescer({
      ...script,
      runAll: (rows) => this.#runAll(rows),
      rowKeys: ({ keys }) => keys,
      queueMax: 100,
    });
  }

  async play(rows: readonly Row[]): Promise<string[]> {
    for (let steps = 0; this.#settled.size < rows.length; steps++) {
      assert.ok(steps < STEPS_MAX, "a row waits forever");
      const next = rows[this.#arrived.length];
      const possible = [
        ...(next === undefined ? [] : [() => this.#arrive(next)]),
        ...(this.#runs.length === 0 ? [] : [() => this.#endOne()]),
        () => turn(),
      ];
      await possible[this.#pick(possible.length)]?.();
    }
    await this.#coalescer.whenIdle();
    return Promise.all(this.#heard);
  }

  #pick(from: number): number {
    return this.#script.choices.next().value % from;
  }

  #arrive(row: Row): void {
    this.#arrived.push(row);
    this.#heard.push(this.#coalescer.run(row).catch((error: Error) => error.message));
  }

  #runAll(rows: readonly Row[]): Promise<readonly string[]> {
    this.tooEarly.push(...rows.filter((row) => this.#isTooEarly(row)));
    const run = { rows, ...Promise.withResolvers<readonly string[]>() };
    this.#runs.push(run);
    return run.promise;
  }

  /** Sometimes a statement of several rows fails although every row is valid. */
  #endOne(): void {
    const [run] = this.#runs.splice(this.#pick(this.#runs.length), 1);
    if (run === undefined) return;
    const { rows } = run;
    const isShared = rows.length > 1;
    const fails = rows.some(({ isGuilty }) => isGuilty) || (isShared && this.#pick(4) === 0);
    if (!(fails && isShared)) for (const row of rows) this.#settled.add(row);
    if (fails) run.reject(new Error(refusalText(rows)));
    else run.resolve(rows.map(expectedResult));
  }

  #isTooEarly({ place, keys }: Row): boolean {
    const before = this.#arrived.slice(0, place).filter((row) => !this.#settled.has(row));
    return before.some((row) => row.keys.some((key) => keys.includes(key)));
  }
}
