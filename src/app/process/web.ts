/** One web process: the app behind a listening socket, and how it goes down without a loss. */
import { Server as ListeningServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "../../config.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Custody } from "../../ports/key-custody.ts";
import { StartError } from "../../ports/start-error.ts";
import { openApp } from "../app.ts";
import type { Hosts } from "../areas/hosts.ts";
import { RunningResponses } from "../http/running-responses.ts";
import type { Logger } from "../log/logger.ts";
import type { OpenedMetrics } from "./cluster-metrics.ts";

export interface WebNeeds {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly ownerUrl: string;
  readonly dataDir: string;
  readonly custody: Custody;
  readonly hosts: Hosts;
  readonly log: Logger;
  readonly clock: Clock;
  readonly opened?: OpenedMetrics;
}

export interface Web {
  readonly url: string;
  /** Reads files that may have been renewed again. */
  reload(): void;
  /** Nothing new is accepted, running requests finish within their limit, then all is let go. */
  stop(): Promise<void>;
}

/** What was sent in the moment in which we began to stop is still read, and answered "try again". */
const LINGER_MS = 100;
/** No request of ours takes this long, so one on whose connection nothing moves for it is dead. */
const SILENCE_MS = 120_000;
const LOOK_EVERY_MS = 10_000;

export async function startWeb(needs: WebNeeds): Promise<Web> {
  const { config, log } = needs;
  const app = await openApp(needs);
  const { server } = app.server;
  const running = new RunningResponses(server);
  const silenceMs = Math.max(SILENCE_MS, config.requestTimeoutMs * 2);
  const watch = setInterval(() => running.closeSilentConnections(silenceMs), LOOK_EVERY_MS).unref();
  try {
    const address = await app.server.listen({ host: config.host, port: config.port });
    return { url: config.publicUrl ?? address, reload: () => app.reload(), stop };
  } catch (error) {
    await app.close();
    throw listenError(error, config) ?? error;
  }

  async function stop(): Promise<void> {
    app.drain();
    // The server's own close would cut idle connections, on which a request may be on its way.
    ListeningServer.prototype.close.call(server);
    const finished = running.waitUntilFinished().then(() => pause(LINGER_MS, true));
    const late = pause(config.shutdownTimeoutMs, false, { ref: false });
    if (!(await Promise.race([finished, late]))) {
      log.warn("requests were still running at the end of the time for shutting down");
    }
    clearInterval(watch);
    server.closeAllConnections();
    await app.close();
  }
}

function listenError(error: unknown, { host, port }: Config): StartError | undefined {
  switch ((error as { code?: string }).code) {
    case "EADDRINUSE":
      return new StartError(`Port ${port} on ${host} is taken: set PORT to another one.`);
    case "EACCES":
      return new StartError(`Port ${port} on ${host} needs more rights: set PORT above 1023.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartError(`HOST ${host} is no address of this machine.`);
    default:
      return undefined;
  }
}
