/**
 * Wires everything that a web process needs to answer requests: pools, access, interfaces, checks.
 */
import type { Server as TlsServer } from "node:tls";
import type { FastifyInstance } from "fastify";
import { readFolderSpace } from "../adapters/probes/folder-probe.ts";
import type { Config } from "../config.ts";
import { Access, type AccessSettings } from "../core/access/access.ts";
import { PasswordHashing } from "../core/access/password.ts";
import { recordLoginLocked, recordLoginSlowed } from "../core/audit/system-acts.ts";
import { ReplicaStore } from "../core/reports/run/replica-store.ts";
import { RequestLog } from "../core/request-log/request-log.ts";
import { RequestLogStore } from "../core/request-log/request-log-store.ts";
import { countMigrations } from "../db/migrate.ts";
import { operationsInterface } from "../interfaces/operations/interface.ts";
import type { Clock } from "../ports/clock.ts";
import type { Custody } from "../ports/key-custody.ts";
import { compressAnswers } from "../wire/compress-answers.ts";
import type { Hosts } from "./areas/hosts.ts";
import { closePools, openPools, openWorkPools, type Pools } from "./database/pools.ts";
import { registerInterfaces } from "./http/interfaces.ts";
import { openServer } from "./http/server.ts";
import { followTls } from "./http/tls-renewal.ts";
import type { Logger } from "./log/logger.ts";
import { logStaleLogins } from "./log/stale-logins.ts";
import { type OpenedMetrics, openMetrics } from "./process/cluster-metrics.ts";
import { addGauges } from "./process/gauges.ts";
import type { ReadinessChecks } from "./process/readiness.ts";
import { watchReadiness } from "./process/watch-readiness.ts";
import { checkCardHosts } from "./process/work-checks.ts";
import { openClocks } from "./time/clock-check.ts";
import { VERSION } from "./version.ts";

export interface AppNeeds {
  readonly config: Config;
  readonly databaseUrl: string;
  /** The login that owns the tables, if it is not the one of databaseUrl. */
  readonly ownerUrl?: string;
  /** The folder for files of this installation. Default: the setting. */
  readonly dataDir?: string;
  readonly custody: Custody;
  /** The caller closes them, after the app. */
  readonly hosts: Hosts;
  readonly log: Logger;
  readonly clock: Clock;
  /**
   * The clock that is compared with the database's. Default: the machine's own; tests set another.
   */
  readonly machineClock?: Pick<Clock, "wall">;
  readonly opened?: OpenedMetrics;
  /** Overrides of the settings, for tests. */
  readonly access?: Partial<AccessSettings>;
  /** Default: at the product's cost. Most tests use a lower one. */
  readonly passwords?: PasswordHashing;
  /** Which addresses are served. Default: all; tests serve only what they call, to start sooner. */
  readonly isServed?: (address: string) => boolean;
}

export interface App {
  readonly server: FastifyInstance;
  /** Opens named card hosts before the first payment needs them. */
  watchCardHosts(): Promise<void>;
  /** Readiness turns off and new requests are refused. Running requests continue. */
  drain(): void;
  /** Reads the TLS files again, which may have been renewed. */
  reload(): void;
  /** Stores the entries that the request log has in memory. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export async function openApp(needs: AppNeeds): Promise<App> {
  const { config, log, custody, clock, hosts } = needs;
  const { opened = openMetrics(), passwords = new PasswordHashing() } = needs;
  const pools = openPools(config, needs.databaseUrl, log);
  const clocks = openClocks(pools.probe, config, needs.machineClock);
  const schema = await countMigrations();
  const watch = await watchReadiness(pools.probe, { custody, clocks, log, schema });
  const { readiness } = watch;
  const { metrics } = opened;
  const requests = openRequestLog(needs, pools);
  const requestLog = requests && { requests, clock };
  const serverNeeds = { config, log, readiness, version: VERSION, metrics, requestLog };
  const server = await openServer(serverNeeds);
  const tls = followServerTls(server, needs, { readiness, metrics });
  const replica = openReplicaState(config, pools);
  const hsm = custody.hsmHealth;
  const facts = machineFacts(needs, tls);
  addGauges(opened.metrics, { pools, clock, requests, clocks, hosts, replica, hsm, ...facts });
  readiness.add(checkCardHosts(hosts));
  const access = openAccess(needs, pools);
  await access.start();
  const work = openWork(needs);
  const onStaleTimestamp = logStaleLogins(log, clocks);
  const parts = { pools, access, custody, clock, config, hosts, work, readiness, schema };
  const own = { passwords, onStaleTimestamp, examine: () => examineRunning(needs), ...facts };
  await registerInterfaces(server, { ...parts, ...own }, needs.isServed);
  const operations = operationsNeeds(needs, readiness, { ...opened, schema });
  await server.register(async (scope) => {
    compressAnswers(scope);
    await operationsInterface(scope, operations);
  });
  return {
    server,
    watchCardHosts: () => hosts.watchCardHosts(pools.payments),
    drain: () => readiness.drain(),
    reload: () => tls?.reload(),
    flush: async () => requests?.flush(),
    close: async () => {
      readiness.drain();
      tls?.close();
      await server.close();
      access.close();
      await requests?.flush();
      await watch.close();
      await Promise.all([closePools(pools), work?.owner.close(), work?.payments.close()]);
    },
  };
}

function followServerTls(
  { server }: FastifyInstance,
  { config, log, clock }: AppNeeds,
  { readiness, metrics }: Pick<OpenedMetrics, "metrics"> & { readonly readiness: ReadinessChecks },
) {
  const tls = followTls({ server: server as unknown as TlsServer, config, log, clock });
  if (tls === undefined) return undefined;
  readiness.add(tls);
  metrics.addGauge("sixdoors_tls_certificate_days_left", () => tls.daysLeft());
  return tls;
}

/** Runs the checks of `doctor` in this process, with connections of their own. */
async function examineRunning({ config, clock, databaseUrl, ...needs }: AppNeeds) {
  const { ownerUrl = databaseUrl, dataDir = config.dataDir } = needs;
  const isEmbedded = config.databaseUrl === undefined;
  const place = { url: databaseUrl, ownerUrl, dataDir, isEmbedded, close: async () => {} };
  // Loaded with the first run, because most processes never need it.
  const { runDoctor } = await import("./doctor/doctor.ts");
  return runDoctor({ config, clock, dataDir, openPlace: async () => place });
}

/** `certificateEnds`: of the certificate that is served, and of those for card hosts. */
function machineFacts(needs: AppNeeds, tls: { readonly end: Temporal.Instant } | undefined) {
  const served = () => (tls === undefined ? [] : [tls.end]);
  return {
    freeDiskBytes: freeDiskBytes(needs),
    certificateEnds: () => [...served(), ...needs.hosts.certificateEnds().values()],
  };
}

/** Only the embedded database is surely on the disk of the data folder. */
function freeDiskBytes({ config, dataDir = config.dataDir }: AppNeeds) {
  if (config.databaseUrl !== undefined) return undefined;
  return async () => (await readFolderSpace(dataDir)).freeBytes;
}

/** Only certification moves the clock, which needs the owner of the tables. */
function openWork({ config, databaseUrl, ownerUrl = databaseUrl, dataDir }: AppNeeds) {
  if (config.environment === "production") return undefined;
  const pools = openWorkPools(config, { databaseUrl, ownerUrl });
  return { ...pools, dataDir: dataDir ?? config.dataDir };
}

/** Changes of credentials are read on the probe's pool, where they never wait behind a queue. */
function openAccess({ config, custody, clock, access }: AppNeeds, pools: Pools): Access {
  const { ratePerCaller, ratePerAddress } = config;
  const settings = {
    callerPerSecond: ratePerCaller,
    callerBurst: ratePerCaller * 2,
    addressPerSecond: ratePerAddress,
    addressBurst: ratePerAddress * 2,
    ...access,
  };
  return new Access({
    database: pools.app,
    watchDatabase: pools.probe,
    custody,
    clock,
    settings,
    onLock: recordLoginLocked,
    onSlow: recordLoginSlowed,
  });
}

/** Asked with the connections of reports: for a moment, they may use all of them. */
function openReplicaState({ reportLagMs: lagMaxMs }: Config, { probe, replica }: Pools) {
  return replica && { state: new ReplicaStore(probe, replica), lagMaxMs };
}

/** Only certification keeps requests and answers. */
function openRequestLog(needs: AppNeeds, pools: Pools): RequestLog | undefined {
  const { environment, retention } = needs.config;
  if (environment === "production" || retention.requestLogDays === 0) return undefined;
  const onFailure = (error: unknown) =>
    needs.log.warn({ err: error }, "some requests could not be stored in the request log");
  return new RequestLog(new RequestLogStore(pools.app), onFailure);
}

function operationsNeeds(
  { config }: AppNeeds,
  readiness: ReadinessChecks,
  opened: OpenedMetrics & { readonly schema: number },
) {
  return {
    readiness,
    version: { product: VERSION, schema: opened.schema },
    environment: config.environment,
    metrics: { text: opened.text, from: config.metricsFrom },
  };
}
