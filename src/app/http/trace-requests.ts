/** Makes each request a trace, or a part of its caller's. Only if traces are on. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { currentTracer, type RequestSpan } from "../../values/telemetry/tracing.ts";
import { requestNote } from "../../wire/request-note.ts";
import { answeringInterface, answerOutcome } from "./answer-outcomes.ts";
import { onRequestEnd } from "./request-ends.ts";

/** Probes and scrapes would be most of the traces. */
const NOT_TRACED = /^\/(?:health\/|metrics(?:[?]|$))/;

/** Returns a function that registers the last hook: call it after all others are registered. */
export function traceRequests(server: FastifyInstance): () => void {
  const tracer = currentTracer();
  if (tracer === undefined) return () => {};
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  const runInSpan = (request: FastifyRequest, work: () => void) => {
    const span = spans.get(request);
    if (span === undefined) work();
    else span.run(work);
  };
  server.addHook("onRequest", (request, _reply, done) => {
    if (!NOT_TRACED.test(request.url)) spans.set(request, tracer.openRequest(request.headers));
    runInSpan(request, done);
  });
  onRequestEnd(server, ({ request, status }) => {
    const { method, routeOptions, id: requestId } = request;
    const route = routeOptions.url ?? "none";
    const interfaceName = answeringInterface(route);
    const own = interfaceName && {
      interfaceName,
      outcome: answerOutcome(requestNote(request), status),
    };
    spans.get(request)?.end(`${method} ${route}`, { method, route, status, requestId, ...own });
  });
  // Reading a body and gathering requests both lose the context.
  return () => {
    server.addHook("preHandler", (request, _reply, done) => runInSpan(request, done));
  };
}
