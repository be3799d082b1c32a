/** Operations endpoints: health, version, metrics and the OpenAPI document. */
import { BlockList, isIPv6 } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Readiness } from "../../ports/readiness.ts";
import { LIVE_SCHEMA, METRICS_SCHEMA, READY_SCHEMA, VERSION_SCHEMA } from "./schema.ts";

export interface OperationsNeeds {
  readonly readiness: Readiness;
  readonly version: { readonly product: string; readonly schema: number };
  readonly environment: string;
  readonly metrics: {
    text(): Promise<string>;
    /** Addresses and ranges that may read the metrics. */
    readonly from: readonly string[];
  };
}

export async function operationsInterface(
  scope: FastifyInstance,
  needs: OperationsNeeds,
): Promise<void> {
  healthInterface(scope, needs);
  scope.get("/openapi.json", { schema: { hide: true } }, async () => scope.swagger());
}

/** What a process without other interfaces serves, too. */
export function healthInterface(
  scope: FastifyInstance,
  { readiness, version, environment, metrics }: OperationsNeeds,
): void {
  scope.get("/health/live", { schema: LIVE_SCHEMA }, async () => ({ status: "alive" }));

  scope.get("/health/ready", { schema: READY_SCHEMA }, async (_request, reply) => {
    const status = readiness.state();
    const checks = readiness.checks().map(({ name, level, reason }) => ({ name, level, reason }));
    return reply.code(status === "ready" ? 200 : 503).send({ status, checks });
  });

  scope.get("/version", { schema: VERSION_SCHEMA }, async () => ({
    product: "sixdoors",
    version: version.product,
    schema: version.schema,
    environment,
    node: process.version,
  }));

  const mayLook = allowList(metrics.from);
  const unlisted = { schema: METRICS_SCHEMA, config: { isUnlisted: true } };
  scope.get("/metrics", unlisted, async (request, reply) => {
    if (!mayLook(request.ip)) return reply.callNotFound();
    return reply.type("text/plain; version=0.0.4; charset=utf-8").send(await metrics.text());
  });
}

/** Other addresses get 404. */
function allowList(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    list.addSubnet(address, Number(bits ?? (family === "ipv6" ? 128 : 32)), family);
  }
  return (address) => list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
