/**
 * What a sale costs the database on a Citus cluster, compared with plain PostgreSQL on the same machine.
 * CPU time of the servers, in turns. `npm run proof -- cluster` runs it.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { TEST_CLUSTER } from "../kit/cluster.ts";
import { NODE, ROOT } from "../kit/process.ts";
import { IS_PROOF } from "../kit/tier.ts";

const run = promisify(execFile);

const PAIRS = 3;
const SALES = 6_000;
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

async function measure(server: Readonly<Record<string, string>>): Promise<Cost> {
  const { TEST_CITUS_URL: _, TEST_DATABASE_URL: __, ...others } = process.env;
  const args = [path.join(ROOT, "test/kit/sales-cost.ts"), String(SALES)];
  const { stdout } = await run(NODE, args, { cwd: ROOT, env: { ...others, ...server } });
  return JSON.parse(stdout) as Cost;
}

test("a sale on a cluster costs at most three times the CPU of plain PostgreSQL, a fifth of it on the coordinator", {
  skip: lacking,
}, async (t) => {
  const ratios: number[] = [];
  const shares: number[] = [];
  for (let pair = 1; pair <= PAIRS; pair++) {
    const plain = await measure({ TEST_DATABASE_URL: PLAIN_URL });
    const cluster = await measure({ TEST_CITUS_URL: TEST_CLUSTER ?? "", TEST_SHARDS });
    ratios.push(cluster.total / plain.total);
    shares.push(cluster.coordinator / cluster.total);
    t.diagnostic(
      `plain ${plain.total} µs, cluster ${cluster.total} µs a sale, of it ${cluster.coordinator} µs on the coordinator`,
    );
  }
  const middle = (list: number[]) => list.toSorted((a, b) => a - b)[PAIRS >> 1] ?? 0;
  t.diagnostic(
    `${middle(ratios).toFixed(2)} ×, coordinator ${(middle(shares) * 100).toFixed(1)} %`,
  );
  assert.ok(middle(ratios) <= TOTAL_MAX, `${ratios}`);
  assert.ok(middle(shares) <= COORDINATOR_MAX, `${shares}`);
});
