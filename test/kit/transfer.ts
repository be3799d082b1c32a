/** Databases for exports and imports, and transfer files in memory. */

import { randomBytes } from "node:crypto";
import { Readable, Writable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { ensureMonths } from "../../src/core/payments/ids/partition-store.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { type Migration, readMigrations } from "../../src/db/migrate.ts";
import { APP_ROLE, PAYMENTS_ROLE } from "../../src/db/roles.ts";
import { printSchema } from "../../src/db/schema/schema-printer.ts";
import { exportDatabase } from "../../src/db/transfer/export-database.ts";
import { parseRecord, type TransferRecord } from "../../src/db/transfer/format.ts";
import { type ImportNeeds, importDatabase } from "../../src/db/transfer/import-database.ts";
import { RecordWriter } from "../../src/db/transfer/record-writer.ts";
import { openDatabase, openEmptyDatabase, poolOf } from "./database.ts";
import { digestTables, fillEveryTable } from "./every-table.ts";
import { onDatabase } from "./logins.ts";
import type { Lifetime } from "./shared.ts";

export const migrations = await readMigrations();

/** A server of another version to import to. If it is not set, those tests are skipped. */
export const SECOND_SERVER = process.env["TEST_SECOND_DATABASE_URL"] ?? "";

/** An empty database on the server of the suite. */
export async function openTarget(t: Lifetime): Promise<DatabasePool> {
  const { url } = await openEmptyDatabase(t);
  return poolUntilEnd(t, url);
}

/** An empty database on any server. */
export async function openTargetOn(t: Lifetime, server: string): Promise<DatabasePool> {
  const database = `sixdoors_test_${randomBytes(6).toString("hex")}`;
  await onDatabase(server, `create database ${database} template template0`);
  const url = new URL(server);
  url.pathname = `/${database}`;
  const pool = poolOf(url.href);
  t.after(async () => {
    await pool.close();
    await onDatabase(server, `drop database ${database} with (force)`);
  });
  return pool;
}

/** An empty database whose owner has no other permission on the server. */
export async function openModestTarget(t: Lifetime): Promise<DatabasePool> {
  const { url } = await openEmptyDatabase(t);
  const database = new URL(url).pathname.slice(1);
  const [role, password] = [`${database}_owner`, randomBytes(12).toString("hex")];
  await onDatabase(url, `create role ${role} login password '${password}'`);
  await ensureRoles(url);
  await onDatabase(url, `grant ${APP_ROLE}, ${PAYMENTS_ROLE} to ${role}`);
  await onDatabase(url, `alter database ${database} owner to ${role}`);
  const login = new URL(url);
  [login.username, login.password] = [role, password];
  const pool = poolOf(login.href);
  t.after(async () => {
    await pool.close();
    const server = new URL(url);
    server.pathname = "/postgres";
    await onDatabase(server.href, `drop role ${role}`);
  });
  return pool;
}

async function ensureRoles(url: string): Promise<void> {
  const missing = [APP_ROLE, PAYMENTS_ROLE].map(
    (role) => `if not exists (select from pg_roles where rolname = '${role}') then
      create role ${role} nologin; end if;`,
  );
  await onDatabase(url, `do $$ begin ${missing.join(" ")} end $$`);
}

function poolUntilEnd(t: Lifetime, url: string): DatabasePool {
  const pool = poolOf(url);
  t.after(() => pool.close());
  return pool;
}

export function needsFor(owner: DatabasePool, known: readonly Migration[]): ImportNeeds {
  return { migrations: known, ensureMonths: (months) => ensureMonths(owner, months) };
}

export async function exportToBuffer(owner: DatabasePool): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const out = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  await exportDatabase(owner, out, { product: "sixdoors test" });
  return Buffer.concat(chunks);
}

let filled: Promise<Buffer> | undefined;

/**
 * A database with rows in every table, exported once for all tests of a file. No test changes it.
 */
export function filledFile(t: Lifetime): Promise<Buffer> {
  filled ??= exportFilled(t);
  return filled;
}

async function exportFilled(t: Lifetime): Promise<Buffer> {
  const { owner } = await openDatabase(t);
  await fillEveryTable(owner);
  return exportToBuffer(owner);
}

export async function importFrom(
  owner: DatabasePool,
  file: Buffer,
  known: readonly Migration[] = migrations,
) {
  return importDatabase(owner, Readable.from([file]), needsFor(owner, known));
}

/** Adds some megabytes that do not compress, to a table between accounts and the vault. */
export async function addBulk(owner: DatabasePool): Promise<void> {
  for (let k = 0; k < 40; k++) {
    await owner.rows`
      insert into base_keys (name, kind, ksi, sealed, check_value)
      values (${String(k)}, 'aes-128', ${`A${k}`}, ${randomBytes(100_000)}, '')`;
  }
}

/** Lists the connections of this database that copy, or whose transaction after a copy is open. */
export async function copyingPids(owner: DatabasePool): Promise<readonly number[]> {
  const found = await owner.rows<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and query ilike 'copy %' and xact_start is not null`;
  return found.map(({ pid }) => pid);
}

export async function endCopying(owner: DatabasePool): Promise<void> {
  for (const pid of await copyingPids(owner)) {
    await owner.rows`select pg_terminate_backend(${pid}::int)`;
  }
}

/** Reads everything that an import could change. */
export async function readAllState(owner: DatabasePool) {
  const sequences = await owner.rows`
    select schemaname, sequencename, last_value from pg_sequences order by 1, 2`;
  const partitions = await owner.rows`
    select relname from pg_class where relispartition order by relname`;
  const tables = await digestTables(owner);
  return { tables, sequences, partitions, schema: await printSchema(owner) };
}

/** One record of a transfer file: its line and the bytes after it. */
export interface Piece {
  readonly record: TransferRecord;
  readonly data: Buffer;
}

export function takeApart(file: Buffer): Piece[] {
  const plain = gunzipSync(file);
  const pieces: Piece[] = [];
  for (let at = 0; at < plain.length; ) {
    const end = plain.indexOf("\n", at) + 1;
    const record = parseRecord(plain.toString("utf8", at, end));
    at = end + (record.kind === "data" ? record.bytes : 0);
    pieces.push({ record, data: plain.subarray(end, at) });
  }
  return pieces;
}

/** A file with correct check lines, even if its content is wrong. */
export function putTogether(pieces: readonly Piece[]): Buffer {
  const writer = new RecordWriter();
  const bytes = pieces.flatMap(({ record, data }) => {
    if (record.kind === "check") return [writer.check()];
    return record.kind === "data" ? writer.data(data) : [writer.line(record)];
  });
  return gzipSync(Buffer.concat(bytes));
}
