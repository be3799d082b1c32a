/**
 * An app with everything that has metrics: TLS files, a card host that can lose answers, an ISO 8583
 * host, a host with a client certificate, an HSM whose token can be removed, a server for reports that
 * can be away, a collector of traces, and a machine clock that can be wrong.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Hsm } from "../../src/adapters/key-custody/hsm/hsm.ts";
import { hsmRoot } from "../../src/adapters/key-custody/hsm/hsm-root.ts";
import { openKeyCustody } from "../../src/adapters/key-custody/key-custody.ts";
import type { PrometheusMetrics } from "../../src/adapters/prometheus-metrics.ts";
import { openApp } from "../../src/app/app.ts";
import { openHosts } from "../../src/app/areas/hosts.ts";
import { openLog } from "../../src/app/log/logger.ts";
import { openMetrics } from "../../src/app/process/cluster-metrics.ts";
import { startTelemetry } from "../../src/app/process/telemetry.ts";
import { CardHostStore } from "../../src/core/card-hosts/card-host-store.ts";
import { HeartbeatStore } from "../../src/core/figures/heartbeat-store.ts";
import { Secret } from "../../src/values/secret.ts";
import { closeTestApp, type TestApp } from "./app.ts";
import { openCardHost } from "./card-host.ts";
import { makeCertificate } from "./certificate.ts";
import { StandingClock } from "./clock.ts";
import { SUITE_KEY } from "./custody.ts";
import { openSeededDatabase, type TestDatabase } from "./database.ts";
import { NO_LIMITS } from "./hooked-app.ts";
import { IsoCardHost } from "./iso-card-host.ts";
import { openReceiver } from "./receiver.ts";
import type { Lifetime } from "./shared.ts";
import { testConfig } from "./test-config.ts";
import { openTestProxy, type TestProxy } from "./test-proxy.ts";
import { until } from "./until.ts";

export interface MonitoredApp extends Pick<TestApp, "server" | "database" | "clock"> {
  readonly metrics: PrometheusMetrics;
  /**
   * How far the machine's clock is ahead, whether the card host's answers are lost, and whether the
   * collector of traces refuses them.
   */
  readonly state: { aheadSeconds: number; losesAnswers: boolean; refusesSpans: boolean };
  readonly isoHost: IsoCardHost;
  readonly hsm: Hsm;
  /** The HSM's module. With a file beside it that ends in ".removed", no session can be opened. */
  readonly hsmModule: string;
  serveCertificate(days: number): Promise<void>;
  /** Opens a card host with a client certificate that is valid for so long. */
  openWithCertificate(days: number): Promise<void>;
  /** The server of reports answers, or no longer. */
  readonly replica: TestProxy;
  /** Sends the spans that wait to the collector. */
  sendSpans(): Promise<void>;
  /** A process that runs jobs reports. */
  reportWorker(): Promise<void>;
  readMetrics(): Promise<string>;
}

export interface Condition {
  /** The alerts that fire, and no others. */
  readonly alerts: readonly string[];
  cause(app: MonitoredApp): Promise<Caused>;
}

export interface Caused {
  /** For metrics that can be read only after something ends: ends it while they are read. */
  whileReading?(): Promise<unknown>;
  end(): Promise<unknown>;
}

/** A worker process that reports that it is alive. */
export const WORKER = {
  id: "00000000-0000-4000-8000-000000000001",
  host: "here",
  processId: 1,
  version: "1",
  clockSkewMs: 0,
};
/** So few that a test can use all of them. */
const CONNECTIONS = 2;

export async function openMonitoredApp(t: Lifetime): Promise<MonitoredApp> {
  const folder = await mkdtemp(path.join(tmpdir(), "monitored-"));
  t.after(() => rm(folder, { recursive: true }));
  const database = await openSeededDatabase(t);
  const state = { aheadSeconds: 0, losesAnswers: false, refusesSpans: false };
  const cardHost = await openCardHost(t, () =>
    state.losesAnswers ? undefined : { outcome: "approved", authorization_code: "OK1234" },
  );
  const isoHost = await IsoCardHost.open(t);
  const host = { name: "switch", connection: isoHost.settings() };
  await new CardHostStore(database.owner).insertHost(host);
  const parts = { ...(await openScriptedHsm(t, database, folder)), state, isoHost };
  const collector = await openReceiver(t, (response) => {
    response.writeHead(state.refusesSpans ? 503 : 200).end();
  });
  const urls = { cardHostUrl: cardHost.url, collectorUrl: collector.url };
  const served = await serveMonitored(database, { folder, ...urls, ...parts });
  const app = { ...parts, ...served, database };
  await app.reportWorker();
  await until(async () => /connections\{host="switch"\} 2/.test(await app.readMetrics()));
  return app;
}

/** The pool of HSM sessions is the product's own, and its threads follow a script. */
async function openScriptedHsm(t: Lifetime, database: TestDatabase, folder: string) {
  const hsmModule = path.join(folder, "module");
  const threadFile = path.resolve(import.meta.dirname, "scripted-hsm-thread.ts");
  const token = { tokenLabel: "token", slot: undefined, environment: "certification" } as const;
  const limits = { sessions: 1, timeoutMs: 20_000 };
  const files = { module: hsmModule, pinFile: path.join(folder, "pin"), threadFile };
  const hsm = new Hsm({ ...token, ...limits, ...files });
  await hsm.open();
  t.after(() => hsm.close());
  const { hsmHealth } = hsmRoot(hsm, { masterKey: "master", baseKey: "base" });
  const root = { ...(await SUITE_KEY.openRoot()), hsmHealth };
  const custody = await openKeyCustody({ db: database.app, root, environment: "certification" });
  return { hsm, hsmModule, custody };
}

interface Parts extends Pick<MonitoredApp, "state"> {
  readonly folder: string;
  readonly cardHostUrl: string;
  readonly collectorUrl: string;
  readonly custody: Awaited<ReturnType<typeof openKeyCustody>>;
}

async function serveMonitored(database: TestDatabase, parts: Parts) {
  const { folder, state, custody, cardHostUrl, collectorUrl } = parts;
  const tls = { tlsCertFile: path.join(folder, "cert"), tlsKeyFile: path.join(folder, "key") };
  const writeCertificate = async (days: number) => {
    const { cert, key } = makeCertificate("monitored", days);
    await Promise.all([writeFile(tls.tlsCertFile, cert), writeFile(tls.tlsKeyFile, key)]);
  };
  await writeCertificate(90);
  const replica = await openTestProxy(new URL(database.url));
  database.beforeDrop(() => replica.close());
  const reportDatabaseUrl = new Secret(replica.url);
  const otlp = { otelExporterOtlpEndpoint: collectorUrl, otelMetricsExporter: "none" } as const;
  const own = { ...testConfig(), ...tls, ...otlp, cardHostUrl, reportDatabaseUrl };
  const config = { ...own, databasePool: CONNECTIONS, dataDir: folder };
  const [log, clock, opened] = [openLog(config), new StandingClock(), openMetrics()];
  const telemetry = await startTelemetry(config, { opened, log });
  const hosts = openHosts(config, log, opened.metrics);
  const machineClock = { wall: () => Temporal.Now.instant().add({ seconds: state.aheadSeconds }) };
  const needs = { config, log, clock, opened, hosts, machineClock, custody, access: NO_LIMITS };
  const app = await openApp({ ...needs, databaseUrl: database.url });
  const openWithCertificate = async (days: number) => {
    await openHostWithCertificate(database, folder, days);
    await app.watchCardHosts();
  };
  await openWithCertificate(90);
  database.beforeDrop(async () => {
    await closeTestApp(app);
    await hosts.close();
    await telemetry.close();
    custody.close();
  });
  const heartbeats = new HeartbeatStore(database.owner);
  return {
    ...{ server: app.server, metrics: opened.metrics, clock, replica, openWithCertificate },
    serveCertificate: async (days: number) => {
      await writeCertificate(days);
      app.reload();
    },
    sendSpans: () => telemetry.flush(),
    reportWorker: () => heartbeats.reportWorker(WORKER),
    readMetrics: async () => (await app.server.inject("/metrics")).body,
  };
}

/** The files have new names each time, so that the host is opened again. */
async function openHostWithCertificate({ owner }: TestDatabase, folder: string, days: number) {
  const files = {
    certFile: path.join(folder, `client-${days}.cert`),
    certKeyFile: path.join(folder, `client-${days}.key`),
  };
  const { cert, key } = makeCertificate("client", days);
  await Promise.all([writeFile(files.certFile, cert), writeFile(files.certKeyFile, key)]);
  const connection = { kind: "json", url: "https://127.0.0.1:9", ...files } as const;
  const store = new CardHostStore(owner);
  const host = { name: "bridge", connection };
  if (!(await store.insertHost(host))) await store.saveHost(host);
}
