/** `restore drill`: proves that a backup can be restored, without touching the installation. */

import { tmpdir } from "node:os";
import path from "node:path";
import { openBackupFolder, requireEmbedded } from "../../app/backup/backup-place.ts";
import { chooseBackup } from "../../app/backup/choose-backup.ts";
import { type DrillNeeds, type DrillReport, runDrill } from "../../app/backup/run-drill.ts";
import { isDatabaseRunning } from "../../app/database/database-place.ts";
import { joinInstallation } from "../../app/database/installation.ts";
import type { Config } from "../../config.ts";
import { findingText } from "../../core/audit/finding.ts";
import { BackupStateStore } from "../../core/figures/backup-state-store.ts";
import { commandProcess } from "../../ports/command-process.ts";
import { type OutputOptions, print } from "../output.ts";
import { commandLineActor } from "../with-installation.ts";

export interface DrillOptions extends OutputOptions {
  readonly backup?: string;
  readonly latest?: boolean;
  readonly scratch?: string;
  readonly folder?: string;
}

export async function drillCommand(config: Config, options: DrillOptions): Promise<void> {
  requireEmbedded(config);
  const point = { kind: options.latest === true ? "latest" : "backup" } as const;
  const folder = await openBackupFolder(config, options);
  const backup = await chooseBackup(folder, point, options.backup);
  const scratch = path.resolve(options.scratch ?? tmpdir());
  const log = (line: string) => void commandProcess().stderr.write(`${line}\n`);
  const actor = commandLineActor();
  const needs = { config, folder, backup, point, actor, scratch, log };
  const report = await runUntilStopped(needs);
  if (report.isSound) await recordDrill(config);
  print(options, report, reportLines(report));
  if (!report.isSound) commandProcess().exitCode = 1;
}

/** The copy has all data of the installation, so Ctrl-C must not leave it. */
async function runUntilStopped(needs: DrillNeeds): Promise<DrillReport> {
  const own = commandProcess();
  let isStopped = false;
  const onFolder = (remove: () => Promise<void>) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      own.once(signal, () => {
        isStopped = true;
        own.stderr.write("The drill is stopped, and its copy is removed.\n");
        void remove().finally(() => own.exit(1));
      });
    }
  };
  return runDrill({ ...needs, onFolder }).catch((error: unknown) => {
    if (!isStopped) throw error;
    // Its files are gone. The process ends when the rest of them is.
    return new Promise<never>(() => {});
  });
}

/** The age of the last drill is a metric. A drill on another machine has nowhere to record it. */
async function recordDrill(config: Config): Promise<void> {
  if (!(await isDatabaseRunning(config))) return;
  const installation = await joinInstallation(config);
  try {
    await new BackupStateStore(installation.owner).recordDrill();
  } finally {
    await installation.close();
  }
}

function reportLines({ backup, rows, audit, segments, isSound, ...times }: DrillReport) {
  return [
    `Backup ${backup} was restored to a scratch folder in ${times.restoreSeconds} s${segments === 0 ? "" : `, with ${segments} archived segments`}.`,
    ...rows.map(({ table, found, least, most, isRight }) => {
      const wanted = least === most ? `${least}` : `${least} to ${most ?? "any number"}`;
      const verdict = isRight ? "" : `  WRONG: the backup recorded ${wanted}`;
      return `${String(found).padStart(12)}  ${table}${verdict}`;
    }),
    ...audit.findings.map(findingText),
    `Audit log: ${audit.good} entries are unchanged.`,
    isSound
      ? `The copy is complete and intact. The drill took ${times.totalSeconds} s; the scratch folder was removed.`
      : "The copy is NOT right. Make a new backup now, and verify it with `sixdoors backup verify`.",
  ];
}
