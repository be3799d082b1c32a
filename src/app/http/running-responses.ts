/** The answers that are not out yet: for going down without a loss, and for letting go of dead ones. */
import type { Server, ServerResponse } from "node:http";

/** How much had gone to and fro when its connection was last seen to move, and when that was. */
interface Sighting {
  readonly bytes: number;
  readonly atMs: number;
}

/** On the response itself: its place among those that run, and when it was last seen to move. */
const PLACE = Symbol("place");
const SEEN = Symbol("seen");
type Running = ServerResponse & { [PLACE]?: number; [SEEN]?: Sighting };

export class RunningResponses {
  /**
   * Not a map or a set: as it turns over, V8 links every outgrown table to its successor, and an
   * old one keeps all later responses from being collected while they are young.
   */
  readonly #running: Running[] = [];
  readonly #nowMs: () => number;

  constructor(server: Server, nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
    const running = this.#running;
    // One listener for all: a response knows which it is, and its place is its own only once.
    function forget(this: ServerResponse): void {
      const { [PLACE]: place = -1 } = this as Running;
      const last = running[place] === this ? running.pop() : undefined;
      if (last === undefined || last === this) return;
      running[place] = last;
      last[PLACE] = place;
    }
    server.on("request", (_request, response: Running) => {
      response[PLACE] = running.length;
      running.push(response);
      response.on("close", forget);
    });
  }

  /** Those of this moment; what comes later is turned away at once. */
  async waitUntilFinished(): Promise<void> {
    const ends = this.#running.map((response) => {
      // Its client should not send the next request here.
      if (!response.headersSent) response.setHeader("connection", "close");
      return new Promise((resolve) => response.once("close", resolve));
    });
    await Promise.all(ends);
  }

  /**
   * Cuts connections on which nothing has moved for so long. To be called now and then: Node's own
   * time-out of connections starts a timer anew with every read and write.
   */
  closeSilentConnections(silenceMs: number): void {
    const atMs = this.#nowMs();
    for (const response of this.#running) {
      const bytes = bytesOn(response);
      const { [SEEN]: seen } = response;
      if (seen === undefined || seen.bytes !== bytes) response[SEEN] = { bytes, atMs };
      else if (atMs - seen.atMs >= silenceMs) response.socket?.destroy();
    }
  }
}

function bytesOn({ socket }: ServerResponse): number {
  return socket === null ? 0 : socket.bytesRead + socket.bytesWritten;
}
