/** How requests end: answered, or left by their client before the answer was complete. */
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

export interface RequestEnd {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The connection closed before the answer was complete. */
  readonly isAborted: boolean;
  /** 499 where the client left. */
  readonly status: number;
  readonly tookMs: number;
  /** Of the client; the request itself no longer knows it once the connection is gone. */
  readonly address: string;
}

/** Not in the standard, and what web servers have long called a client that closed its request. */
const CLIENT_CLOSED = 499;

/** Every request is told once. The framework tells only of answers that were written to the end. */
export function onRequestEnd(server: FastifyInstance, hear: (end: RequestEnd) => void): void {
  const OPEN = Symbol("not told yet");
  const ADDRESS = Symbol("the client's address");
  type Watched = ServerResponse & { [OPEN]?: FastifyReply | undefined; [ADDRESS]?: string };

  // One listener for all: a response knows its reply.
  function onClose(this: Watched): void {
    const reply = this[OPEN];
    if (reply === undefined || this.writableFinished) return;
    this[OPEN] = undefined;
    tell(reply, true);
  }

  function tell(reply: FastifyReply, isAborted: boolean): void {
    const { request, elapsedTime: tookMs } = reply;
    const { [ADDRESS]: address = "" } = reply.raw as Watched;
    const status = isAborted ? CLIENT_CLOSED : reply.statusCode;
    hear({ request, reply, isAborted, status, tookMs, address });
  }

  server.addHook("onRequest", (request, reply, done) => {
    const raw = reply.raw as Watched;
    raw[OPEN] = reply;
    raw[ADDRESS] = request.ip;
    raw.on("close", onClose);
    done();
  });
  server.addHook("onResponse", (_request, reply, done) => {
    const raw = reply.raw as Watched;
    const isOpen = raw[OPEN] !== undefined;
    raw[OPEN] = undefined;
    if (isOpen) tell(reply, false);
    done();
  });
}
