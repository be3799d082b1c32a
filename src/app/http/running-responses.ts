/**
 * Tracks the responses that are not finished, for a graceful stop and for closing dead connections.
 */
import type { Server, ServerResponse } from "node:http";

/**
 * The number of bytes that a connection had transferred when it last changed, and when that was.
 */
interface Sighting {
  readonly bytes: number;
  readonly atMs: number;
}

/** Properties of the response: its index in the list, and its last observed progress. */
const PLACE = Symbol("place");
const SEEN = Symbol("seen");
type Running = ServerResponse & { [PLACE]?: number; [SEEN]?: Sighting };

export class RunningResponses {
  /**
   * Not a Map or Set: V8 links every outgrown hash table to its successor, and an old table would
   * keep all later responses from being collected while they are young.
   */
  readonly #running: Running[] = [];
  readonly #nowMs: () => number;

  constructor(server: Server, nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
    const running = this.#running;
    // One listener function for all responses. It removes a response in constant time: the last
    // one takes its index.
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

  /** Waits for the responses that run now. Later requests are refused at once. */
  async waitUntilFinished(): Promise<void> {
    const ends = this.#running.map((response) => {
      // The client should send its next request to another process.
      if (!response.headersSent) response.setHeader("connection", "close");
      return new Promise((resolve) => response.once("close", resolve));
    });
    await Promise.all(ends);
  }

  /**
   * Closes connections without any transfer for this long. Call it regularly. Node's own socket
   * timeout would restart a timer with every read and write.
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
