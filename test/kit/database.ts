/** A migrated database of its own for a test, cloned from a template in a few milliseconds. */
import { createHash, randomBytes } from "node:crypto";
import type { TestContext } from "node:test";
import pg from "pg";
import { ensureMonths } from "../../src/core/payments/partition-store.ts";
import { DatabasePool } from "../../src/db/database.ts";
import { migrate, readMigrations } from "../../src/db/migrate.ts";
import { APP_ROLE, PAYMENTS_ROLE } from "../../src/db/roles.ts";
import { monthOf } from "../../src/values/transaction-id.ts";

/** The server that the suite runs on: scripts/test.mjs starts one and names it here. */
const SERVER = process.env["TEST_DATABASE_URL"] ?? "";
const TEMPLATE_LOCK = 6_003_601;

export interface TestDatabase {
  readonly url: string;
  /** The owner of the tables. It sees everything: for arranging and for looking. */
  readonly owner: DatabasePool;
  readonly app: DatabasePool;
  readonly payments: DatabasePool;
}

export function poolOf(connectionString: string, role?: string): DatabasePool {
  return new DatabasePool({
    connectionString,
    ...(role === undefined ? {} : { role }),
    size: 8,
    queueMax: 1_000,
    statementTimeoutMs: 10_000,
  });
}

export async function openDatabase(t: TestContext): Promise<TestDatabase> {
  const url = await createDatabase(t, await ensureTemplate());
  const pools = [poolOf(url), poolOf(url, APP_ROLE), poolOf(url, PAYMENTS_ROLE)] as const;
  const [owner, app, payments] = pools;
  // Hooks run in order of registration, and a database that is in use cannot be dropped.
  const drop = () => dropDatabase(url);
  t.after(async () => {
    await Promise.all(pools.map((pool) => pool.close()));
    await drop();
  });
  return { url, owner, app, payments };
}

/** An empty database, for tests of migrating itself. */
export async function openEmptyDatabase(t: TestContext): Promise<{ url: string }> {
  const url = await createDatabase(t, "template0");
  t.after(() => dropDatabase(url));
  return { url };
}

async function createDatabase(_t: TestContext, template: string): Promise<string> {
  const name = `sixdoors_test_${randomBytes(6).toString("hex")}`;
  await onServer((client) => client.query(`create database ${name} template ${template}`));
  return urlOf(name);
}

async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await onServer((client) => client.query(`drop database ${name} with (force)`));
}

/** Named by what it is made from, so that a changed migration makes a new one. */
async function ensureTemplate(): Promise<string> {
  const migrations = await readMigrations();
  const digest = createHash("sha256");
  for (const { checksum } of migrations) digest.update(checksum);
  const name = `sixdoors_template_${digest.digest("hex").slice(0, 12)}`;
  await onServer(async (client) => {
    await client.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 0) await makeTemplate(client, name, migrations);
  });
  return name;
}

async function makeTemplate(
  client: pg.Client,
  name: string,
  migrations: Awaited<ReturnType<typeof readMigrations>>,
): Promise<void> {
  const draft = `${name}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft}`);
  const owner = poolOf(urlOf(draft));
  await migrate(owner, migrations);
  const month = monthOf(Temporal.Now.instant());
  await ensureMonths(owner, [month - 1, month, month + 1]);
  await owner.close();
  await client.query(`alter database ${draft} rename to ${name}`);
}

async function onServer<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  if (SERVER === "") throw new Error("TEST_DATABASE_URL names no server: run `npm test`.");
  const client = new pg.Client(SERVER);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(name: string): string {
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return url.href;
}
