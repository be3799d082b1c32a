/**
 * The listening socket of a test gateway. It hands each request to the app of the moment, so that a
 * reset can replace the app while connections of the test's HTTP client stay open.
 */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../config.ts";
import { connectionLimits, KEEP_ALIVE_MS } from "../http/server.ts";

/** Events that Fastify listens for on its own HTTP server, which never listens on a socket here. */
const EVENTS = ["request", "clientError"] as const;

export class FrontServer {
  readonly #server: Server;
  #app: FastifyInstance | undefined;

  constructor(config: Config) {
    this.#server = createServer({ ...connectionLimits(config), keepAliveTimeout: KEEP_ALIVE_MS });
    for (const event of EVENTS) {
      this.#server.on(event, (...args: unknown[]) => this.#app?.server.emit(event, ...args));
    }
  }

  /** Returns the port. */
  async listen({ host, port }: Pick<Config, "host" | "port">): Promise<number> {
    this.#server.listen(port, host);
    await once(this.#server, "listening");
    return (this.#server.address() as AddressInfo).port;
  }

  /** Requests that are running stay with the app that they began with. */
  async switchTo(app: FastifyInstance): Promise<void> {
    await app.ready();
    this.#app = app;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}
