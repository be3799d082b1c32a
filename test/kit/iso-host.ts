/**
 * An ISO 8583 host for tests: it listens on a port, answers network messages, and answers other
 * requests as the test says. It can stay silent, answer late, twice or in another order, and cut.
 */
import { createServer, type Server, type Socket } from "node:net";
import {
  FrameReader,
  type FrameRule,
  writeFrame,
} from "../../src/adapters/iso8583/codec/frames.ts";
import { decodeMessage, encodeMessage } from "../../src/adapters/iso8583/codec/message-codec.ts";
import type { IsoMessage, MessageSpec } from "../../src/adapters/iso8583/codec/message-spec.ts";
import {
  type NetworkDialect,
  networkAnswer,
  requestedAction,
} from "../../src/adapters/iso8583/connection/network-messages.ts";
import type { Lifetime } from "./shared.ts";

export interface IsoHostRules {
  readonly spec: MessageSpec;
  readonly frames: FrameRule;
  readonly network: NetworkDialect;
  /** Called for every request that is not about the network. */
  readonly onRequest?: (request: IsoMessage, caller: IsoCaller) => void;
  /** False: network messages are not answered. */
  readonly answersNetwork?: () => boolean;
}

/** The connection that a request came on. */
export interface IsoCaller {
  send(message: IsoMessage): void;
  sendBytes(bytes: Uint8Array): void;
  cut(): void;
}

export interface WireFrame {
  readonly from: "us" | "host";
  readonly bytes: Uint8Array;
}

export class IsoHost {
  readonly requests: IsoMessage[] = [];
  /** Every frame as it was on the wire. */
  readonly wire: WireFrame[] = [];
  readonly #rules: IsoHostRules;
  readonly #server: Server;
  readonly #callers = new Map<Socket, IsoCaller>();

  private constructor(rules: IsoHostRules) {
    this.#rules = rules;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async open(t: Lifetime, rules: IsoHostRules): Promise<IsoHost> {
    const host = new IsoHost(rules);
    await host.listen(0);
    t.after(() => host.stop());
    return host;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  get callers(): readonly IsoCaller[] {
    return [...this.#callers.values()];
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
  }

  async stop(): Promise<void> {
    for (const socket of this.#callers.keys()) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    const { frames, spec } = this.#rules;
    const sendBytes = (bytes: Uint8Array) => {
      this.wire.push({ from: "host", bytes });
      socket.write(bytes);
    };
    const caller: IsoCaller = {
      send: (message) => sendBytes(writeFrame(frames, encodeMessage(spec, message))),
      sendBytes,
      cut: () => socket.destroy(),
    };
    this.#callers.set(socket, caller);
    socket.on("error", () => {});
    socket.once("close", () => this.#callers.delete(socket));
    const reader = new FrameReader(frames);
    socket.on("data", (bytes: Buffer) => {
      for (const frame of reader.push(bytes)) {
        this.wire.push({ from: "us", bytes: writeFrame(frames, frame) });
        this.#take(decodeMessage(spec, frame), caller);
      }
    });
  }

  #take(request: IsoMessage, caller: IsoCaller): void {
    const { network, onRequest, answersNetwork = () => true } = this.#rules;
    this.requests.push(request);
    if (requestedAction(network, request) === undefined) onRequest?.(request, caller);
    else if (answersNetwork()) caller.send(networkAnswer(network, request));
  }
}
