/**
 * Finds the server of a list that a pool should use, such as the primary, and finds it again after
 * a failover.
 */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import {
  type ServerAddress,
  type ServerKind,
  type ServerList,
  serverUrl,
} from "../values/server-list.ts";
import { readServerState, type ServerState } from "./server-state.ts";

export interface ServerChoiceOptions {
  readonly connectionString: string;
  readonly list: ServerList;
  /** How long to look for a server before the connection fails. */
  readonly timeoutMs: number;
}

/** A server that does not answer must not delay the others for long. */
const ANSWER_WITHIN_MS = 1_000;
const PAUSE_MS = 100;

export class ServerChoice {
  readonly #options: ServerChoiceOptions;
  #chosen: ServerAddress | undefined;
  #search: Promise<ServerAddress> | undefined;

  constructor(options: ServerChoiceOptions) {
    this.#options = options;
  }

  /** Connections that are opened at the same time share one search. */
  async choose(): Promise<ServerAddress> {
    if (this.#chosen !== undefined) return this.#chosen;
    this.#search ??= this.#findServer().finally(() => {
      this.#search = undefined;
    });
    this.#chosen = await this.#search;
    return this.#chosen;
  }

  /** Called when a connection broke or failed: another server may be the right one now. */
  forget(): void {
    this.#chosen = undefined;
  }

  isWanted(state: ServerState): boolean {
    return ACCEPTS[this.#options.list.kind].some((accepts) => accepts(state));
  }

  /** During a failover no server may be right for some seconds. */
  async #findServer(): Promise<ServerAddress> {
    const deadline = performance.now() + this.#options.timeoutMs;
    for (;;) {
      const found = await this.#askServers();
      if (found !== undefined) return found;
      if (performance.now() > deadline) throw new NoServer(this.#options.list);
      await pause(PAUSE_MS);
    }
  }

  async #askServers(): Promise<ServerAddress | undefined> {
    const { list } = this.#options;
    const answers = list.servers.map((server) => this.#askServer(server));
    for (const accepts of ACCEPTS[list.kind]) {
      const found = answers.map(async (answer) => {
        const { server, state } = await answer;
        if (state === undefined || !accepts(state)) throw new Error("not this one");
        return server;
      });
      const server = await Promise.any(found).catch(() => undefined);
      if (server !== undefined) return server;
    }
    return undefined;
  }

  async #askServer(server: ServerAddress) {
    const { connectionString } = this.#options;
    const client = new pg.Client({
      connectionString: serverUrl(connectionString, server),
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
    });
    const state = readServerState(client);
    client.on("error", () => {});
    try {
      await client.connect();
      return { server, state: state() };
    } catch {
      return { server, state: undefined };
    } finally {
      client.end().catch(() => {});
    }
  }
}

type Accepts = (state: ServerState) => boolean;

const isAny: Accepts = () => true;
const isPrimary: Accepts = ({ isStandby }) => !isStandby;
const isStandby: Accepts = (state) => state.isStandby;
const isReadOnly: Accepts = (state) => state.isStandby || state.isReadOnly;

/** In order of preference. */
const ACCEPTS: Readonly<Record<ServerKind, readonly Accepts[]>> = {
  "read-write": [(state) => !isReadOnly(state)],
  primary: [isPrimary],
  "read-only": [isReadOnly],
  standby: [isStandby],
  "prefer-standby": [isStandby, isAny],
  any: [isAny],
};

/** No server of the list answers, or none is of the right kind. */
export class NoServer extends Error {
  override readonly name = "NoServer";
  /** Like a refused connection, so that callers are told to try again. */
  readonly code = "ECONNREFUSED";

  constructor({ servers, kind }: ServerList) {
    const names = servers.map(({ host, port }) => `${host}:${port}`).join(", ");
    super(`none of the database servers ${names} answers as ${kind}`);
  }
}
