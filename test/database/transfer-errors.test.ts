/**
 * An import refuses damaged files without changes, and interrupted transfers leave nothing behind.
 */
import assert from "node:assert/strict";
import { Readable, Writable } from "node:stream";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { migrate } from "../../src/db/migrate.ts";
import { exportDatabase } from "../../src/db/transfer/export-database.ts";
import { TransferError } from "../../src/db/transfer/format.ts";
import { importDatabase } from "../../src/db/transfer/import-database.ts";
import { openDatabase, openImportTarget } from "../kit/database.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";
import { tier } from "../kit/tier.ts";
import {
  addBulk,
  copyingPids,
  endCopying,
  exportToBuffer,
  filledFile,
  importFrom,
  migrations,
  needsFor,
  openTarget,
  type Piece,
  putTogether,
  readAllState,
  takeApart,
} from "../kit/transfer.ts";
import { until } from "../kit/until.ts";

const NEWEST = migrations.at(-1)?.number ?? 0;
const LOST = /^The connection to the database was lost, and nothing was changed\./;
const DAMAGED = /incomplete, damaged/;

async function openPair(t: Lifetime): Promise<{ file: Buffer; target: DatabasePool }> {
  const [file, { owner }] = [await filledFile(t), await openImportTarget(t)];
  return { file, target: owner };
}

/** A file and the text of its refusal. */
type Refusal = readonly [file: Buffer, words: RegExp];

/** Read once for a target that tests share, because refusals do not change it. */
const states = new WeakMap<DatabasePool, ReturnType<typeof readAllState>>();

async function assertRefused(target: DatabasePool, ...refusals: Refusal[]): Promise<void> {
  const state = states.get(target) ?? readAllState(target);
  states.set(target, state);
  const before = await state;
  for (const [file, words] of refusals) {
    await assert.rejects(importFrom(target, file), (error) => {
      assert.ok(error instanceof TransferError, String(error));
      assert.match(error.message, words);
      return true;
    });
  }
  assert.deepEqual(await readAllState(target), before);
}

test("the original file of these tests is valid", async (t) => {
  const { file, target } = await openPair(t);
  await importFrom(target, putTogether(takeApart(file)));
});

test("a file that is cut at any place is refused", async (t) => {
  const { file, target } = await openShared(t, openPair);
  const outer = [0, 1, 300, file.length >> 1, file.length - 1];
  const plain = gunzipSync(file);
  const marks = [plain.indexOf('{"kind":"end"'), plain.lastIndexOf('{"kind":"check"')];
  const inner = [plain.indexOf("\n") + 1, 2_000, ...marks, plain.length - 1];
  const files = [
    ...outer.map((length) => file.subarray(0, length)),
    ...inner.map((length) => gzipSync(plain.subarray(0, length))),
  ];
  await assertRefused(target, ...files.map((cut): Refusal => [cut, DAMAGED]));
});

test("a file with one changed bit is refused", async (t) => {
  const { file, target } = await openPair(t);
  const plain = gunzipSync(file);
  const place = fc.nat({ max: plain.length - 1 });
  await fc.assert(
    fc.asyncProperty(place, fc.nat({ max: 7 }), async (at, bit) => {
      const changed = Buffer.from(plain);
      changed.writeUInt8(plain.readUInt8(at) ^ (1 << bit), at);
      await assert.rejects(importFrom(target, gzipSync(changed)), TransferError);
    }),
    {
      numRuns: tier(8, 300),
      examples: [
        [plain.length - 1, 0],
        [plain.indexOf('"months":[') + 10, 0],
      ],
    },
  );
  await importFrom(target, file);
});

test("a file with its tables in another order is refused", async (t) => {
  const { file, target } = await openShared(t, openPair);
  const plain = gunzipSync(file).toString("latin1");
  const [head = "", first = "", second = "", ...rest] = plain.split(/(?=\{"kind":"table")/);
  const swapped = [head, second, first, ...rest].join("");
  assert.notEqual(swapped, plain);
  await assertRefused(target, [gzipSync(Buffer.from(swapped, "latin1")), DAMAGED]);
});

test("a file with bytes after its end is refused", async (t) => {
  const { file, target } = await openShared(t, openPair);
  const longer = Buffer.concat([gunzipSync(file), Buffer.from("\n")]);
  await assertRefused(target, [gzipSync(longer), DAMAGED]);
});

test("a file of another kind is refused", async (t) => {
  const { target } = await openShared(t, openPair);
  const dump = Buffer.from("-- PostgreSQL database dump\n");
  const files = [dump, gzipSync("{}\n"), gzipSync("x".repeat(3_000_000))];
  await assertRefused(target, ...files.map((file): Refusal => [file, DAMAGED]));
});

/** Returns a valid file with changed records. */
function changed(file: Buffer, change: (pieces: Piece[]) => Piece[]): Buffer {
  return putTogether(change(takeApart(file)));
}

function withHeader(file: Buffer, fields: object): Buffer {
  return changed(file, ([header, ...rest]) => {
    assert.ok(header);
    return [{ ...header, record: { ...header.record, ...fields } }, ...rest];
  });
}

test("a file of a newer schema or a newer format is refused", async (t) => {
  const { file, target } = await openShared(t, openPair);
  await assertRefused(
    target,
    [withHeader(file, { schema: NEWEST + 1 }), /Use a newer release/],
    [withHeader(file, { version: 2 }), /format version 2/],
    [withHeader(file, { format: "other" }), DAMAGED],
  );
});

test("a database with a newer schema than the file is refused", async (t) => {
  const { file, target } = await openShared(t, openPair);
  const older = withHeader(file, { schema: NEWEST - 1 });
  await assertRefused(target, [older, /Import into a new, empty database/]);
});

test("a database that has rows in any table is refused", async (t) => {
  const { file, target } = await openPair(t);
  await target.rows`insert into simulator.card_orders
    values (gen_random_uuid(), 1, 1, 'SALE', 1, '{}')`;
  await assertRefused(target, [file, /simulator\.card_orders already has rows/]);
});

test("a database that another process uses is refused", async (t) => {
  const { file, target } = await openPair(t);
  await target.atomically(async (db) => {
    await db.rows`select from accounts`;
    await assert.rejects(importFrom(target, file), /Another process is using the database/);
  });
});

test("a file without one of the tables, or with one twice, is refused", async (t) => {
  const { file, target } = await openShared(t, openPair);
  const isVault = ({ record }: Piece) => record.kind === "table" && record.table === "vault";
  const without = changed(file, (pieces) => {
    const from = pieces.findIndex(isVault);
    return pieces.toSpliced(from, 4);
  });
  const twice = changed(file, (pieces) => {
    const from = pieces.findIndex(isVault);
    return pieces.toSpliced(from, 0, ...pieces.slice(from, from + 4));
  });
  await assertRefused(
    target,
    [without, /no table public\.vault/],
    [twice, /table public\.vault that does not fit/],
  );
});

test("unknown table and column names never reach a statement", async (t) => {
  const { file, target } = await openShared(t, openPair);
  const strange = [
    { table: "migrations" },
    { schema: "pg_catalog", table: "pg_authid" },
    { table: 'vault" (x) from stdin; --' },
    { columns: ["account_id"] },
    { columns: Array(7).fill("account_id") },
  ];
  const files = strange.map((fields) => withVault(file, fields));
  await assertRefused(target, ...files.map((one): Refusal => [one, /does not fit this database/]));
});

function withVault(file: Buffer, fields: object): Buffer {
  return changed(file, (pieces) =>
    pieces.map((piece) =>
      piece.record.kind === "table" && piece.record.table === "vault"
        ? { ...piece, record: { ...piece.record, ...fields } }
        : piece,
    ),
  );
}

test("a file with a wrong row count is refused", async (t) => {
  const { file, target } = await openShared(t, openPair);
  const miscounted = changed(file, (pieces) =>
    pieces.map((piece) =>
      piece.record.kind === "rows" ? { ...piece, record: { kind: "rows", rows: 5 } } : piece,
    ),
  );
  await assertRefused(target, [miscounted, DAMAGED]);
});

function withData(file: Buffer, table: string, change: (text: string) => string): Buffer {
  return changed(file, (pieces) => {
    const at = 1 + pieces.findIndex(({ record }) => "table" in record && record.table === table);
    const data = Buffer.from(change(String(pieces[at]?.data)));
    return pieces.with(at, { record: { kind: "data", bytes: data.length }, data });
  });
}

test("rows that break a constraint are refused, and the error does not repeat them", async (t) => {
  const { file, target } = await openShared(t, openPair);
  const twice = withData(file, "vault", (text) => text.replace(/^2\t2\t/m, "1\t1\t"));
  const foreign = withData(file, "account_keys", (text) => text.replace(/^2\t/m, "99\t"));
  const wrong = withData(file, "vault", (text) => text.replace(/^2\t/m, "two\t"));
  await assertRefused(
    target,
    [
      twice,
      /^The database refused rows of the file because of public\.vault \(23505, vault_pkey\)\.$/,
    ],
    [foreign, /because of a foreign key \(23503, account_keys_account_id_fkey\)\.$/],
    [wrong, /because of public\.vault \(22P02\)\.$/],
  );
});

test("a login that cannot see every row cannot export", async (t) => {
  const { app } = await openDatabase(t);
  await assert.rejects(exportToBuffer(app), /cannot see every row of account_key_uses/);
});

test("a database that was never migrated cannot be exported", async (t) => {
  await assert.rejects(exportToBuffer(await openTarget(t)), /nothing to export/);
});

test("a failing output ends the export, and no transaction stays open", async (t) => {
  const { owner } = await openDatabase(t);
  await addBulk(owner);
  const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error("disk full")) });
  await assert.rejects(exportDatabase(owner, full, { product: "test" }), /disk full/);
  await until(async () => (await copyingPids(owner)).length === 0);
});

test("a lost connection ends the export", async (t) => {
  const { owner } = await openDatabase(t);
  await addBulk(owner);
  const out = new Writable({
    write: (_chunk, _encoding, done) => void endCopying(owner).then(() => done(), done),
  });
  await assert.rejects(exportDatabase(owner, out, { product: "test" }), { message: LOST });
});

test("a lost connection ends the import, and nothing stays behind", async (t) => {
  const [source, { owner: target }] = [await openDatabase(t), await openImportTarget(t)];
  await addBulk(source.owner);
  const file = await exportToBuffer(source.owner);
  const before = await readAllState(target);
  async function* interrupted() {
    yield file.subarray(0, file.length >> 1);
    await until(async () => (await copyingPids(target)).length > 0);
    await endCopying(target);
    yield file.subarray(file.length >> 1);
  }
  const importing = importDatabase(
    target,
    Readable.from(interrupted()),
    needsFor(target, migrations),
  );
  await assert.rejects(importing, { message: LOST });
  assert.deepEqual(await readAllState(target), before);
});

test("a partly migrated database is migrated to the file's schema first", async (t) => {
  const file = await filledFile(t);
  const target = await openTarget(t);
  await migrate(target, migrations, 2);
  await importFrom(target, file);
  const [vault] = await target.rows`select count(*)::integer from vault`;
  assert.deepEqual(vault, { count: 4 });
});
