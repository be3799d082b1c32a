/** Reports how each request ended: answered, or aborted by the client before that. */
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

export interface RequestEnd {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The connection closed before the answer was complete. */
  readonly isAborted: boolean;
  /** 499 if the client closed the connection. */
  readonly status: number;
  readonly tookMs: number;
  /** The client's address. The request does not have it any more when the connection is closed. */
  readonly address: string;
}

/** Not a standard status, but widely used for a client that closed its request. */
const CLIENT_CLOSED = 499;

/** Calls `hear` once for every request. Fastify's own hook runs only for complete answers. */
export function onRequestEnd(server: FastifyInstance, hear: (end: RequestEnd) => void): void {
  const OPEN = Symbol("not reported yet");
  const ADDRESS = Symbol("the client's address");
  type Watched = ServerResponse & { [OPEN]?: FastifyReply | undefined; [ADDRESS]?: string };

  // One listener function for all responses: each response has a reference to its reply.
  function onClose(this: Watched): void {
    const reply = this[OPEN];
    if (reply === undefined || this.writableFinished) return;
    this[OPEN] = undefined;
    report(reply, true);
  }

  function report(reply: FastifyReply, isAborted: boolean): void {
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
    if (isOpen) report(reply, false);
    done();
  });
}
