/** The database connections of a process, by role. */
import type { Config } from "../../config.ts";
import { DatabasePool, type PoolOptions } from "../../db/database-pool.ts";
import { APP_ROLE, PAYMENTS_ROLE } from "../../db/roles.ts";
import type { Logger } from "../log/logger.ts";
import { reportDatabaseUrl } from "./database-place.ts";
import { openOwner } from "./installation.ts";

export interface Pools {
  readonly app: DatabasePool;
  readonly payments: DatabasePool;
  /** For reports only: one connection for each, so that payments never wait for a report. */
  readonly reports: DatabasePool;
  /** The same for the read replica, if there is one. */
  readonly replica: DatabasePool | undefined;
  /** For readiness checks, which never wait behind a queue of statements. */
  readonly probe: DatabasePool;
}

/** The pools of certification's console for moving the clock, which runs the work of jobs. */
export interface WorkPools {
  /** Uses the login that owns the tables. */
  readonly owner: DatabasePool;
  /** Uses the payments role, with a long statement timeout. */
  readonly payments: DatabasePool;
}

/**
 * Every statement of a payment finds its few rows by an index, whatever the statistics of a new
 * month are, and is planned once per connection.
 */
export const INDEX_LOOKUPS_ONLY = {
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  plan_cache_mode: "force_generic_plan",
};

/** One each for the database check, changes of credentials, clocks and workers. */
const PROBES = 4;
/** Lanes of due work run at the same time, and the files of each bank hold a connection. */
const JOB_CONNECTIONS = 8;
const JOB_TIMEOUT_MS = 600_000;
/** Short, so that a dead connection does not delay noticing that the database is back. */
const PROBE_TIMEOUT_MS = 1_000;

/** For jobs and commands that pay: a small pool with the settings of the payment pool. */
export function openPaymentsPool(config: Config, connectionString: string): DatabasePool {
  return new DatabasePool({
    connectionString,
    role: PAYMENTS_ROLE,
    size: JOB_CONNECTIONS,
    queueMax: config.databaseQueue,
    // Closing the batch of a large account takes long, and no caller waits for it.
    statementTimeoutMs: JOB_TIMEOUT_MS,
    settings: INDEX_LOOKUPS_ONLY,
  });
}

const DELIVERY_CONNECTIONS = 4;

/**
 * For the outbox, which is polled all day. A plan that was made while the table was empty must not
 * scan the whole table when it is full.
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

/** Does not connect before the first use. */
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

type OpenPool = (role: string, size: number, more?: Partial<PoolOptions>) => DatabasePool;

function poolOpener(config: Config, connectionString: string, log: Logger): OpenPool {
  return (role, size, more = {}) =>
    new DatabasePool({
      connectionString,
      role,
      size,
      queueMax: config.databaseQueue,
      statementTimeoutMs: config.databaseTimeoutMs,
      connectTimeoutMs: config.databaseConnectTimeoutMs,
      onError: (error) => log.warn({ err: error }, "a database connection was lost"),
      ...more,
    });
}

export function openPools(config: Config, connectionString: string, log: Logger): Pools {
  const open = poolOpener(config, connectionString, log);
  const reportUrl = reportDatabaseUrl(config);
  return {
    app: open(APP_ROLE, config.databasePool),
    reports: open(APP_ROLE, config.reportsAtOnce),
    replica:
      reportUrl === undefined
        ? undefined
        : open(APP_ROLE, config.reportsAtOnce, { connectionString: reportUrl }),
    payments: open(PAYMENTS_ROLE, config.databasePool, { settings: INDEX_LOOKUPS_ONLY }),
    probe: openProbe(open),
  };
}

function openProbe(open: OpenPool): DatabasePool {
  return open(APP_ROLE, PROBES, { statementTimeoutMs: PROBE_TIMEOUT_MS });
}

/** For the metrics of a process that only runs jobs. */
export type WorkerPools = Pick<Pools, "app" | "payments" | "probe">;

export function openWorkerPools(
  config: Config,
  connectionString: string,
  log: Logger,
): WorkerPools {
  const open = poolOpener(config, connectionString, log);
  return {
    app: open(APP_ROLE, 1),
    payments: open(PAYMENTS_ROLE, 1, { settings: INDEX_LOOKUPS_ONLY }),
    probe: openProbe(open),
  };
}

/** Of a process with jobs: due work, bank files, deliveries, timers, heartbeats, health and metrics. */
const JOBS_CONNECTIONS_MAX = 43;
/** Two connections of each web process are those of key custody. */
const CUSTODY_CONNECTIONS = 2;

/** The most connections that the processes of one machine open, as docs/operations.md says. */
export function countConnectionsMax(
  config: Pick<Config, "databasePool" | "reportsAtOnce" | "workers">,
): number {
  const { databasePool, reportsAtOnce, workers } = config;
  const web = 2 * databasePool + reportsAtOnce + PROBES + CUSTODY_CONNECTIONS;
  return web * Math.max(1, workers) + JOBS_CONNECTIONS_MAX;
}
