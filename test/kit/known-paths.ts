/** A wrong method on a known path is 405, as on the whole server. */
import type { FastifyInstance } from "fastify";
import { registerKnownPaths } from "../../src/wire/known-paths.ts";

export function refuseMethods(server: FastifyInstance): void {
  const refuse = registerKnownPaths(server);
  server.addHook("onRequest", (request, reply, done) => {
    if (request.is404) refuse(request, reply, done);
    else done();
  });
}
