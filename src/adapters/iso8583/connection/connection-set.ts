/**
 * The connections to an ISO 8583 host. Each signs on, is tested with echoes, and is opened again after
 * growing pauses. A request goes to the connection with the fewest requests that wait.
 */
import type { IsoMessage } from "../codec/message-spec.ts";
import { type ConnectionNeeds, HostConnection } from "./host-connection.ts";
import {
  isAccepted,
  type NetworkDialect,
  networkAnswer,
  networkRequest,
  requestedAction,
  type Trace,
} from "./network-messages.ts";
import type { IsoReply } from "./pending-replies.ts";
import { ReconnectPause } from "./reconnect-pause.ts";

export interface ConnectionSetNeeds
  extends Pick<ConnectionNeeds, "address" | "spec" | "frames" | "connectMs"> {
  readonly count: number;
  readonly network: NetworkDialect;
  readonly echoEveryMs: number;
  /** For sign-on and echo. */
  readonly replyMs: number;
  readonly nextTrace: () => Trace;
  /** A reply that came after its request was given up, or twice. */
  readonly onLateReply: (message: IsoMessage) => void;
  readonly onTrouble: (why: string) => void;
}

/** A connection that ended earlier does not count as a success for the pause before the next one. */
const STEADY_MS = 10_000;

export class ConnectionSet {
  readonly #needs: ConnectionSetNeeds;
  readonly #connected = new Set<HostConnection>();
  /** Those that are signed on. */
  readonly #open = new Set<HostConnection>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #first = Promise.withResolvers<void>();
  #wasReady = false;
  #isClosed = false;

  constructor(needs: ConnectionSetNeeds) {
    this.#needs = needs;
    for (let index = 0; index < needs.count; index++) void this.#keepOpen(new ReconnectPause());
  }

  /** How many connections are signed on. */
  get ready(): number {
    return this.#open.size;
  }

  /** Right after the start, a request waits for the first connection, within its time limit. */
  async request(message: IsoMessage, limitMs: number): Promise<IsoReply> {
    const startedMs = performance.now();
    if (!this.#wasReady) await this.#firstConnection(limitMs);
    const [connection] = [...this.#open].toSorted((a, b) => a.waiting - b.waiting);
    if (connection === undefined) return { kind: "not_sent", why: "no connection is signed on" };
    return connection.request(message, limitMs - Math.floor(performance.now() - startedMs));
  }

  /** Signs off and ends. Requests that wait for a reply end as silent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    const open = [...this.#open];
    await Promise.all(open.map((connection) => this.#askNetwork(connection, "sign_off")));
    for (const connection of this.#connected) connection.end("the process ends");
  }

  async #keepOpen(pause: ReconnectPause): Promise<void> {
    if (this.#isClosed) return;
    const again = () => this.#later(pause.nextMs(), () => this.#keepOpen(pause));
    try {
      const connection = await HostConnection.open(this.#connectionNeeds(again));
      this.#connected.add(connection);
      await this.#signOn(connection, pause);
    } catch (error) {
      this.#needs.onTrouble(String((error as { code?: unknown }).code ?? (error as Error).message));
      again();
    }
  }

  #connectionNeeds(again: () => void): ConnectionNeeds {
    const { address, spec, frames, connectMs } = this.#needs;
    return {
      ...{ address, spec, frames, connectMs },
      onMessage: (message, connection) => this.#hear(message, connection),
      onEnd: (why) => {
        if (!this.#isClosed) this.#needs.onTrouble(why);
        this.#forgetEnded();
        again();
      },
    };
  }

  async #signOn(connection: HostConnection, pause: ReconnectPause): Promise<void> {
    if (!(await this.#askNetwork(connection, "sign_on"))) {
      connection.end("the host did not accept the sign-on");
      return;
    }
    if (this.#isClosed || connection.isEnded) return connection.end("the process ends");
    this.#later(STEADY_MS, () => {
      if (!connection.isEnded) pause.succeeded();
    });
    this.#open.add(connection);
    this.#wasReady = true;
    this.#first.resolve();
    this.#scheduleEcho(connection);
  }

  /** Half of the limit is left for the request. Later requests do not wait again. */
  async #firstConnection(limitMs: number): Promise<void> {
    const timer = setTimeout(() => this.#first.resolve(), limitMs / 2);
    await this.#first.promise;
    this.#wasReady = true;
    clearTimeout(timer);
  }

  #scheduleEcho(connection: HostConnection): void {
    this.#later(this.#needs.echoEveryMs, async () => {
      if (connection.isEnded) return;
      if (await this.#askNetwork(connection, "echo")) this.#scheduleEcho(connection);
      else connection.end("the host did not answer an echo");
    });
  }

  async #askNetwork(
    connection: HostConnection,
    action: "sign_on" | "sign_off" | "echo",
  ): Promise<boolean> {
    const { network, nextTrace, replyMs } = this.#needs;
    const request = networkRequest(network, action, nextTrace());
    const reply = await connection.request(request, replyMs);
    return reply.kind === "said" && isAccepted(network, reply.message);
  }

  /** After the host's sign-off nothing more is sent on that connection. */
  #hear(message: IsoMessage, connection: HostConnection): void {
    const action = requestedAction(this.#needs.network, message);
    if (action === undefined) {
      this.#needs.onLateReply(message);
      return;
    }
    connection.answer(networkAnswer(this.#needs.network, message));
    if (action === "sign_off") this.#open.delete(connection);
    if (action === "sign_on") this.#open.add(connection);
  }

  #forgetEnded(): void {
    for (const connection of this.#connected) {
      if (!connection.isEnded) continue;
      this.#connected.delete(connection);
      this.#open.delete(connection);
    }
  }

  #later(ms: number, work: () => unknown): void {
    if (this.#isClosed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void work();
    }, ms);
    timer.unref();
    this.#timers.add(timer);
  }
}
