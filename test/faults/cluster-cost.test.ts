/**
 * What a sale costs the database on a Citus cluster, compared with plain PostgreSQL on the same machine.
 * CPU time of the servers, in turns. `npm run proof -- cluster` runs it.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { TEST_CLUSTER } from "../kit/cluster.ts";
import { NODE, ROOT } from "../kit/process.ts";
import { IS_PROOF } from "../kit/tier.ts";

const run = promisify(execFile);

const PAIRS = 3;
const SALES = 6_000;
/** A cluster is for much traffic, in which many rows share a statement. Less is only reported. */
const AT_ONCE = { reported: 64, required: 256 };
/** More, and throughput would not grow with workers. */
const TOTAL_MAX = 3;
const COORDINATOR_MAX = 1 / 5;
/** What `sixdoors shard` makes for two workers. */
const TEST_SHARDS = "8";
/** A server like the nodes, but without Citus. */
const PLAIN_URL = process.env["TEST_PLAIN_URL"] ?? "";

interface Cost {
  readonly total: number;
  readonly coordinator: number;
}

const lacking = IS_PROOF ? whatCostLacks() : "npm run proof -- cluster runs it";

function whatCostLacks(): string | undefined {
  if (process.platform !== "linux") return "CPU time is read from /proc of Linux";
  if (TEST_CLUSTER === undefined || PLAIN_URL === "")
    return "not set: TEST_CITUS_URL or TEST_PLAIN_URL (CONTRIBUTING.md)";
  return undefined;
}

async function measure(server: Readonly<Record<string, string>>, atOnce: number): Promise<Cost> {
  const { TEST_CITUS_URL: _, TEST_DATABASE_URL: __, ...others } = process.env;
  const args = [path.join(ROOT, "test/kit/sales-cost.ts"), String(SALES), String(atOnce)];
  const { stdout } = await run(NODE, args, { cwd: ROOT, env: { ...others, ...server } });
  return JSON.parse(stdout) as Cost;
}

interface Ratios {
  readonly total: number;
  readonly coordinator: number;
}

/** In turns, so that the rest of the machine disturbs both alike. Returns the middle ratios. */
async function compare(t: TestContext, atOnce: number): Promise<Ratios> {
  const ratios: Ratios[] = [];
  for (let pair = 1; pair <= PAIRS; pair++) {
    const plain = await measure({ TEST_DATABASE_URL: PLAIN_URL }, atOnce);
    const cluster = await measure({ TEST_CITUS_URL: TEST_CLUSTER ?? "", TEST_SHARDS }, atOnce);
    const coordinator = cluster.coordinator / cluster.total;
    ratios.push({ total: cluster.total / plain.total, coordinator });
    t.diagnostic(
      `${atOnce} at once: plain ${plain.total} µs, cluster ${cluster.total} µs a sale, ${cluster.coordinator} µs on the coordinator`,
    );
  }
  const [total, coordinator] = (["total", "coordinator"] as const).map(
    (name) => ratios.map((one) => one[name]).toSorted((a, b) => a - b)[PAIRS >> 1] ?? 0,
  );
  return { total: total ?? 0, coordinator: coordinator ?? 0 };
}

test("a sale on a cluster costs at most three times the CPU of plain PostgreSQL, a fifth of it on the coordinator", {
  skip: lacking,
}, async (t) => {
  const { total: few } = await compare(t, AT_ONCE.reported);
  const { total, coordinator } = await compare(t, AT_ONCE.required);
  t.diagnostic(`${few.toFixed(2)} × with few sales, ${total.toFixed(2)} × with many`);
  assert.ok(total <= TOTAL_MAX, `${total} ×`);
  assert.ok(coordinator <= COORDINATOR_MAX, `${coordinator} on the coordinator`);
});
