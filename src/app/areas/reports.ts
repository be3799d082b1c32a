/** Wires reporting: its queue, its database connections and its spool. */
import { tmpdir } from "node:os";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { FileSpools } from "../../adapters/file-spool.ts";
import type { Config } from "../../config.ts";
import { ReplicaStore } from "../../core/reports/run/replica-store.ts";
import { ReportPacing } from "../../core/reports/run/report-pacing.ts";
import { ReportQueue } from "../../core/reports/run/report-queue.ts";
import { ReportSources } from "../../core/reports/run/report-sources.ts";
import { ReportStore } from "../../core/reports/run/report-store.ts";
import type { ReportNeeds } from "../../core/reports/run/run-report.ts";
import type { DatabasePool } from "../../db/database-pool.ts";

/** The longest lifetime of a snapshot, because PostgreSQL cannot vacuum while one is open. */
const SNAPSHOT_LIMIT_MS = 300_000;
const MEBIBYTE = 1024 * 1024;

export interface OpenReportsNeeds {
  readonly config: Config;
  readonly reports: DatabasePool;
  readonly replica: DatabasePool | undefined;
  readonly onTrouble: (trouble: string) => void;
  /** When the last request arrived that was not for a report. */
  readonly lastRequestMs?: () => number;
}

const NEVER = () => Number.NEGATIVE_INFINITY;

export function openReports(needs: OpenReportsNeeds): ReportNeeds {
  const { config } = needs;
  return {
    queue: new ReportQueue({
      perAccount: config.reportsPerAccount,
      inAll: config.reportsAtOnce,
      waitMs: config.reportWaitMs,
    }),
    sources: openSources(needs),
    spools: new FileSpools({
      folder: tmpdir(),
      bytesMax: config.reportSpoolMb * MEBIBYTE,
      onTrouble: needs.onTrouble,
    }),
    snapshotLimitMs: SNAPSHOT_LIMIT_MS,
    pacing: () =>
      new ReportPacing({
        nowMs: () => performance.now(),
        pause: async (ms) => {
          await pause(ms);
        },
        nextTurn: async () => {
          await nextTurn();
        },
        lastRequestMs: needs.lastRequestMs ?? NEVER,
      }),
  };
}

function openSources({ config, reports, replica, onTrouble }: OpenReportsNeeds): ReportSources {
  return new ReportSources({
    primary: new ReportStore(reports),
    replica: replica && {
      store: new ReportStore(replica),
      state: new ReplicaStore(reports, replica),
      lagMaxMs: config.reportLagMs,
    },
    nowMs: () => performance.now(),
    onTrouble,
  });
}
