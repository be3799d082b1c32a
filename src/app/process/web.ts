/** A web process: the app behind a listening socket, and its graceful stop. */
import { Server as ListeningServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "../../config.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Custody } from "../../ports/key-custody.ts";
import { openApp } from "../app.ts";
import type { Hosts } from "../areas/hosts.ts";
import { RunningResponses } from "../http/running-responses.ts";
import type { Logger } from "../log/logger.ts";
import type { OpenedMetrics } from "./cluster-metrics.ts";
import { listenError } from "./listen-error.ts";

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
  /** Reads the TLS files again, which may have been renewed. */
  reload(): void;
  /**
   * Accepts no new connections, lets running requests finish within their limit, then closes all.
   */
  stop(): Promise<void>;
}

/** Requests that arrive during this time after the stop are still answered "try again". */
const LINGER_MS = 100;
/** A connection without any transfer for this long is dead: no request takes as long. */
const SILENCE_MS = 120_000;
const LOOK_EVERY_MS = 10_000;
const NAMES = { host: "HOST", port: "PORT" };

export async function startWeb(needs: WebNeeds): Promise<Web> {
  const { config, log } = needs;
  const app = await openApp(needs);
  const { server } = app.server;
  const running = new RunningResponses(server);
  const silenceMs = Math.max(SILENCE_MS, config.requestTimeoutMs * 2);
  const watch = setInterval(() => running.closeSilentConnections(silenceMs), LOOK_EVERY_MS).unref();
  try {
    // If the list cannot be read now, it is read again in a few seconds.
    await app.watchCardHosts().catch(() => {});
    const address = await app.server.listen({ host: config.host, port: config.port });
    return { url: config.publicUrl ?? address, reload: () => app.reload(), stop };
  } catch (error) {
    await app.close();
    throw listenError(error, config, NAMES) ?? error;
  }

  async function stop(): Promise<void> {
    app.drain();
    // The HTTP server's own close would also close idle connections, and lose requests that are
    // just arriving on them.
    ListeningServer.prototype.close.call(server);
    const finished = running.waitUntilFinished().then(() => pause(LINGER_MS, true));
    const late = pause(config.shutdownTimeoutMs, false, { ref: false });
    if (!(await Promise.race([finished, late]))) {
      log.warn("some requests were still running after SHUTDOWN_TIMEOUT_MS and were aborted");
    }
    clearInterval(watch);
    server.closeAllConnections();
    await app.close();
  }
}
