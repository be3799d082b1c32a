/**
 * Requests that arrive together take every step together. By default Node would do all work of the
 * first one before it reads the second. Here all are read first, and then proceed side by side from
 * await to await, so that the code of a step is still in the processor's caches for the next
 * request. A single request waits for one turn of the event loop.
 *
 * Measured with 64 connections on a busy machine with two cores: the parser answers 1.26 times as
 * many requests a second. The bench row is gathered-requests.
 */
import type { FastifyInstance } from "fastify";

export function gatherRequests(server: FastifyInstance): void {
  let arrived: (() => void)[] = [];
  function releaseAll(): void {
    const together = arrived;
    arrived = [];
    for (const proceed of together) proceed();
  }
  // Immediates run after all readable sockets have been read.
  server.addHook("preHandler", (_request, _reply, done) => {
    if (arrived.push(done) === 1) setImmediate(releaseAll);
  });
}
