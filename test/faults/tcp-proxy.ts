/**
 * A TCP proxy between the product and a server that can cut connections at a chosen moment, or hold
 * their bytes back. It does not interpret the bytes.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { TestContext } from "node:test";
import { atEnd } from "../kit/process.ts";

export const CUTS = [
  /** None of the client's bytes arrive. */
  "before_sending",
  /** Half of them arrive. */
  "while_sending",
  /** All of them arrive, and the connection is cut immediately. */
  "after_sending",
  /** The server has done the work, and its answer is lost. */
  "before_answer",
  /** Half of the answer arrives. */
  "while_answering",
] as const;
export type Cut = (typeof CUTS)[number];

/** Decides by the client's bytes whether and how its connection is cut. */
export type Choose = (bytes: Buffer) => Cut | undefined;

export interface TcpProxy {
  /** The server's address through the proxy. */
  readonly url: string;
  cuts(): number;
  arm(choose: Choose): void;
  disarm(): void;
  /** Cuts all connections now. */
  cutAll(): void;
  /** Nothing passes until the returned function is called. */
  hold(): () => void;
}

export async function openProxy(t: TestContext, serverUrl: string): Promise<TcpProxy> {
  const target = new URL(serverUrl);
  const state = { choose: undefined as Choose | undefined, cuts: 0, isHeld: false };
  const lines = new Set<Line>();
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    const line = new Line(near, far, {
      choose: (bytes) => state.choose?.(bytes),
      onCut: () => state.cuts++,
      onEnd: () => lines.delete(line),
    });
    lines.add(line);
    line.hold(state.isHeld);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  atEnd(t, async () => {
    for (const line of lines) line.drop();
    server.close();
  });
  const url = new URL(serverUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cuts: () => state.cuts,
    arm: (choose) => {
      state.choose = choose;
    },
    disarm: () => {
      state.choose = undefined;
    },
    cutAll: () => {
      for (const line of lines) line.cut();
    },
    hold: () => {
      const holdAll = (isHeld: boolean) => {
        state.isHeld = isHeld;
        for (const line of lines) line.hold(isHeld);
      };
      holdAll(true);
      return () => holdAll(false);
    },
  };
}

interface LineNeeds {
  readonly choose: Choose;
  readonly onCut: () => void;
  readonly onEnd: () => void;
}

/** One connection: `near` is the product, `far` is the server. */
class Line {
  readonly #near: Socket;
  readonly #far: Socket;
  readonly #needs: LineNeeds;
  #fate: Cut | undefined;
  #isOver = false;

  constructor(near: Socket, far: Socket, needs: LineNeeds) {
    this.#near = near.setNoDelay(true);
    this.#far = far.setNoDelay(true);
    this.#needs = needs;
    near.on("data", (bytes: Buffer) => this.#forward(bytes));
    far.on("data", (bytes: Buffer) => this.#back(bytes));
    for (const socket of [near, far]) {
      socket.on("error", () => {});
      socket.on("close", () => this.#end());
    }
  }

  #forward(bytes: Buffer): void {
    // A connection that will be cut continues until then.
    this.#fate ??= this.#needs.choose(bytes);
    if (this.#fate === "before_sending") this.cut();
    else if (this.#fate === "while_sending") this.#last(this.#far, half(bytes));
    else if (this.#fate === "after_sending") this.#last(this.#far, bytes);
    else this.#far.write(bytes);
  }

  #back(bytes: Buffer): void {
    if (this.#fate === "before_answer") this.cut();
    else if (this.#fate === "while_answering") this.#last(this.#near, half(bytes));
    else this.#near.write(bytes);
  }

  /** Forwards these bytes and nothing after them. */
  #last(socket: Socket, bytes: Buffer): void {
    for (const side of [this.#near, this.#far]) side.removeAllListeners("data").pause();
    socket.write(bytes, () => this.cut());
  }

  cut(): void {
    if (!this.#isOver) this.#needs.onCut();
    this.drop();
  }

  hold(isHeld: boolean): void {
    for (const socket of [this.#near, this.#far]) {
      if (isHeld) socket.pause();
      else socket.resume();
    }
  }

  drop(): void {
    this.#end();
    this.#near.destroy();
    this.#far.destroy();
  }

  /** If one side closes normally, the other still gets its last bytes. */
  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#near.destroySoon();
    this.#far.destroySoon();
    this.#needs.onEnd();
  }
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.ceil(bytes.length / 2));
}
