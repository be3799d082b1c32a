/** One web process: the app behind a listening socket, and how it goes down without a loss. */
import type { Server, ServerResponse } from "node:http";
import { Server as ListeningServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "../config.ts";
import type { Clock } from "../ports/clock.ts";
import type { Custody } from "../ports/key-custody.ts";
import { StartFault } from "../ports/start-fault.ts";
import { openApp } from "./app.ts";
import type { OpenedMetrics } from "./cluster-metrics.ts";
import type { Logger } from "./logger.ts";

export interface WebNeeds {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly ownerUrl: string;
  readonly dataDir: string;
  readonly custody: Custody;
  readonly log: Logger;
  readonly clock: Clock;
  readonly opened?: OpenedMetrics;
}

export interface Web {
  readonly url: string;
  /** Nothing new is accepted, running requests finish within their limit, then all is let go. */
  stop(): Promise<void>;
}

/** What was sent in the moment in which we began to stop is still read, and answered "try again". */
const LINGER_MS = 100;

export async function startWeb(needs: WebNeeds): Promise<Web> {
  const { config, log } = needs;
  const app = await openApp(needs);
  const { server } = app.server;
  const running = watchResponses(server);
  try {
    const address = await app.server.listen({ host: config.host, port: config.port });
    return { url: config.publicUrl ?? address, stop };
  } catch (error) {
    await app.close();
    throw listenFault(error, config) ?? error;
  }

  async function stop(): Promise<void> {
    app.drain();
    // The server's own close would cut idle connections, on which a request may be on its way.
    ListeningServer.prototype.close.call(server);
    const finished = allFinished(running).then(() => pause(LINGER_MS, true));
    const late = pause(config.shutdownTimeoutMs, false, { ref: false });
    if (!(await Promise.race([finished, late]))) {
      log.warn("requests were still running at the end of the time for shutting down");
    }
    server.closeAllConnections();
    await app.close();
  }
}

/** The answers that are not out yet. */
function watchResponses(server: Server): ReadonlySet<ServerResponse> {
  const running = new Set<ServerResponse>();
  // One listener for all: a response is closed once, and knows which it is.
  function forget(this: ServerResponse): void {
    running.delete(this);
  }
  server.on("request", (_request, response) => {
    running.add(response);
    response.on("close", forget);
  });
  return running;
}

/** Those of this moment; what comes later is turned away at once. */
async function allFinished(running: ReadonlySet<ServerResponse>): Promise<void> {
  const ends = Array.from(running, (response) => {
    // Its client should not send the next request here.
    if (!response.headersSent) response.setHeader("connection", "close");
    return new Promise((resolve) => response.once("close", resolve));
  });
  await Promise.all(ends);
}

function listenFault(error: unknown, { host, port }: Config): StartFault | undefined {
  switch ((error as { code?: string }).code) {
    case "EADDRINUSE":
      return new StartFault(`Port ${port} on ${host} is taken: set PORT to another one.`);
    case "EACCES":
      return new StartFault(`Port ${port} on ${host} needs more rights: set PORT above 1023.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartFault(`HOST ${host} is no address of this machine.`);
    default:
      return undefined;
  }
}
