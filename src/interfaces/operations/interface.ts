/** Operations endpoints: health, version, metrics, the OpenAPI document and its page. */
import { BlockList, isIPv6 } from "node:net";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import Type from "typebox";
import type { Readiness } from "../../ports/readiness.ts";

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

const TAGS = ["Operations"];

/** Only scripts of this server. Inline styles are allowed because the page's framework uses them. */
const PAGE_POLICY = {
  "default-src": "'self'",
  "script-src": "'self'",
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data:",
  "object-src": "'none'",
  "base-uri": "'self'",
  "frame-ancestors": "'none'",
};
const Status = Type.Object({ status: Type.String() });
const Ready = Type.Object({
  status: Type.String(),
  checks: Type.Array(
    Type.Object({
      name: Type.String(),
      level: Type.String({ enum: ["ok", "warning", "failing"] }),
      reason: Type.Optional(Type.String()),
    }),
  ),
});

export async function operationsInterface(
  scope: FastifyInstance,
  { readiness, version, environment, metrics }: OperationsNeeds,
): Promise<void> {
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

  scope.get("/", { schema: { hide: true } }, async (_request, reply) => reply.redirect("/docs"));
  scope.get("/openapi.json", { schema: { hide: true } }, async () => scope.swagger());
  await scope.register(swaggerUi, {
    routePrefix: "/docs",
    staticCSP: PAGE_POLICY,
    // Otherwise the page would send the document to a public validator.
    uiConfig: {
      validatorUrl: null,
      layout: "BaseLayout",
      docExpansion: "list",
      tryItOutEnabled: true,
    },
    theme: { title: "Sixdoors API" },
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

const LIVE_SCHEMA = {
  summary: "Check liveness",
  tags: TAGS,
  response: { 200: Status },
};

const READY_SCHEMA = {
  summary: "Check readiness",
  tags: TAGS,
  response: { 200: Ready, 503: Ready },
};

const METRICS_SCHEMA = {
  summary: "Get Prometheus metrics",
  tags: TAGS,
  produces: ["text/plain"],
  response: { 200: Type.String() },
};

const VERSION_SCHEMA = {
  summary: "Get the release and environment",
  tags: TAGS,
  response: {
    200: Type.Object({
      product: Type.String(),
      version: Type.String(),
      schema: Type.Integer(),
      environment: Type.String(),
      node: Type.String(),
    }),
  },
};
