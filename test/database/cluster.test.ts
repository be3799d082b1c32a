/** What only a Citus cluster can show. Runs with TEST_CITUS_URL (test/kit/cluster.ts). */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import pg from "pg";
import { openOwner } from "../../src/app/database/installation.ts";
import { pay } from "../../src/core/payments/pay.ts";
import type { Database } from "../../src/db/database.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { distributeTables } from "../../src/db/sharding/distribute.ts";
import { DISTRIBUTED_TABLES, TABLE_LAYOUT } from "../../src/db/sharding/table-layout.ts";
import { withSnapshot } from "../../src/db/snapshot.ts";
import { BOOKS } from "../kit/accounts.ts";
import { TEST_CLUSTER } from "../kit/cluster.ts";
import { openDatabase } from "../kit/database.ts";
import { aSale, openTestPayments } from "../kit/payments.ts";
import { exportToBuffer, importFrom } from "../kit/transfer.ts";

const ON_CLUSTER = TEST_CLUSTER === undefined ? { skip: "TEST_CITUS_URL is not set" } : {};

const ACCOUNTS = Array.from({ length: 20 }, (_, place) => ({
  ...BOOKS,
  id: String(120_000_000_101 + place),
}));

test(
  "exactly the tables of the layout are distributed, and all are colocated",
  ON_CLUSTER,
  async (t) => {
    const { owner } = await openDatabase(t);
    const rows = await owner.rows<{ name: string; colocation: number }>`
    select logicalrelid::text as name, colocationid as colocation from pg_dist_partition part
      join pg_class class on class.oid = part.logicalrelid and not class.relispartition`;
    assert.deepEqual(rows.map(({ name }) => name).sort(), DISTRIBUTED_TABLES.toSorted());
    assert.equal(new Set(rows.map(({ colocation }) => colocation)).size, 1);
    assert.ok(Object.keys(TABLE_LAYOUT).length > rows.length);
  },
);

test("payments are written on the nodes of their accounts", ON_CLUSTER, async (t) => {
  const { needs, db } = await openTestPayments(t);
  await Promise.all(ACCOUNTS.map((account) => pay(needs, account, aSale())));
  const placements = new Set(ACCOUNTS.map(({ id }) => db.cluster.placement(id)));
  assert.ok(placements.size > 1, "accounts on several nodes");
  assert.equal(await countSales(db), ACCOUNTS.length);
});

test(
  "a lost worker does not make ids, traces and keys be looked up again",
  ON_CLUSTER,
  async (t) => {
    const { owner } = await openDatabase(t);
    assert.equal(await owner.cluster.isSharded(), true);
    const worker = owner.cluster.poolAt(owner.cluster.placement(BOOKS.id));
    assert.notEqual(worker, owner);
    await assert.rejects(worker.rows`select pg_terminate_backend(pg_backend_pid())`);
    assert.equal(owner.losses, 0);
    assert.ok(owner.lossesOfAnyNode > 0);
  },
);

test(
  "an interrupted `shard` is completed, and a changed function is replaced",
  ON_CLUSTER,
  async (t) => {
    const { owner } = await openDatabase(t);
    const count = async () => {
      const rows = await owner.rows<{ result: string }>`
      select result from run_command_on_all_nodes($$select count(*) from pg_proc
        where proname = 'hold_shards' and prosrc like '%lock_shard_metadata%'$$)`;
      return rows.map(({ result }) => result);
    };
    const whole = await count();
    assert.ok(whole.length > 1 && whole.every((found) => found === "1"), String(whole));
    await owner.rows`drop function sixdoors_cluster.hold_shards(bigint[])`;
    assert.deepEqual(await distributeTables(owner), []);
    assert.deepEqual(await count(), whole);
    await owner.rows`create or replace function sixdoors_cluster.hold_shards(wanted bigint[])
    returns void language plpgsql as 'begin end'`;
    await distributeTables(owner);
    assert.deepEqual(await count(), whole);
  },
);

test("a tenant sees its own rows and no others, on every worker", ON_CLUSTER, async (t) => {
  const { needs, database } = await openTestPayments(t);
  await Promise.all(ACCOUNTS.map((account) => pay(needs, account, aSale())));
  for (const { id } of ACCOUNTS) {
    const seen = await database.app.within(
      { accountId: id },
      (db) => db.rows<{ account_id: string }>`select account_id from transactions`,
    );
    assert.deepEqual(seen, [{ account_id: id }]);
  }
});

test("transactions of a tenant make no node of the cluster warn", ON_CLUSTER, async (t) => {
  const { db, database } = await openTestPayments(t);
  await db.cluster.isSharded();
  const notices = recordNotices(t);
  const read = (runner: Database) => runner.rows`select account_id from transactions`;
  await database.app.within({ accountId: BOOKS.id }, read);
  const settings = { "sixdoors.account_id": BOOKS.id, enable_sort: "off" };
  const signal = new AbortController().signal;
  await withSnapshot(database.app, { settings, limitMs: 5_000, signal }, read);
  assert.deepEqual(notices, []);
});

/** What the coordinator and, through it, the workers warn of. */
function recordNotices(t: TestContext): readonly string[] {
  const notices: string[] = [];
  const { emit } = pg.Client.prototype;
  t.mock.method(pg.Client.prototype, "emit", function (this: pg.Client, ...event: unknown[]) {
    const [name, content] = event;
    if (name === "notice") notices.push((content as Error).message);
    return Reflect.apply(emit, this, event);
  });
  return notices;
}

test("while shards move, every payment is stored once", ON_CLUSTER, async (t) => {
  const { needs, db, database, processor } = await openTestPayments(t);
  const payEach = () => Promise.all(ACCOUNTS.map((account) => pay(needs, account, aSale())));
  await payEach();
  let rounds = 1;
  let isMoving = true;
  // Creating the tables of a shard takes longer than a statement of a test may.
  const mover = openOwner(database.url);
  database.beforeDrop(() => mover.close());
  const moving = moveShards(mover).finally(() => {
    isMoving = false;
  });
  while (isMoving) {
    const outcomes = await payEach();
    assert.ok(outcomes.every(({ kind }) => kind === "answered"));
    rounds++;
  }
  await moving;
  await payEach();
  assert.equal(processor.submitted.length, (rounds + 1) * ACCOUNTS.length);
  assert.equal(await countSales(db), (rounds + 1) * ACCOUNTS.length);
});

test("an import into distributed tables is refused, with what to do", ON_CLUSTER, async (t) => {
  const [{ owner: source }, { owner: target }] = [await openDatabase(t), await openDatabase(t)];
  const file = await exportToBuffer(source);
  await assert.rejects(importFrom(target, file), /Import into a new database of the cluster, then/);
});

/** Moves each shard of the first worker to the second. */
async function moveShards(owner: DatabasePool): Promise<void> {
  const shards = await owner.rows<{ id: string; host: string; port: number; to: number }>`
    select shardid as id, nodename as host, nodeport as port, (
      select max(nodeport) from pg_dist_node where groupid > 0) as to
    from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
    where logicalrelid = 'attempts'::regclass
      and nodeport = (select min(nodeport) from pg_dist_node where groupid > 0)`;
  for (const { id, host, port, to } of shards) {
    await owner.rows`
      select citus_move_shard_placement(${id}::bigint, ${host}, ${port}::int, ${host}, ${to}::int,
        shard_transfer_mode => 'block_writes')`;
  }
}

async function countSales(db: DatabasePool): Promise<number> {
  const [row] = await db.rows<{ sales: number }>`
    select count(*)::int as sales from transactions where account_id > 120000000100`;
  return row?.sales ?? 0;
}
