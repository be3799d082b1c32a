/** The answers that are not out yet: for going down without a loss, and for letting go of dead ones. */
import type { Server, ServerResponse } from "node:http";

/** How much had gone to and fro when its connection was last seen to move, and when that was. */
interface Sighting {
  readonly bytes: number;
  readonly atMs: number;
}

export class RunningResponses {
  readonly #running = new Map<ServerResponse, Sighting | undefined>();
  readonly #nowMs: () => number;

  constructor(server: Server, nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
    const running = this.#running;
    // One listener for all: a response is closed once, and knows which it is.
    function forget(this: ServerResponse): void {
      running.delete(this);
    }
    server.on("request", (_request, response) => {
      running.set(response, undefined);
      response.on("close", forget);
    });
  }

  /** Those of this moment; what comes later is turned away at once. */
  async finished(): Promise<void> {
    const ends = Array.from(this.#running.keys(), (response) => {
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
  cutSilent(silenceMs: number): void {
    const atMs = this.#nowMs();
    for (const [response, seen] of this.#running) {
      const bytes = bytesOn(response);
      if (seen === undefined || seen.bytes !== bytes) this.#running.set(response, { bytes, atMs });
      else if (atMs - seen.atMs >= silenceMs) response.socket?.destroy();
    }
  }
}

function bytesOn({ socket }: ServerResponse): number {
  return socket === null ? 0 : socket.bytesRead + socket.bytesWritten;
}
