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

export function openPools(config: Config, connectionString: string, log: Logger): Pools {
  const open = (role: string, size: number) =>
    new DatabasePool({
      connectionString,
      role,
      size,
      queueMax: config.databaseQueue,
      statementTimeoutMs: config.databaseTimeoutMs,
      onError: (error) => log.warn({ err: error }, "a database connection was lost"),
    });
  return {
    app: open(APP_ROLE, config.databasePool),
    payments: open(PAYMENTS_ROLE, config.databasePool),
    probe: open(APP_ROLE, 1),
  };
}
