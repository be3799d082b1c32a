/** Restores a backup into a data folder without a database. The copy is in safe mode before it is there. */
import {
  type BackupFolder,
  passwordFile,
  type StoredBackup,
} from "../../adapters/backup/backup-folder.ts";
import {
  layOutBackup,
  type RestorePoint,
  recoveryFlags,
} from "../../adapters/backup/lay-out-backup.ts";
import type { DataPlaceOptions } from "../../adapters/embedded-postgres/data-place.ts";
import { restoreCluster } from "../../adapters/embedded-postgres/restore-cluster.ts";
import type { Actor } from "../../core/audit/act.ts";
import { BackupStateStore } from "../../core/figures/backup-state-store.ts";
import { turnSafeModeOn } from "../../core/safe-mode/change-safe-mode.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { migrate, readMigrations, readSchemaState } from "../../db/migrate.ts";
import { StartError } from "../../ports/start-error.ts";
import { openOwner } from "../database/installation.ts";

export type { RestorePoint };

export interface RestoreNeeds {
  readonly target: DataPlaceOptions;
  readonly folder: BackupFolder;
  readonly backup: StoredBackup;
  readonly point: RestorePoint;
  readonly actor: Actor;
  readonly log: (line: string) => void;
}

export interface RestoredCopy {
  readonly dataDir: string;
  /** How many archived segments were replayed. */
  readonly segments: number;
  /** As restored, before safe mode added its audit entry. */
  readonly rows: Readonly<Record<string, number>>;
}

export async function restoreBackup(needs: RestoreNeeds): Promise<RestoredCopy> {
  const { target, folder, backup, point, log } = needs;
  let segments = 0;
  let rows: RestoredCopy["rows"] = {};
  const restored = restoreCluster({
    ...target,
    postgres: backup.manifest.postgres,
    password: passwordFile(backup.folder),
    flags: recoveryFlags(point),
    log,
    fill: async (cluster, account) => {
      segments = await layOutBackup({ folder, backup, cluster, account }, point);
    },
    finish: async ({ connectionString }) => {
      const owner = openOwner(connectionString);
      try {
        rows = await new BackupStateStore(owner).countRows();
        await holdCopy(owner, needs);
      } finally {
        await owner.close();
      }
    },
  });
  const dataDir = await restored.catch((error: unknown) => {
    throw explainRecovery(error, needs);
  });
  return { dataDir, segments, rows };
}

/** A backup of an earlier release does not have the table yet. */
async function holdCopy(owner: DatabasePool, { backup, point, actor }: RestoreNeeds) {
  const { newest } = await readSchemaState(owner);
  const migrations = await readMigrations();
  if (newest < migrations.length) await migrate(owner, migrations);
  await turnSafeModeOn(
    owner,
    actor,
    `restored from backup ${backup.name}, ${describePoint(point)}`,
  );
}

export function describePoint(point: RestorePoint): string {
  switch (point.kind) {
    case "backup":
      return "to the end of the backup";
    case "latest":
      return "to the end of the archive";
    case "moment":
      return `to ${point.at.toString()}`;
  }
}

/** What the server says when it ends before the moment is reached. Its log has the reason. */
const ENDED_EARLY = /database system is shut down/;

function explainRecovery(error: unknown, { point }: RestoreNeeds): unknown {
  const isEarly = error instanceof StartError && ENDED_EARLY.test(error.message);
  if (!isEarly || point.kind !== "moment") return error;
  return new StartError(
    `PostgreSQL could not replay the log ${describePoint(point)}: the archive ends before that. Nothing was restored. Choose an earlier moment, or use --latest.`,
  );
}
