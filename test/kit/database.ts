/** A migrated database of its own for a test, cloned from a template in a few milliseconds. */
import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import {
  CERTIFICATION_SEED_FILE,
  readCertificationSeed,
} from "../../src/core/certification/certification-seed.ts";
import { InstallationStore } from "../../src/core/certification/installation-store.ts";
import { seedCertification } from "../../src/core/certification/seed.ts";
import { ensureMonths } from "../../src/core/payments/ids/partition-store.ts";
import { DatabasePool } from "../../src/db/database-pool.ts";
import { type Migration, migrate, readMigrations } from "../../src/db/migrate.ts";
import { APP_ROLE, PAYMENTS_ROLE } from "../../src/db/roles.ts";
import { distributeTables } from "../../src/db/sharding/distribute.ts";
import { monthsAround } from "../../src/values/transaction-id.ts";
import {
  dropOnEveryNode,
  joinCluster,
  leaveTemplate,
  onEveryNode,
  TEST_CLUSTER,
} from "./cluster.ts";
import { IS_HSM, openTestCustody } from "./custody.ts";
import { openCheapPasswords } from "./passwords.ts";
import { closeSharedByOthers, type Lifetime } from "./shared.ts";

/**
 * The server that the suite runs on: the coordinator of a cluster, or the server that global-setup.ts
 * starts and names here.
 */
const SERVER = TEST_CLUSTER ?? process.env["TEST_DATABASE_URL"] ?? "";
const TEMPLATE_LOCK = 6_003_601;

/** Many tests set their clock to a day near this one. */
const TEST_DAY = Temporal.Instant.from("2026-11-15T12:00:00Z");
/** Connections to the server itself, kept between tests: opening one costs 10 ms of CPU time. */
let serverPool: pg.Pool | undefined;
/** Templates that this process has found or made. */
const templates = new Map<Kind, Promise<string>>();

export interface TestDatabase {
  readonly url: string;
  /** What still uses the database must let go before it can be dropped. */
  beforeDrop(close: () => Promise<void>): void;
  /** The owner of the tables. It sees everything: for arranging and for looking. */
  readonly owner: DatabasePool;
  readonly app: DatabasePool;
  readonly payments: DatabasePool;
  /**
   * As after a failover that went wrong: every connection breaks, and new ones are read-only.
   * Set back, new connections may write; open ones stay read-only.
   */
  setReadOnly(isReadOnly: boolean): Promise<void>;
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

/** Tables and no rows but what migrations bring. */
export async function openDatabase(t: Lifetime): Promise<TestDatabase> {
  return openClone(t, await ensureTemplate("bare"));
}

/** The same without distributed tables, on a cluster too: imports come before `shard`. */
export async function openImportTarget(t: Lifetime): Promise<TestDatabase> {
  if (TEST_CLUSTER === undefined) return openDatabase(t);
  return openClone(t, await ensureTemplate("undistributed"));
}

/**
 * As `npm start` leaves it: the certification data, under the test master key. Only the passwords
 * are hashed at a lower cost.
 */
export async function openSeededDatabase(t: Lifetime): Promise<TestDatabase> {
  return openClone(t, await ensureTemplate("seeded"));
}

async function openClone(t: Lifetime, template: string): Promise<TestDatabase> {
  await closeSharedByOthers(t);
  const url = await createDatabase(cloneOf(template));
  const [owner, app, payments] = [poolOf(url), poolOf(url, APP_ROLE), poolOf(url, PAYMENTS_ROLE)];
  const closers = [() => owner.close(), () => app.close(), () => payments.close()];
  t.after(async () => {
    for (const close of closers) await close();
    await dropDatabase(url);
  });
  return {
    ...{ url, owner, app, payments },
    beforeDrop: (close) => closers.unshift(close),
    setReadOnly: (isReadOnly) => setReadOnly(url, isReadOnly),
  };
}

async function setReadOnly(url: string, isReadOnly: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const change = isReadOnly ? "set default_transaction_read_only = on" : "reset all";
  await onServer(async (client) => {
    await client.query(`alter database ${name} ${change}`);
    if (!isReadOnly) return;
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1",
      [name],
    );
  });
}

/** An empty database, for tests of migrating itself. */
export async function openEmptyDatabase(t: Lifetime): Promise<{ url: string }> {
  return openDatabaseLike(t, cloneOf("template0"));
}

/** An empty database made with options of its own. */
export async function openDatabaseLike(t: Lifetime, options: string): Promise<{ url: string }> {
  const url = await createDatabase(options);
  t.after(() => dropDatabase(url));
  return { url };
}

/** A database on every node of the cluster, with workers and without any table. */
export async function openUndistributedDatabase(t: Lifetime): Promise<{ url: string }> {
  const { url } = await openEmptyDatabase(t);
  await joinCluster(new URL(url).pathname.slice(1));
  return { url };
}

/** Files are copied whole: in the write-ahead log, which nobody reads again, it takes twice as long. */
function cloneOf(template: string): string {
  return `template ${template} strategy file_copy`;
}

async function createDatabase(how: string): Promise<string> {
  const name = `sixdoors_test_${randomBytes(6).toString("hex")}`;
  await onNodes(`create database ${name} ${how}`);
  return urlOf(name);
}

async function dropDatabase(url: string): Promise<void> {
  await dropIfThere(new URL(url).pathname.slice(1));
}

async function dropIfThere(name: string): Promise<void> {
  if (TEST_CLUSTER !== undefined) return dropOnEveryNode(name);
  await onNodes(`drop database if exists ${name} with (force)`);
}

/** A database of a cluster is one database on each node. */
async function onNodes(statement: string): Promise<void> {
  if (TEST_CLUSTER === undefined) await onServer((client) => client.query(statement));
  else await onEveryNode(statement);
}

type Kind = "bare" | "seeded" | "undistributed";

const SEEDED_FROM = [
  CERTIFICATION_SEED_FILE,
  path.resolve(import.meta.dirname, "passwords.ts"),
  path.resolve(import.meta.dirname, "../../src/core/access/password.ts"),
  ...["seed.ts", "seed-store.ts"].map((file) =>
    path.resolve(import.meta.dirname, "../../src/core/certification", file),
  ),
  ...["distribute.ts", "hold-shards.ts", "table-layout.ts"].map((file) =>
    path.resolve(import.meta.dirname, "../../src/db/sharding", file),
  ),
];

function ensureTemplate(kind: Kind): Promise<string> {
  const template = templates.get(kind) ?? findOrMakeTemplate(kind);
  templates.set(kind, template);
  return template;
}

/** Named by what it is made from, so that a changed migration or seed makes a new one. */
async function findOrMakeTemplate(kind: Kind): Promise<string> {
  const migrations = await readMigrations();
  const digest = createHash("sha256");
  for (const file of SEEDED_FROM) digest.update(await readFile(file));
  digest.update(`${TEST_SHARDS}`);
  for (const { number, checksum } of migrations) digest.update(`${number} ${checksum}`);
  // The keys of a template are in the token of this run.
  if (IS_HSM) digest.update(process.env["TEST_FOLDER"] ?? "");
  const name = `sixdoors_${kind}_${digest.digest("hex").slice(0, 12)}`;
  await onServer(async (client) => {
    await client.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 0) await makeTemplate({ name, kind, migrations });
    await client.query("select pg_advisory_unlock($1)", [TEMPLATE_LOCK]);
  });
  return name;
}

interface Template {
  readonly name: string;
  readonly kind: Kind;
  readonly migrations: readonly Migration[];
}

async function makeTemplate({ name, kind, migrations }: Template) {
  const draft = `${name}_draft`;
  await dropIfThere(draft);
  await onNodes(`create database ${draft}`);
  const isDistributed = TEST_CLUSTER !== undefined && kind !== "undistributed";
  if (isDistributed) await joinCluster(draft);
  const owner = poolOf(urlOf(draft));
  await migrate(owner, migrations);
  await ensureMonths(owner, [...monthsAround(Temporal.Now.instant()), ...monthsAround(TEST_DAY)]);
  if (isDistributed) await distributeTables(owner, TEST_SHARDS);
  if (kind === "seeded") await fill(owner);
  await owner.close();
  if (TEST_CLUSTER !== undefined) await leaveTemplate(draft);
  await onNodes(`alter database ${draft} rename to ${name}`);
}

/** Two on each worker. Every shard of every month is a dozen files to copy. */
const TEST_SHARDS = Number(process.env["TEST_SHARDS"] ?? 4);

async function fill(owner: DatabasePool): Promise<void> {
  await new InstallationStore(owner).claimEnvironment("certification");
  const custody = await openTestCustody(owner);
  const needs = { owner, passwords: openCheapPasswords(), custody };
  await seedCertification(needs, await readCertificationSeed());
  custody.close();
}

/** A connection that failed is not used again: it may hold the lock on templates. */
async function onServer<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
  if (SERVER === "") throw new Error("TEST_DATABASE_URL names no server: run `npm test`.");
  // Idle connections do not keep the test process running.
  serverPool ??= openServerPool();
  const client = await serverPool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Some tests kill the server. Without a listener, a broken connection ends the process. */
function openServerPool(): pg.Pool {
  const pool = new pg.Pool({ connectionString: SERVER, allowExitOnIdle: true });
  return pool.on("error", () => {});
}

function urlOf(name: string): string {
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return url.href;
}
