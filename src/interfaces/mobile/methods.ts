/** An address that exists answers 405 to the methods it does not have, and says which it has. */
import type { FastifyInstance, FastifyReply, HTTPMethods } from "fastify";

const METHODS: readonly HTTPMethods[] = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
];

export function refuseOtherMethods(scope: FastifyInstance, addRoutes: () => void): void {
  const served = new Map<string, Set<string>>();
  scope.addHook("onRoute", ({ routePath, method }) => {
    const methods = served.get(routePath) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    served.set(routePath, methods);
  });
  addRoutes();
  // A copy: the routes that refuse are routes too.
  for (const [path, methods] of [...served]) refuse(scope, path, [...methods]);
}

function refuse(scope: FastifyInstance, path: string, served: readonly string[]): void {
  const allow = served.join(", ");
  const answer = (reply: FastifyReply) =>
    reply.code(405).header("allow", allow).send({ detail: "This address has other methods." });
  scope.route({
    method: METHODS.filter((method) => !served.includes(method)),
    url: path,
    schema: { hide: true },
    // Before the body is read: what it holds does not matter.
    onRequest: async (_request, reply) => answer(reply),
    handler: async (_request, reply) => answer(reply),
  });
}
