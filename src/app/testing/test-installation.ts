/**
 * One state of a test gateway: a clone of the template with everything that serves it. A reset opens
 * the next one and closes this one.
 */
import { ScriptedCardHost } from "../../adapters/scripted-card-host.ts";
import { type App, openApp } from "../app.ts";
import { type Hosts, openHosts } from "../areas/hosts.ts";
import { type Installation, openOwner } from "../database/installation.ts";
import { startJobs } from "../jobs.ts";
import { openCustody } from "../keys/custody.ts";
import { openMetrics } from "../process/cluster-metrics.ts";
import { openClock } from "../time/clock.ts";
import type { DatabaseClone } from "./database-slot.ts";
import { keepTestWebhooks } from "./test-endpoints.ts";
import { openTestTools, type TestTools } from "./test-tools.ts";

export interface TestInstallation {
  readonly app: App;
  readonly tools: TestTools;
  readonly cardHost: ScriptedCardHost;
  /** Jobs begin when the installation is in use. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export type TestSettings = Pick<Installation, "config" | "log">;

export async function openTestInstallation(
  { config, log }: TestSettings,
  { place, drop }: DatabaseClone,
): Promise<TestInstallation> {
  const owner = openOwner(place.ownerUrl);
  const installation = { config, log, place, owner, close: () => owner.close() };
  const cardHost = new ScriptedCardHost();
  const hosts = scriptHosts(openHosts(config, log), cardHost);
  const [keys, time] = await Promise.all([openCustody(installation), openClock(installation)]);
  const { custody } = keys;
  const { clock } = time;
  const opened = openMetrics();
  const parts = { config, log, custody, clock, hosts, opened, dataDir: place.dataDir };
  const app = await openApp({ ...parts, databaseUrl: place.url, ownerUrl: place.ownerUrl });
  const tools = openTestTools({ installation, custody, clock, hosts, look: time.look });
  let endJobs = async () => {};
  return {
    ...{ app, tools, cardHost },
    start: async () => {
      const jobs = { metrics: opened.metrics, runsTimers: false, wrapSender: keepTestWebhooks };
      endJobs = await startJobs(installation, { custody, clock, hosts, ...jobs });
    },
    close: async () => {
      await Promise.all([app.close(), endJobs()]);
      await tools.close();
      await Promise.all([hosts.close(), time.close(), keys.close(), owner.close()]);
      await drop();
    },
  };
}

function scriptHosts(hosts: Hosts, cardHost: ScriptedCardHost): Hosts {
  return { ...hosts, processorFor: (db) => cardHost.wrapProcessor(hosts.processorFor(db)) };
}
