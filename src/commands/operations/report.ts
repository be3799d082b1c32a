/** `report`: what the reporting interface would answer an account, into a file. */
import { Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ExportedReport, exportReport } from "../../app/areas/report-export.ts";
import type { Config } from "../../config.ts";
import { showAccount } from "../../core/accounts/show-account.ts";
import { StartError } from "../../ports/start-error.ts";
import { writeWhole } from "../database/whole-file.ts";
import { type Installed, withInstalled } from "../installed.ts";
import { type OutputOptions, print, toStandardOutput } from "../output.ts";
import { Progress } from "../progress.ts";

/** Stands for standard output. */
const STREAM = "-";

export interface ReportOptions extends OutputOptions {
  readonly account: string;
  /** `name=value`, as the interface has them. */
  readonly parameters: readonly string[];
}

export async function reportCommand(
  config: Config,
  file: string,
  options: ReportOptions,
): Promise<void> {
  const parameters = readWords(options.parameters);
  await withInstalled(config, async (installed) => {
    const caller = await callerOf(installed, options.account);
    const rows = await exportReport({ ...installed, caller, parameters }, (report) =>
      write(file, report),
    );
    if (rows === undefined) throw new StartError("No transactions match the criteria.");
    if (file === STREAM) return;
    const all = rows === 1 ? "1 row is" : `${rows.toLocaleString("en")} rows are`;
    print(options, { file, rows }, [`${all} in ${file}.`]);
  });
}

function readWords(words: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const pairs = words.map((word) => /^([a-z_]+)=(.*)$/s.exec(word)?.slice(1) ?? [word]);
  const [wrong] = pairs.find(([, value]) => value === undefined) ?? [];
  if (wrong !== undefined) {
    throw new StartError(
      `Invalid parameter ${wrong}. Use name=value, such as start_date=2026-11-01.`,
    );
  }
  const named = Map.groupBy(pairs, ([name = ""]) => name);
  return new Map(Array.from(named, ([name, same]) => [name, same.map(([, value = ""]) => value)]));
}

async function callerOf({ owner, clock }: Installed, id: string) {
  const found = await showAccount({ db: owner, clock }, id);
  if (found === undefined) throw new StartError(`Account ${id} not found.`);
  return found.account;
}

async function write(file: string, report: ExportedReport): Promise<number> {
  const progress = new Progress(
    { screen: process.stderr, nowMs: () => performance.now() },
    report.count,
  );
  try {
    const work = (out: Writable) => pass(report, progress, out);
    await (file === STREAM ? toStandardOutput(work) : writeWhole(file, work));
    return report.count;
  } finally {
    progress.end();
  }
}

async function pass(report: ExportedReport, progress: Progress, out: Writable): Promise<void> {
  const watch = new Transform({
    transform(chunk, _encoding, done) {
      progress.show(report.rows());
      done(null, chunk);
    },
  });
  await pipeline(report.stream, watch, out, { end: out !== process.stdout });
}
