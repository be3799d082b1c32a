/**
 * Applies the migrations: numbered SQL files, forward only, one transaction each. Several processes
 * may start at the same time: a lock makes one of them migrate, and the others find it done.
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { productFile } from "../values/product-folder.ts";
import type { DatabasePool } from "./database-pool.ts";
import { ADVISORY_LOCKS } from "./locks/advisory-locks.ts";
import { ensureRoles } from "./roles.ts";
import { neededSchema } from "./schema/migration-kind.ts";
import { requireCoordinator } from "./sharding/coordinator.ts";
import { splitStatements } from "./split-statements.ts";

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/** The schema of the database does not fit this release. */
export class SchemaMismatch extends Error {
  override readonly name = "SchemaMismatch";
}

export const MIGRATIONS_DIR = productFile("migrations");

const FILE = /^(\d{4})_([a-z0-9_]+)\.sql$/;
const LOCK_KEY = ADVISORY_LOCKS.migrations.number;
/** A lock was not available in time, or the database ended a deadlock with a payment. */
const LOCK_FAILURES: readonly unknown[] = ["55P03", "40P01"];
const LOCK_TRIES = 60;
const LOCK_PAUSE_MS = 500;

/** The number of migrations that this release has, without reading them. */
export async function countMigrations(): Promise<number> {
  return (await listMigrationFiles(MIGRATIONS_DIR)).length;
}

export async function readMigrations(directory = MIGRATIONS_DIR): Promise<readonly Migration[]> {
  const files = await listMigrationFiles(directory);
  return Promise.all(
    files.map(async (file) => {
      const [, digits = "", name = ""] = FILE.exec(file) ?? [];
      const text = await readFile(path.join(directory, file), "utf8");
      const checksum = createHash("sha256").update(text).digest("hex");
      return { number: Number(digits), name, text, checksum };
    }),
  );
}

async function listMigrationFiles(directory: string): Promise<readonly string[]> {
  return (await readdir(directory)).filter((file) => FILE.test(file)).sort();
}

/** Applies the missing migrations, at most up to `upTo`, and returns them. */
export async function migrate(
  owner: DatabasePool,
  migrations: readonly Migration[],
  upTo = Number.POSITIVE_INFINITY,
): Promise<readonly Migration[]> {
  requireCoordinator(owner, "the lock on changes of the schema");
  return owner.withClient(async (client) => {
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
    try {
      await ensureRoles(client);
      await prepareLedger(client);
      const pending = pendingMigrations(migrations, await readApplied(client));
      const wanted = pending.filter(({ number }) => number <= upTo);
      for (const migration of wanted) await applyPatiently(client, migration);
      return wanted;
    } finally {
      await client.query("select pg_advisory_unlock($1)", [LOCK_KEY]);
      await client.query("reset statement_timeout");
    }
  });
}

/** Returns the missing migrations without applying them. */
export async function findPendingMigrations(
  owner: DatabasePool,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const [ledger] = await owner.rows<{ is_there: boolean }>`
    select to_regclass('migrations') is not null as is_there`;
  if (!ledger?.is_there) return migrations;
  return owner.withClient(async (client) =>
    pendingMigrations(migrations, await readApplied(client)),
  );
}

const LEDGER = `
  create table if not exists migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    -- The oldest schema that a release must know from then on. Null: the migration's own number.
    needs_schema integer
  );
  grant select on migrations to sixdoors_app, sixdoors_payments`;

/** A ledger of an earlier release lacks the last column. It is looked for first: DDL takes locks. */
async function prepareLedger(client: pg.ClientBase): Promise<void> {
  await client.query(LEDGER);
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'needs_schema'",
  );
  if (rowCount === 0) await client.query("alter table migrations add column needs_schema integer");
}

interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
  /** The oldest schema that a release must know from then on. */
  readonly needsSchema: number;
}

type Applied = ReadonlyMap<number, AppliedMigration>;

/** By way of JSON, because the ledger of an earlier release has no column needs_schema. */
const READ_APPLIED = `
  select number, name, checksum,
    coalesce((to_jsonb(migrations) ->> 'needs_schema')::integer, number) as "needsSchema"
  from migrations`;

async function readApplied(client: pg.ClientBase): Promise<Applied> {
  const { rows } = await client.query(READ_APPLIED);
  return new Map(rows.map((row) => [row.number, row]));
}

/**
 * The newest migration of the database, and the oldest one that a release must know. A process that
 * runs while a newer release migrates finds out by this whether it may continue.
 */
export async function readSchemaState(
  db: Pick<DatabasePool, "rows">,
): Promise<{ readonly newest: number; readonly needed: number }> {
  const [row] = await db.rows<{ newest: number | null; needed: number | null }>`
    select max(number) as newest,
      max(coalesce((to_jsonb(migrations) ->> 'needs_schema')::integer, number)) as needed
    from migrations`;
  return { newest: row?.newest ?? 0, needed: row?.needed ?? 0 };
}

export function unfitSchemaText(newest: number, { needed }: { readonly needed: number }): string {
  return `The database needs a release that knows schema ${needed}, but this release only knows schemas up to ${newest}. Use a newer release of Sixdoors.`;
}

/**
 * Throws if the schema was made by different files, or by a newer release and this one cannot work
 * with it. A newer schema that only added things is accepted, as in a rolling upgrade.
 */
export function pendingMigrations(
  migrations: readonly Migration[],
  done: Applied,
): readonly Migration[] {
  const newest = migrations.at(-1)?.number ?? 0;
  const needed = Math.max(0, ...Array.from(done.values(), ({ needsSchema }) => needsSchema));
  if (needed > newest) throw new SchemaMismatch(unfitSchemaText(newest, { needed }));
  for (const { number, name, checksum } of migrations) {
    const known = done.get(number);
    if (known === undefined || known.checksum === checksum) continue;
    throw new SchemaMismatch(
      `Migration ${number} (${name}) differs from the one that was applied to this database. Use the release that created it, or restore the original file.`,
    );
  }
  return migrations.filter(({ number }) => !done.has(number));
}

/**
 * Retries after a lock timeout or a deadlock. DDL that waited behind a long reader would block all
 * statements.
 */
async function applyPatiently(client: pg.ClientBase, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await apply(client, migration);
    } catch (error) {
      await client.query("rollback");
      const { code } = error as { readonly code?: unknown };
      if (!LOCK_FAILURES.includes(code) || tries >= LOCK_TRIES) throw error;
      await pause(LOCK_PAUSE_MS);
    }
  }
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query("begin");
  await client.query("set local lock_timeout = '2s'");
  const { number, name, checksum } = migration;
  await client.query(
    "insert into migrations (number, name, checksum, needs_schema) values ($1, $2, $3, $4)",
    [number, name, checksum, neededSchema(migration)],
  );
  for (const statement of splitStatements(migration.text)) await client.query(statement);
  await client.query("commit");
}
