/** Restores a backup to a scratch folder, checks the copy, and removes it. */
import type { BackupFolder, StoredBackup } from "../../adapters/backup/backup-folder.ts";
import type { RestorePoint } from "../../adapters/backup/lay-out-backup.ts";
import { joinEmbedded } from "../../adapters/embedded-postgres/embedded-postgres.ts";
import type { Config } from "../../config.ts";
import type { Actor } from "../../core/audit/act.ts";
import { Chainer } from "../../core/audit/chainer.ts";
import { type AuditReport, verifyAudit } from "../../core/audit/verify-audit.ts";
import { findDataDir } from "../database/database-place.ts";
import { type Installation, openOwner } from "../database/installation.ts";
import { openCustody } from "../keys/custody.ts";
import { checkInstallationMasterKey } from "../keys/master-key.ts";
import { openLog } from "../log/logger.ts";
import { compareRows, type RowComparison } from "./compare-rows.ts";
import { makeDrillFolder } from "./drill-folder.ts";
import { type RestoreNeeds, restoreBackup } from "./restore-backup.ts";

export interface DrillNeeds {
  readonly config: Config;
  readonly folder: BackupFolder;
  readonly backup: StoredBackup;
  readonly point: RestorePoint;
  readonly actor: Actor;
  /** The folder in which the scratch folder is made. */
  readonly scratch: string;
  readonly log: (line: string) => void;
  /** Called with what removes the copy, for a drill that is stopped. */
  readonly onFolder?: (remove: () => Promise<void>) => void;
}

export interface DrillReport {
  readonly backup: string;
  readonly isSound: boolean;
  readonly segments: number;
  readonly restoreSeconds: number;
  readonly totalSeconds: number;
  readonly audit: AuditReport;
  readonly rows: readonly RowComparison[];
}

export async function runDrill(needs: DrillNeeds): Promise<DrillReport> {
  const folder = await makeDrillFolder(needs.scratch, needs.log);
  try {
    needs.onFolder?.(folder.remove);
    return await drillIn(needs, folder.dataDir);
  } finally {
    await folder.remove();
  }
}

async function drillIn(needs: DrillNeeds, dataDir: string): Promise<DrillReport> {
  const { config, folder, backup, point, actor, log } = needs;
  const target = { dataDir, dataDirIsDefault: false };
  const started = performance.now();
  const restore: RestoreNeeds = { target, folder, backup, point, actor, log };
  const copy = await restoreBackup(restore);
  const restoredMs = performance.now() - started;
  const audit = await verifyCopy(config, dataDir, log);
  const rows = compareRows(backup.manifest.rows, copy.rows, point);
  return {
    backup: backup.name,
    isSound: audit.isSound && rows.every(({ isRight }) => isRight),
    segments: copy.segments,
    restoreSeconds: toSeconds(restoredMs),
    totalSeconds: toSeconds(performance.now() - started),
    audit,
    rows,
  };
}

function toSeconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

/** Needs the master key of the backup, as the gateway would. */
async function verifyCopy(config: Config, dataDir: string, log: (line: string) => void) {
  const server = await joinEmbedded({ dataDir, dataDirIsDefault: false, log });
  const { connectionString: url, stop } = server;
  const owner = openOwner(url);
  try {
    // Certification's master key is in the data folder of the installation, not of the copy.
    const keyDir = await findDataDir(config);
    const place = { url, ownerUrl: url, dataDir: keyDir, isEmbedded: true, close: async () => {} };
    const logger = openLog({ logLevel: "silent" });
    const installation: Installation = { config, log: logger, place, owner, close: async () => {} };
    await checkInstallationMasterKey(installation, owner);
    const keys = await openCustody(installation, { allowsPublishedKeys: true });
    try {
      const { custody } = keys;
      await new Chainer({ db: owner, custody }).chainAll();
      return await verifyAudit({ db: owner, custody }, {});
    } finally {
      await keys.close();
    }
  } finally {
    await owner.close();
    await stop();
  }
}
