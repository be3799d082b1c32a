/**
 * `npm run bench`. Every figure is a ratio against a peer, measured in alternating rounds on the
 * same database server. A missed target is a result; a row that cannot be measured is an error.
 */
import { writeFile } from "node:fs/promises";
import { BenchInstallation } from "./bench-installation.ts";
import { Cleaning } from "./cleaning.ts";
import { measureRow } from "./measure.ts";
import { OptionError, type Options, readOptions, USAGE } from "./options.ts";
import { computeResult, type RowFailure, type RowResult } from "./result.ts";
import type { BenchRow } from "./row.ts";
import { ROWS } from "./rows.ts";
import { writeTable } from "./table.ts";

type Outcome = RowResult | RowFailure;

const INTERRUPTED = 130;

const cleaning = new Cleaning();
const outcomes: Outcome[] = [];
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupt);
process.on("uncaughtException", (error) => {
  if (cleaning.isOver) return;
  console.error(error);
  void leave(1);
});

try {
  const names = ROWS.map(({ name }) => name);
  await run(readOptions(process.argv.slice(2), names));
} catch (error) {
  if (!(error instanceof OptionError)) throw error;
  console.error(`${error.message}\n${USAGE}`);
  process.exitCode = 1;
}

async function run({ only, json, pace }: Options): Promise<void> {
  const rows = ROWS.filter(({ name }) => only.length === 0 || only.includes(name));
  // Opened before the rows, so that it is closed after them.
  const installation = new BenchInstallation(cleaning.branch());
  for (const row of rows) outcomes.push(await measureOutcome(row, installation, pace));
  await cleaning.finish();
  console.log(`\n${writeTable(outcomes)}`);
  if (json !== undefined) await writeFile(json, `${JSON.stringify({ rows: outcomes }, null, 2)}\n`);
  process.exitCode = outcomes.some((outcome) => "failure" in outcome) ? 1 : 0;
}

async function measureOutcome(
  row: BenchRow,
  installation: BenchInstallation,
  pace: Options["pace"],
): Promise<Outcome> {
  const own = cleaning.branch();
  try {
    const contest = await row.prepare(installation, own, pace);
    const say = (line: string) => console.error(`${seconds()} s  ${line}`);
    return computeResult(row, await measureRow(row, contest, { pace, say }), pace.rounds);
  } catch (error) {
    // Cleaning closes what a row still uses. The resulting errors are not results.
    if (cleaning.isOver) return new Promise(() => {});
    console.error(error);
    const failure = (error as Error).message.split("\n")[0] ?? "";
    return { name: row.name, about: row.about, failure };
  } finally {
    await own.finish();
  }
}

/** The seconds since the bench began. */
function seconds(): string {
  return (performance.now() / 1000).toFixed(1).padStart(5);
}

/**
 * Rows that are finished count. One Ctrl-C may arrive several times: from the terminal, from npm and
 * from the launcher.
 */
function interrupt(): void {
  if (cleaning.isOver) return;
  if (outcomes.length > 0) console.log(`\n${writeTable(outcomes)}`);
  console.error("clearing away");
  void leave(INTERRUPTED);
}

async function leave(code: number): Promise<void> {
  await cleaning.finish();
  process.exit(code);
}
