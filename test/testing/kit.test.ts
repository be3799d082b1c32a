/** `sixdoors/testing`: a gateway inside a test suite. All tests share one PostgreSQL and one template. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import pg from "pg";
import { startSixdoors } from "../../testing/index.ts";
import { makeKitCache, payAt } from "../kit/kit-gateway.ts";
import { runLinkedExample, startKitParent } from "../kit/kit-parent.ts";
import { findPostgres, isAlive, NODE } from "../kit/process.ts";
import { until } from "../kit/until.ts";
import { FIRST_ID, GATEWAY_RULES } from "./gateway-rules.ts";

test("a gateway runs beside the tests and does what they say", async (t) => {
  const cache = await makeKitCache(t);
  const gateway = await startSixdoors({ cacheDir: cache });
  t.after(() => gateway.stop());
  for (const [rule, check] of Object.entries(GATEWAY_RULES)) {
    await t.test(rule, () => check(gateway));
  }

  await t.test("gateways at once have their own data", async (t) => {
    const parent = await startKitParent(t, cache);
    const { transaction_id: id } = await payAt({ ...gateway, url: parent.url });
    assert.match(id, FIRST_ID);
    // Our own first payment after the reset has the same id, and there is no other event.
    await gateway.webhooks.next({ transactionId: id });
    await assert.rejects(gateway.webhooks.next({ within: 0 }), /No further webhook/);
    assert.equal(await countSlots(cache), 2);

    parent.kill();
    await until(() => !isAlive(parent.gatewayPid));
    assert.equal(await countSlots(cache), 1, "a gateway did not end with its test process");
  });

  await t.test(
    "a gateway that was killed says so, and the next one removes its data",
    async (t) => {
      process.kill(gateway.pid, "SIGKILL");
      await until(() => !isAlive(gateway.pid));
      await assert.rejects(gateway.clock.now(), /The Sixdoors gateway has ended/);
      await gateway.stop();
      assert.equal(await countSlots(cache), 1);

      // Two gateways at once. Only newer versions of Node run the TypeScript of the shop.
      const [plain, shop] = await Promise.all([
        runLinkedExample(t, "testing-node", { cache }),
        runLinkedExample(t, "shop", { cache, node: NODE }),
      ]);
      assert.deepEqual([plain.code, shop.code], [0, 0], plain.stdout + shop.stdout);
      assert.match(plain.stdout, / pass 5$/m);
      assert.match(shop.stdout, / pass 8$/m);
      assert.equal(await findPostgres(cache), undefined, "the last gateway stops PostgreSQL");
      assert.equal((await readdir(path.join(cache, "postgres", "base"))).length, DATABASES);
      assert.ok(!existsSync(path.join(cache, "gateways")));
    },
  );
});

/** Two of initdb's, "postgres", "sixdoors" and the template of gateways. */
const DATABASES = 5;

test("a gateway that cannot start says why, with its last log lines", async (t) => {
  const options = { cacheDir: await makeKitCache(t), settings: { PORT: "eighty" } };
  await assert.rejects(startSixdoors(options), (error: Error) => {
    assert.match(error.message, /^The Sixdoors gateway could not start\. Its last log lines:\n/);
    assert.match(error.message, /\n {2}PORT /);
    return true;
  });
});

/** How many gateways have databases. */
async function countSlots(cache: string): Promise<number> {
  const { port } = JSON.parse(readFileSync(path.join(cache, "postgres.json"), "utf8"));
  const password = readFileSync(path.join(cache, "postgres.password"), "utf8");
  const login = { host: "127.0.0.1", port, user: "postgres", password, database: "postgres" };
  const client = new pg.Client(login);
  await client.connect();
  const { rows } = await client.query<{ slots: number }>(
    String.raw`select count(distinct substring(datname, 'slot_(\d+)_'))::int as slots from pg_database`,
  );
  await client.end();
  return rows[0]?.slots ?? 0;
}
