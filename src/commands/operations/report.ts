/**
 * `report`: writes an account's report to a file, with the parameters of the reporting interface.
 */
import { Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ExportedReport, exportReport } from "../../app/areas/report-export.ts";
import type { Config } from "../../config.ts";
import { showAccount } from "../../core/accounts/show-account.ts";
import { commandProcess } from "../../ports/command-process.ts";
import { StartError } from "../../ports/start-error.ts";
import { writeWholeFile } from "../database/whole-file.ts";
import { type OutputOptions, print, writeToStandardOutput } from "../output.ts";
import { Progress } from "../progress.ts";
import { type OpenInstallation, withInstallation } from "../with-installation.ts";

/** The file name that means standard output. */
const STREAM = "-";

export interface ReportOptions extends OutputOptions {
  readonly account: string;
  /** `name=value`, with the names of the reporting interface. */
  readonly parameters: readonly string[];
}

export async function reportCommand(
  config: Config,
  file: string,
  options: ReportOptions,
): Promise<void> {
  const parameters = readParameters(options.parameters);
  await withInstallation(config, async (installed) => {
    const caller = await findCaller(installed, options.account);
    const rows = await exportReport({ ...installed, caller, parameters }, (report) =>
      writeReport(file, report),
    );
    if (rows === undefined) throw new StartError("No transactions match the criteria.");
    if (file === STREAM) return;
    const count = rows === 1 ? "1 row was" : `${rows.toLocaleString("en")} rows were`;
    print(options, { file, rows }, [`${count} written to ${file}.`]);
  });
}

function readParameters(words: readonly string[]): ReadonlyMap<string, readonly string[]> {
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

async function findCaller({ owner, clock }: OpenInstallation, id: string) {
  const found = await showAccount({ db: owner, clock }, id);
  if (found === undefined) throw new StartError(`Account ${id} not found.`);
  return found.account;
}

async function writeReport(file: string, report: ExportedReport): Promise<number> {
  const progress = new Progress(
    { screen: commandProcess().stderr, nowMs: () => performance.now() },
    report.count,
  );
  try {
    const work = (out: Writable) => copyWithProgress(report, progress, out);
    await (file === STREAM ? writeToStandardOutput(work) : writeWholeFile(file, work));
    return report.count;
  } finally {
    progress.end();
  }
}

async function copyWithProgress(
  report: ExportedReport,
  progress: Progress,
  out: Writable,
): Promise<void> {
  const watch = new Transform({
    transform(chunk, _encoding, done) {
      progress.show(report.rows());
      done(null, chunk);
    },
  });
  await pipeline(report.stream, watch, out, { end: out !== commandProcess().stdout });
}
