/** A web process's connections, by role. */
import type { Config } from "../../config.ts";
import { DatabasePool, type PoolOptions } from "../../db/database-pool.ts";
import { APP_ROLE, PAYMENTS_ROLE } from "../../db/roles.ts";
import type { Logger } from "../log/logger.ts";
import { reportDatabaseUrl } from "./database-place.ts";
import { openOwner } from "./installation.ts";

export interface Pools {
  readonly app: DatabasePool;
  readonly payments: DatabasePool;
  /** For reports alone: a connection each, so that payments never wait for one. */
  readonly reports: DatabasePool;
  /** The same at the read replica, where there is one. */
  readonly replica: DatabasePool | undefined;
  /** For looking whether the database is there: never behind a queue of statements. */
  readonly probe: DatabasePool;
}

/** What certification's console moves the clock with: it does then what jobs do otherwise. */
export interface WorkPools {
  /** Works as the owner of the tables. */
  readonly owner: DatabasePool;
  /** Works under the payments' role, with statements that may take their time. */
  readonly payments: DatabasePool;
}

/**
 * Every statement of a payment finds its few rows by an index, whatever a fresh month's statistics
 * say, and is planned once a connection.
 */
export const INDEX_LOOKUPS_ONLY = {
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  jit: "off",
  plan_cache_mode: "force_generic_plan",
};

/** For the look whether the database is there, changes of credentials, clocks and workers. */
const PROBES = 4;
/** Due work of several lanes runs at once, and each bank's files hold a connection of their own. */
const JOB_CONNECTIONS = 8;
const JOB_TIMEOUT_MS = 600_000;
/** A dead line must not hold up the news that the database is back. */
const PROBE_TIMEOUT_MS = 1_000;

/** For jobs and commands that pay: of few connections, with the settings of the payment path. */
export function openPaymentsPool(config: Config, connectionString: string): DatabasePool {
  return new DatabasePool({
    connectionString,
    role: PAYMENTS_ROLE,
    size: JOB_CONNECTIONS,
    queueMax: config.databaseQueue,
    // A batch of a big account takes its time, and nobody waits for it.
    statementTimeoutMs: JOB_TIMEOUT_MS,
    settings: INDEX_LOOKUPS_ONLY,
  });
}

const DELIVERY_CONNECTIONS = 4;

/**
 * For the outbox, which is asked all day whether anything waits: that is planned once, and if it was
 * while the table was empty it must not read all of a full one.
 */
export function openDeliveryPool(
  config: Pick<Config, "databaseQueue" | "databaseTimeoutMs">,
  connectionString: string,
): DatabasePool {
  return new DatabasePool({
    connectionString,
    role: PAYMENTS_ROLE,
    size: DELIVERY_CONNECTIONS,
    queueMax: config.databaseQueue,
    statementTimeoutMs: config.databaseTimeoutMs,
    settings: { enable_seqscan: "off" },
  });
}

/** Connects to nothing before it is needed. */
export function openWorkPools(
  config: Config,
  urls: { readonly databaseUrl: string; readonly ownerUrl: string },
): WorkPools {
  return {
    owner: openOwner(urls.ownerUrl),
    payments: openPaymentsPool(config, urls.databaseUrl),
  };
}

export async function closePools({ app, payments, reports, replica }: Pools): Promise<void> {
  await Promise.all([app.close(), payments.close(), reports.close(), replica?.close()]);
}

export function openPools(config: Config, connectionString: string, log: Logger): Pools {
  const open = (role: string, size: number, more: Partial<PoolOptions> = {}) =>
    new DatabasePool({
      connectionString,
      role,
      size,
      queueMax: config.databaseQueue,
      statementTimeoutMs: config.databaseTimeoutMs,
      onError: (error) => log.warn({ err: error }, "a database connection was lost"),
      ...more,
    });
  const reportUrl = reportDatabaseUrl(config);
  return {
    app: open(APP_ROLE, config.databasePool),
    reports: open(APP_ROLE, config.reportsAtOnce),
    replica:
      reportUrl === undefined
        ? undefined
        : open(APP_ROLE, config.reportsAtOnce, { connectionString: reportUrl }),
    payments: open(PAYMENTS_ROLE, config.databasePool, { settings: INDEX_LOOKUPS_ONLY }),
    probe: open(APP_ROLE, PROBES, { statementTimeoutMs: PROBE_TIMEOUT_MS }),
  };
}
