/** The connection pool with a database server that is slow, silent or gone. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { DatabasePool } from "../../src/db/database-pool.ts";
import { DatabaseBusy, DatabaseSilent, isServerUnavailable } from "../../src/db/server-errors.ts";
import { openDatabase, poolOf } from "../kit/database.ts";
import { atEnd } from "../kit/process.ts";
import { until } from "../kit/until.ts";

const STATEMENT_MS = 500;

/** A proxy to the server that can freeze without notice or cut its connections. */
async function openLine(t: TestContext, databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const line = createServer((near) => {
    const far = connect(Number(port || 5432), hostname);
    for (const socket of [near, far]) sockets.add(socket.on("error", () => {}));
    near.pipe(far).pipe(near);
  });
  line.listen(0, "127.0.0.1");
  await once(line, "listening");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  atEnd(t, async () => {
    cut();
    line.close();
  });
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((line.address() as AddressInfo).port);
  const freeze = () => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  return { url: url.href, freeze, cut };
}

async function openPool(t: TestContext, size = 1) {
  const line = await openLine(t, (await openDatabase(t)).url);
  const pool = new DatabasePool({
    connectionString: line.url,
    size,
    queueMax: 2,
    statementTimeoutMs: STATEMENT_MS,
    connectTimeoutMs: 1_000,
  });
  atEnd(t, () => pool.close());
  return { pool, line };
}

async function tookMs(work: Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work;
  return performance.now() - started;
}

test("the server cancels a statement that takes too long", async (t) => {
  const { pool } = await openPool(t);
  await assert.rejects(pool.rows`select pg_sleep(5)`, { code: "57014" });
  assert.deepEqual(await pool.rows`select 1 as one`, [{ one: 1 }]);
});

test("a server that stops answering is given up, also in a transaction", async (t) => {
  const { pool, line } = await openPool(t);
  await pool.rows`select 1`;
  line.freeze();
  const alone = await tookMs(assert.rejects(pool.rows`select 1`, DatabaseSilent));
  const together = pool.atomically(async (db) => {
    await db.rows`select 1`;
    line.freeze();
    await db.rows`select 2`;
  });
  const within = await tookMs(assert.rejects(together, DatabaseSilent));
  for (const ms of [alone, within]) assert.ok(ms > STATEMENT_MS && ms < STATEMENT_MS + 1_500);
  assert.deepEqual(await pool.rows`select 1 as one`, [{ one: 1 }]);
});

test("a cut connection fails its own work and nothing else", async (t) => {
  const { pool, line } = await openPool(t);
  const { losses } = pool;
  const work = pool.atomically(async (db) => {
    await db.rows`select 1`;
    line.cut();
    // Idle in the transaction: the loss is noticed before the next statement.
    await until(() => pool.losses > losses);
    await db.rows`select 2`;
  });
  await assert.rejects(work, /not queryable|terminated/);
  assert.deepEqual(await pool.rows`select 1 as one`, [{ one: 1 }]);
});

test("work that fails is rolled back and keeps its connection", async (t) => {
  const { pool } = await openPool(t);
  const pidOf = async () => (await pool.rows<{ pid: number }>`select pg_backend_pid() as pid`)[0];
  const before = await pidOf();
  const work = pool.atomically(async (db) => {
    await db.rows`create table kept (id int)`;
    await db.rows`select 1 / 0`;
  });
  await assert.rejects(work, { code: "22012" });
  assert.deepEqual(await pool.rows`select to_regclass('kept') as kept`, [{ kept: null }]);
  assert.deepEqual(await pidOf(), before);
});

test("requests wait for a connection for a limited time, in a short queue", async (t) => {
  const { pool } = await openPool(t);
  const [taken, given] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  atEnd(t, async () => given.resolve());
  const busy = pool.withClient(() => {
    taken.resolve();
    return given.promise;
  });
  await taken.promise;
  const waiting = [1, 2].map(() => assert.rejects(pool.rows`select 1`, /timeout exceeded/));
  await assert.rejects(pool.rows`select 1`, DatabaseBusy);
  assert.ok((await tookMs(Promise.all(waiting))) < 5_000);
  given.resolve();
  await busy;
});

test("connections to a server that became read-only are not used again", async (t) => {
  const database = await openDatabase(t);
  await database.owner.rows`create table written (at int)`;
  const attempts: Record<string, (pool: DatabasePool) => Promise<unknown>> = {
    "a statement": (pool) => pool.rows`insert into written values (1)`,
    "a transaction": (pool) => pool.atomically((db) => db.rows`insert into written values (2)`),
  };
  for (const [name, write] of Object.entries(attempts)) {
    await t.test(name, async (t) => {
      const pool = poolOf(database.url);
      atEnd(t, () => pool.close());
      await database.setReadOnly(true);
      // Several connections, so that some of them are idle when the first one fails.
      await Promise.all(several(() => pool.rows`select pg_sleep(0.05)`));
      assert.ok(pool.idle > 1);
      await assert.rejects(write(pool), { code: "25006" });
      await database.setReadOnly(false);
      await Promise.all(several(() => write(pool)));
    });
  }
});

const several = <Result>(work: () => Promise<Result>) => Array.from({ length: 4 }, work);

test("of several servers, the one that answers and accepts writes is used", async (t) => {
  const database = await openDatabase(t);
  const { username, password, host, pathname } = new URL(database.url);
  const list = `postgres://${username}:${password}@127.0.0.1:1,${host}${pathname}`;
  const pool = new DatabasePool({
    ...{ connectionString: list, size: 2, queueMax: 2, statementTimeoutMs: STATEMENT_MS },
    connectTimeoutMs: 1_000,
  });
  atEnd(t, () => pool.close());
  await pool.rows`create table written (at int)`;
  await database.setReadOnly(true);
  for (const _ of ["a connection that breaks", "no server that accepts writes"]) {
    await assert.rejects(pool.rows`insert into written values (1)`, isServerUnavailable);
  }
  await database.setReadOnly(false);
  await pool.rows`insert into written values (1)`;
});

test("a standby is preferred for reading, but not required", async (t) => {
  const { url } = await openDatabase(t);
  const connectionString = `${url}?target_session_attrs=prefer-standby`;
  const pool = new DatabasePool({
    ...{ connectionString, size: 1, queueMax: 2, statementTimeoutMs: STATEMENT_MS },
  });
  atEnd(t, () => pool.close());
  assert.deepEqual(await pool.rows`select 1 as one`, [{ one: 1 }]);
});
