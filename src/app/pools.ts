/** A web process's connections, by role. */
import type { Config } from "../config.ts";
import { DatabasePool } from "../db/database.ts";
import { APP_ROLE, PAYMENTS_ROLE } from "../db/roles.ts";
import type { Logger } from "./logger.ts";

export interface Pools {
  readonly app: DatabasePool;
  readonly payments: DatabasePool;
  /** For looking whether the database is there: never behind a queue of statements. */
  readonly probe: DatabasePool;
}

/** One looks whether the database is there, one for changes of credentials. */
const PROBES = 2;
/** A dead line must not hold up the news that the database is back. */
const PROBE_TIMEOUT_MS = 1_000;

export function openPools(config: Config, connectionString: string, log: Logger): Pools {
  const open = (role: string, size: number, statementTimeoutMs = config.databaseTimeoutMs) =>
    new DatabasePool({
      connectionString,
      role,
      size,
      queueMax: config.databaseQueue,
      statementTimeoutMs,
      onError: (error) => log.warn({ err: error }, "a database connection was lost"),
    });
  return {
    app: open(APP_ROLE, config.databasePool),
    payments: open(PAYMENTS_ROLE, config.databasePool),
    probe: open(APP_ROLE, PROBES, PROBE_TIMEOUT_MS),
  };
}
