/**
 * Health checks and metrics of a process that only runs jobs, on a port of its own. A process that
 * also answers requests has both among its other addresses.
 */
import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../config.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { countMigrations } from "../../db/migrate.ts";
import { healthInterface } from "../../interfaces/operations/interface.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Custody } from "../../ports/key-custody.ts";
import type { Hosts } from "../areas/hosts.ts";
import { openWorkerPools } from "../database/pools.ts";
import { openServer } from "../http/server.ts";
import type { Logger } from "../log/logger.ts";
import { openClocks } from "../time/clock-check.ts";
import { VERSION } from "../version.ts";
import type { OpenedMetrics } from "./cluster-metrics.ts";
import { addGauges } from "./gauges.ts";
import { listenError } from "./listen-error.ts";
import { watchReadiness } from "./watch-readiness.ts";
import { checkCardHosts } from "./work-checks.ts";

export interface WorkerHealthNeeds {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly custody: Custody;
  readonly clock: Clock;
  readonly hosts: Hosts;
  readonly log: Logger;
  readonly opened: OpenedMetrics;
}

export interface WorkerHealth {
  /** Undefined: nothing listens. */
  readonly url: string | undefined;
  /** For the jobs: the id under which they report, and what to call with each of their pools. */
  readonly jobs: { readonly workerId: string; onPool(pool: DatabasePool): void };
  /** Readiness turns off. */
  drain(): void;
  close(): Promise<void>;
}

export async function openWorkerHealth(needs: WorkerHealthNeeds): Promise<WorkerHealth> {
  const [workerId, pools]: [string, DatabasePool[]] = [randomUUID(), []];
  const jobs = { workerId, onPool: (pool: DatabasePool) => void pools.push(pool) };
  const { workerPort: port, workerHost: host } = needs.config;
  if (port === undefined) return withoutListener(jobs);
  const served = await openHealthServer(needs, workerId, pools);
  try {
    const url = await served.server.listen({ host, port });
    return { url, jobs, drain: served.drain, close: served.close };
  } catch (error) {
    await served.close();
    const why = listenError(error, { host, port }, SETTING_NAMES);
    if (why === undefined || !isDefaultPort(needs.config)) throw why ?? error;
    // Several such processes may run on one machine, and their jobs matter more.
    needs.log.warn(`${why.message} The jobs run without health checks and metrics.`);
    return withoutListener(jobs);
  }
}

const SETTING_NAMES = { host: "WORKER_HOST", port: "WORKER_PORT" };

function isDefaultPort({ inForce }: Config): boolean {
  return inForce.some(({ name, isDefault }) => name === SETTING_NAMES.port && isDefault);
}

function withoutListener(jobs: WorkerHealth["jobs"]): WorkerHealth {
  return { url: undefined, jobs, drain: () => {}, close: async () => {} };
}

async function openHealthServer(
  { config, databaseUrl, custody, clock, hosts, log, opened }: WorkerHealthNeeds,
  workerId: string,
  otherPools: readonly DatabasePool[],
) {
  const pools = openWorkerPools(config, databaseUrl, log);
  const [clocks, schema] = [openClocks(pools.probe, config), await countMigrations()];
  const watch = await watchReadiness(pools.probe, { custody, clocks, log, schema, workerId });
  const { readiness } = watch;
  readiness.add(checkCardHosts(hosts));
  const { metrics, text } = opened;
  const hsm = custody.hsmHealth;
  addGauges(metrics, { pools, otherPools, clock, requests: undefined, clocks, hosts, hsm });
  const server: FastifyInstance = await openServer({
    config: { ...config, tlsCertFile: undefined, tlsKeyFile: undefined },
    ...{ log, readiness, version: VERSION, metrics },
  });
  healthInterface(server, {
    readiness,
    version: { product: VERSION, schema },
    environment: config.environment,
    metrics: { text, from: config.metricsFrom },
  });
  const close = async () => {
    await server.close();
    await watch.close();
    await Promise.all([pools.app.close(), pools.payments.close()]);
  };
  return { server, drain: () => readiness.drain(), close };
}
