/**
 * Receives webhooks: one endpoint answers at once, one never answers. A child process of the bench.
 */
import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { quantile } from "../statistics.ts";

export interface ReceiverPorts {
  readonly good: number;
  readonly dead: number;
}

/** Starts a new count. The answer is sent when this many different webhooks have arrived. */
export interface Expectation {
  readonly count: number;
}

export interface Arrivals {
  /** From writing to arrival. */
  readonly lagP50Ms: number;
  readonly lagP99Ms: number;
}

const WRITTEN = /"written_ms":([\d.]+)/;

let ids = new Set<string>();
let lags: number[] = [];
let expected = Number.POSITIVE_INFINITY;

const good = createHttpServer(async (request, response) => {
  const body = await readBody(request);
  const arrivedMs = performance.timeOrigin + performance.now();
  response.end("ok");
  arrived(String(request.headers["webhook-id"]), arrivedMs - Number(WRITTEN.exec(body)?.[1]));
});
const dead = createServer((socket) => socket.on("error", () => {}).resume());

process.once("disconnect", () => process.exit());
process.on("message", ({ count }: Expectation) => {
  [ids, lags, expected] = [new Set(), [], count];
  process.send?.({ kind: "expecting" });
});
for (const server of [good, dead]) await once(server.listen(0, "127.0.0.1"), "listening");
process.send?.({ good: readPort(good), dead: readPort(dead) } satisfies ReceiverPorts);

function arrived(id: string, lagMs: number): void {
  if (ids.has(id)) return;
  ids.add(id);
  lags.push(lagMs);
  if (ids.size !== expected) return;
  lags.sort((one, other) => one - other);
  const arrivals: Arrivals = { lagP50Ms: quantile(lags, 0.5), lagP99Ms: quantile(lags, 0.99) };
  process.send?.(arrivals);
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  return body;
}

function readPort(server: { address(): unknown }): number {
  return (server.address() as AddressInfo).port;
}
