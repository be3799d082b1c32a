/** `restore`: restores a backup into a data folder without a database. */

import { openBackupFolder, requireEmbedded } from "../../app/backup/backup-place.ts";
import { chooseBackup } from "../../app/backup/choose-backup.ts";
import {
  describePoint,
  type RestorePoint,
  restoreBackup,
} from "../../app/backup/restore-backup.ts";
import type { Config } from "../../config.ts";
import { RELEASE_COMMAND } from "../../core/safe-mode/safe-mode-text.ts";
import { commandProcess } from "../../ports/command-process.ts";
import { StartError } from "../../ports/start-error.ts";
import { parseMoment } from "../../values/time-span.ts";
import { type OutputOptions, print } from "../output.ts";
import { commandLineActor } from "../with-installation.ts";

export interface RestoreOptions extends OutputOptions {
  readonly to?: string;
  readonly latest?: boolean;
  readonly backup?: string;
  readonly folder?: string;
}

export async function restoreCommand(config: Config, options: RestoreOptions): Promise<void> {
  requireEmbedded(config);
  const point = readPoint(options);
  const folder = await openBackupFolder(config, options);
  const backup = await chooseBackup(folder, point, options.backup);
  const { dataDir, dataDirIsDefault } = config;
  const copy = await restoreBackup({
    target: { dataDir, dataDirIsDefault },
    folder,
    backup,
    point,
    actor: commandLineActor(),
    log: (line) => commandProcess().stderr.write(`${line}\n`),
  });
  const { masterKey } = backup.manifest;
  print(options, { backup: backup.name, ...copy, masterKey }, [
    `Backup ${backup.name} was restored ${describePoint(point)}, in ${copy.dataDir}:`,
    ...Object.entries(copy.rows).map(([table, count]) => `${String(count).padStart(12)}  ${table}`),
    ...(masterKey === null
      ? []
      : [`It needs master key ${masterKey}. Put it in place before the start.`]),
    `The copy starts in safe mode: it takes no payments and sends nothing. Start \`serve\`, check the copy, compare it with the card host (\`sixdoors reconcile\`), then run \`${RELEASE_COMMAND}\`.`,
  ]);
}

/** Exactly one of the three, except that --backup also chooses the backup of the other two. */
function readPoint({ to, latest, backup }: RestoreOptions): RestorePoint {
  if (to !== undefined && latest === true) throw new StartError("Use --to or --latest, not both.");
  if (latest === true) return { kind: "latest" };
  if (to === undefined) {
    if (backup !== undefined) return { kind: "backup" };
    throw new StartError("Say what to restore: --to <time>, --latest or --backup <name>.");
  }
  const at = parseMoment(to);
  if (at !== undefined) return { kind: "moment", at };
  throw new StartError(
    "--to must be a date with time, such as 2026-12-01T17:00:00Z. Without an offset it is UTC.",
  );
}
