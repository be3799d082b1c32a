/** A coalescer with a scripted statement, for its tests. */
import { test } from "node:test";
import { setImmediate as oneTurn } from "node:timers/promises";
import { Coalescer, type CoalescerOptions } from "../../src/db/coalescer.ts";

/** A caller that never gets an answer must fail its test, not block the suite. */
export const rule = (name: string, holds: () => Promise<void>) =>
  test(name, { timeout: 20_000 }, holds);

/** A row is its keys, separated by blanks, and a number after a dot: "a b.1". */
export const rowKeys = (row: string) =>
  (row.split(".")[0] ?? "").split(" ").filter((key) => key !== "");
export const expectedResult = (row: string) => `result of ${row}`;

/** A statement that runs until the test ends it. */
export class Run {
  readonly rows: readonly string[];
  readonly #ending = Promise.withResolvers<readonly string[]>();
  readonly results = this.#ending.promise;

  constructor(rows: readonly string[]) {
    this.rows = rows;
  }

  land(results = this.rows.map(expectedResult)): void {
    this.#ending.resolve(results);
  }

  fail(error = new Error(`refused: ${this.rows}`)): void {
    this.#ending.reject(error);
  }
}

export function open(options: Partial<CoalescerOptions<string, string>> = {}) {
  const runs: Run[] = [];
  const runAll = (rows: readonly string[]) => {
    const run = new Run(rows);
    runs.push(run);
    return run.results;
  };
  const coalescer = new Coalescer({ runAll, rowKeys, queueMax: 1_000, ...options });
  const runMany = (...rows: string[]) => Promise.allSettled(rows.map((row) => coalescer.run(row)));
  return { coalescer, runs, runMany, sent: () => runs.map(({ rows }) => rows) };
}

export const numbered = (count: number, from = 1) =>
  Array.from({ length: count }, (_, place) => `.${from + place}`);
export const landed = (...rows: string[]) =>
  rows.map((row) => ({ status: "fulfilled", value: expectedResult(row) }));

/** Waits for as many turns as a batch may wait for more rows. */
export async function turn<Value>(value?: Value): Promise<Value | undefined> {
  for (let turns = 0; turns < 3; turns++) await oneTurn();
  return value;
}
