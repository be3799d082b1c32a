/** The doorstep: who comes too often is stopped at every door, and what is urgent is noted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import Fastify, { type FastifyInstance } from "fastify";
import { RateLimit } from "../core/access/rate-limit.ts";
import { RequestFault } from "../wire/fault.ts";
import { Doorstep } from "./doorstep.ts";

async function openHouse(doorstep: Doorstep): Promise<FastifyInstance> {
  const server = Fastify();
  for (const [prefix, isUrgent] of [
    ["/till", true],
    ["/reports", false],
  ] as const) {
    const door = async (scope: FastifyInstance) => {
      doorstep.lay(scope, { isUrgent });
      scope.setErrorHandler((error, _request, reply) =>
        reply.code(error instanceof RequestFault ? 429 : 500).send(),
      );
      scope.get("/", async () => "in");
    };
    await server.register(door, { prefix });
  }
  return server;
}

test("an address has one rate for all doors", async () => {
  const addresses = new RateLimit({ perSecond: 1, burst: 2, nowMs: () => 0 });
  const house = await openHouse(new Doorstep(addresses));
  const statuses: number[] = [];
  for (const url of ["/till", "/reports", "/till", "/reports"]) {
    statuses.push((await house.inject({ url })).statusCode);
  }
  assert.deepEqual(statuses, [200, 200, 429, 429]);
  const elsewhere = await house.inject({ url: "/till", remoteAddress: "192.0.2.7" });
  assert.equal(elsewhere.statusCode, 200);
});

test("what is urgent is noted, and a report is not", async () => {
  const doorstep = new Doorstep(new RateLimit({ perSecond: 0, burst: 0 }));
  const house = await openHouse(doorstep);
  await house.inject({ url: "/reports" });
  assert.equal(doorstep.lastUrgentMs(), Number.NEGATIVE_INFINITY);
  const before = performance.now();
  await house.inject({ url: "/till" });
  assert.ok(doorstep.lastUrgentMs() >= before);
});
