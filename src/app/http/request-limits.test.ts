/** Rate limits apply at every interface, and urgent requests are noted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import Fastify, { type FastifyInstance } from "fastify";
import { RateLimit } from "../../core/access/rate-limit.ts";
import { RequestError } from "../../wire/request-error.ts";
import { RequestLimits } from "./request-limits.ts";

async function openEnvironment(requestLimits: RequestLimits): Promise<FastifyInstance> {
  const server = Fastify();
  for (const [prefix, isUrgent] of [
    ["/pos", true],
    ["/reports", false],
  ] as const) {
    const interfaceName = async (scope: FastifyInstance) => {
      requestLimits.addToScope(scope, { isUrgent });
      scope.setErrorHandler((error, _request, reply) =>
        reply.code(error instanceof RequestError ? 429 : 500).send(),
      );
      scope.get("/", async () => "in");
    };
    await server.register(interfaceName, { prefix });
  }
  return server;
}

test("an address has one rate for all interfaces", async () => {
  const addresses = new RateLimit({ perSecond: 1, burst: 2, nowMs: () => 0 });
  const env = await openEnvironment(new RequestLimits(addresses));
  const statuses: number[] = [];
  for (const url of ["/pos", "/reports", "/pos", "/reports"]) {
    statuses.push((await env.inject({ url })).statusCode);
  }
  assert.deepEqual(statuses, [200, 200, 429, 429]);
  const elsewhere = await env.inject({ url: "/pos", remoteAddress: "192.0.2.7" });
  assert.equal(elsewhere.statusCode, 200);
});

test("urgent requests are noted, and reports are not", async () => {
  const requestLimits = new RequestLimits(new RateLimit({ perSecond: 0, burst: 0 }));
  const env = await openEnvironment(requestLimits);
  await env.inject({ url: "/reports" });
  assert.equal(requestLimits.lastUrgentMs(), Number.NEGATIVE_INFINITY);
  const before = performance.now();
  await env.inject({ url: "/pos" });
  assert.ok(requestLimits.lastUrgentMs() >= before);
});
