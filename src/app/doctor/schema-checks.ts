/** Checks of the schema, its place on a cluster, and the read replica of reports. */
import type { Config } from "../../config.ts";
import { ReplicaStore } from "../../core/reports/run/replica-store.ts";
import { DatabasePool } from "../../db/database-pool.ts";
import { errorReason } from "../../db/error-reason.ts";
import { findPendingMigrations, readMigrations, readSchemaState } from "../../db/migrate.ts";
import { APP_ROLE } from "../../db/roles.ts";
import { type CheckFinding, foundFailing, foundOk, foundWarning } from "../../ports/finding.ts";
import { reportDatabaseUrl } from "../database/database-place.ts";
import { explainSchemaErrors } from "../database/explain-schema-errors.ts";
import { requirePlacement } from "../database/table-placement.ts";
import { judgeSchema } from "../process/work-checks.ts";
import type { DoctorDatabase } from "./doctor-parts.ts";

export async function checkSchema({ installation }: DoctorDatabase): Promise<CheckFinding> {
  const { owner, config } = installation;
  const migrations = await readMigrations();
  const pending = await explainSchemaErrors(() => findPendingMigrations(owner, migrations));
  if (pending.length > 0) {
    return foundFailing(
      pending.length === migrations.length
        ? "The database has no tables yet."
        : `${pending.length} migrations of this release were not applied.`,
      "Run `sixdoors migrate`, or start `serve`, which migrates too.",
    );
  }
  await requirePlacement(owner, config);
  return judgeSchema(await readSchemaState(owner), migrations.length);
}

const REPLICA_TIMEOUT_MS = 5_000;

/** A replica that cannot be used is a warning: reports then use the primary. */
export async function checkReplica(config: Config, { app }: DoctorDatabase): Promise<CheckFinding> {
  const replica = new DatabasePool({
    connectionString: reportDatabaseUrl(config) ?? "",
    role: APP_ROLE,
    size: 1,
    queueMax: 1,
    statementTimeoutMs: REPLICA_TIMEOUT_MS,
    connectTimeoutMs: REPLICA_TIMEOUT_MS,
  });
  try {
    return judgeLag(await new ReplicaStore(app, replica).lagMs(), config.reportLagMs);
  } catch (error) {
    return foundWarning(
      `The server of REPORT_DATABASE_URL cannot be used: ${errorReason(error)}. Reports use the primary.`,
      "Check REPORT_DATABASE_URL and that server.",
    );
  } finally {
    await replica.close();
  }
}

function judgeLag(lagMs: number, lagMaxMs: number): CheckFinding {
  const behind = Number.isFinite(lagMs) ? `${Math.round(lagMs)} ms behind` : "without any data";
  const found = `The read replica for reports is ${behind}.`;
  if (lagMs <= lagMaxMs) return foundOk(found);
  return foundWarning(
    `${found} Reports use the primary.`,
    "Check the replica's log and disk, or raise REPORT_LAG_MS.",
  );
}
