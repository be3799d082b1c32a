/** `serve`: runs the gateway, with web and jobs in one process or with several web processes. */
import cluster from "node:cluster";
import { checkCardHost } from "../../app/areas/card-hosts/default-host.ts";
import { type Hosts, openHosts } from "../../app/areas/hosts.ts";
import { checkVerifier } from "../../app/areas/verification.ts";
import { checkServer } from "../../app/database/database-logins.ts";
import {
  type Installation,
  openInstallation,
  shareInstallation,
} from "../../app/database/installation.ts";
import { migrateInstallation, prepareWeb, seedInstallation } from "../../app/database/prepare.ts";
import { readTls } from "../../app/http/tls.ts";
import { startJobs } from "../../app/jobs.ts";
import { openCustody } from "../../app/keys/custody.ts";
import {
  gatherMetrics,
  type OpenedMetrics,
  openMetrics,
} from "../../app/process/cluster-metrics.ts";
import { listenForStop, type StopSignal } from "../../app/process/stop-signal.ts";
import { startTelemetry } from "../../app/process/telemetry.ts";
import { startWeb } from "../../app/process/web.ts";
import {
  RELOAD,
  STOP,
  startWebProcesses,
  type WebMessage,
} from "../../app/process/web-processes.ts";
import { openWorkerHealth } from "../../app/process/worker-health.ts";
import { openClock } from "../../app/time/clock.ts";
import { checkClock } from "../../app/time/clock-check.ts";
import type { Config } from "../../config.ts";
import { readCertificationSeed } from "../../core/certification/certification-seed.ts";
import { SafeModeStore } from "../../core/safe-mode/safe-mode-store.ts";
import type { Clock } from "../../ports/clock.ts";
import { commandProcess } from "../../ports/command-process.ts";
import type { Custody } from "../../ports/key-custody.ts";
import { FolderInUse, StartError } from "../../ports/start-error.ts";
import { firstPayment } from "../../wire/certification/first-payment.ts";
import { announceReady } from "./banner.ts";

export interface ServeOptions {
  /** Only answer requests. */
  readonly web?: boolean;
  /** Only run jobs. */
  readonly worker?: boolean;
}

export async function serve(config: Config, options: ServeOptions): Promise<void> {
  if (cluster.isWorker) return serveAsWorker(config);
  checkFiles(config, options);
  const stop = listenForStop();
  // One process for web and one for jobs may share an embedded database.
  const isHalf = options.worker !== options.web;
  const installation = await (isHalf ? openOrShareInstallation : openInstallation)(config);
  stop.beforeLeaving(() => installation.place.close());
  try {
    await serveFrom(installation, options, stop);
  } finally {
    await installation.close();
  }
  // A connection to a database that does not answer would keep the process running.
  commandProcess().exit();
}

/** Checks the files that settings name before anything is started. */
function checkFiles(config: Config, { web, worker }: ServeOptions): void {
  checkVerifier(config);
  checkCardHost(config);
  if (web === true || worker !== true) readTls(config);
}

async function serveFrom(
  installation: Installation,
  options: ServeOptions,
  stop: StopSignal,
): Promise<void> {
  const { config } = installation;
  const isWebAlone = options.web === true && options.worker !== true;
  await checkServer(installation);
  await checkClock(installation);
  await (isWebAlone ? prepareWeb : migrateInstallation)(installation);
  const opened = openMetrics();
  const telemetry = await startTelemetry(config, { opened, log: installation.log });
  const hosts = openHosts(config, installation.log, opened.metrics);
  const [keys, time] = [await openCustody(installation), await openClock(installation)];
  try {
    if (config.environment === "certification") await seedInstallation(installation, keys.custody);
    const parts = { custody: keys.custody, clock: time.clock, hosts, opened };
    if (!stop.isRequested()) await runUntilStopped(installation, parts, { options, stop });
  } finally {
    await hosts.close();
    await time.close();
    await keys.close();
    await telemetry.close();
  }
}

interface Parts {
  readonly custody: Custody;
  readonly clock: Clock;
  readonly hosts: Hosts;
  readonly opened: OpenedMetrics;
}

interface Asked {
  readonly options: ServeOptions;
  readonly stop: StopSignal;
}

async function runUntilStopped(installation: Installation, parts: Parts, { options, stop }: Asked) {
  const { web: webAlone, worker: jobsAlone } = options;
  const web = jobsAlone && !webAlone ? undefined : await openWeb(installation, parts);
  const health = web === undefined ? await openHealth(installation, parts) : undefined;
  const onUnfitSchema = () => stop.stopWithError("schema of a newer release");
  const needs = { ...parts, ...health?.jobs, metrics: parts.opened.metrics, onUnfitSchema };
  const endJobs = webAlone && !jobsAlone ? undefined : await startJobs(installation, needs);
  if (web !== undefined) stop.onReload(() => web.reload());
  const payment = await findFirstPayment(installation.config, parts.clock);
  const safeMode = await new SafeModeStore(installation.owner).readSafeMode();
  const urls = { url: web?.url, healthUrl: health?.url };
  announceReady(installation, urls, { payment, safeMode });
  installation.log.info({ signal: await stop.requested }, "stopping");
  health?.drain();
  // Running requests finish before the database is closed, even if stopping the jobs fails.
  const ends = await Promise.allSettled([web?.stop(), endJobs?.()]);
  for (const end of ends) {
    if (end.status === "rejected") {
      installation.log.error({ err: end.reason }, "an error occurred while stopping");
    }
  }
  await health?.close();
}

function openHealth({ config, log, place }: Installation, parts: Parts) {
  return openWorkerHealth({ config, log, databaseUrl: place.url, ...parts });
}

async function findFirstPayment({ environment }: Config, clock: Clock) {
  if (environment === "production") return undefined;
  return firstPayment(await readCertificationSeed(), clock.business());
}

async function openWeb({ config, log, place }: Installation, parts: Parts) {
  if (config.workers === 0) return startWeb({ config, ...databaseUrls(place), log, ...parts });
  gatherMetrics(parts.opened.metrics);
  return startWebProcesses(config.workers, log);
}

function databaseUrls({ url: databaseUrl, ownerUrl, dataDir }: Installation["place"]) {
  return { databaseUrl, ownerUrl, dataDir };
}

/** The process that starts first runs the embedded database, and the other one uses it. */
async function openOrShareInstallation(config: Config): Promise<Installation> {
  try {
    return await openInstallation(config);
  } catch (error) {
    if (error instanceof FolderInUse) return shareInstallation(config);
    throw error;
  }
}

/** One of several web processes. The primary process tells it to stop, not the terminal. */
async function serveAsWorker(config: Config): Promise<void> {
  for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => {});
  const stopped = new Promise<void>((resolve) => {
    process.on("message", (message) => message === STOP && resolve());
    process.on("SIGTERM", () => resolve());
  });
  try {
    const installation = await shareInstallation(config);
    const { place, log } = installation;
    const keys = await openCustody(installation);
    const { clock, close } = await openClock(installation);
    const opened = openMetrics();
    const telemetry = await startTelemetry(config, { opened, log });
    const hosts = openHosts(config, log, opened.metrics);
    const { custody } = keys;
    const needs = { config, ...databaseUrls(place), custody, clock, hosts, log, opened };
    const web = await startWeb(needs);
    process.on("message", (message) => message === RELOAD && web.reload());
    await sendToPrimary({ kind: "listening", url: web.url });
    await stopped;
    await web.stop();
    await hosts.close();
    await close();
    await keys.close();
    await installation.close();
    await telemetry.close();
    process.exit(0);
  } catch (error) {
    const isError = error instanceof StartError;
    const why = isError ? error.message : `A web process could not start: ${error}`;
    await sendToPrimary({ kind: "cannot_start", why });
    process.exit(1);
  }
}

/** Waits until the message is sent, because a process that exits loses unsent messages. */
function sendToPrimary(message: WebMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}
