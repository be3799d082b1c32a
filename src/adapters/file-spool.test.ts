/** Tests of file-spool.ts. */
import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { until } from "../../test/kit/until.ts";
import type { Spool } from "../ports/spool.ts";
import { FileSpools, openNameless, type SpoolFile } from "./file-spool.ts";

const MEBIBYTE = 1024 * 1024;

async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors-spool-"));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

const piece = (size: number, fill: number) => Buffer.alloc(size, fill % 251);

async function readAll({ reader }: Spool): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const bytes of reader) pieces.push(bytes as Buffer);
  return Buffer.concat(pieces);
}

test("bytes are read in the order in which they were written, whatever the pace of reader and writer", async (t) => {
  const folder = await openFolder(t);
  const sizes = fc.array(fc.nat({ max: 700_000 }), { minLength: 1, maxLength: 14 });
  const pauses = fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 20 });
  const bytesMax = fc.constantFrom(0, 500_000, 2 * MEBIBYTE, 100 * MEBIBYTE);
  await fc.assert(
    fc.asyncProperty(sizes, pauses, bytesMax, async (lengths, waits, quota) => {
      const spool = new FileSpools({ folder, bytesMax: quota }).open();
      const pieces = lengths.map((size, place) => piece(size, place));
      const writing = writeAll(spool, pieces);
      const read = await readWithPauses(spool, waits);
      await writing;
      assert.ok(read.equals(Buffer.concat(pieces)));
    }),
    { numRuns: 60 },
  );
});

async function writeAll(spool: Spool, pieces: readonly Buffer[]): Promise<void> {
  for (const bytes of pieces) await spool.add(bytes);
  spool.end();
}

async function readWithPauses({ reader }: Spool, waits: readonly number[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let place = 0;
  for await (const bytes of reader) {
    pieces.push(bytes as Buffer);
    for (let left = waits[place++ % waits.length] ?? 0; left > 0; left--) await nextTurn();
  }
  return Buffer.concat(pieces);
}

test("the file has no name, so that it cannot stay behind", async (t) => {
  const folder = await openFolder(t);
  const spool = new FileSpools({ folder, bytesMax: 10 * MEBIBYTE }).open();
  for (let count = 0; count < 5; count++) await spool.add(piece(MEBIBYTE, count));
  assert.deepEqual(await readdir(folder), []);
  spool.end();
  assert.equal((await readAll(spool)).length, 5 * MEBIBYTE);
});

/** Whether all 4 MiB are free. */
function isEmpty(spools: FileSpools): boolean {
  if (!spools.reserveBytes(4 * MEBIBYTE)) return false;
  spools.releaseBytes(4 * MEBIBYTE);
  return true;
}

test("a spool that is read or abandoned makes room again", async (t) => {
  const spools = new FileSpools({ folder: await openFolder(t), bytesMax: 4 * MEBIBYTE });
  for (const isRead of [true, false, true]) {
    const spool = spools.open();
    for (let count = 0; count < 5; count++) await spool.add(piece(MEBIBYTE, count));
    assert.equal(spools.reserveBytes(MEBIBYTE), false);
    spool.end();
    if (isRead) await readAll(spool);
    else spool.reader.destroy();
    await nextTurn();
    await until(() => isEmpty(spools));
  }
  assert.equal(spools.reserveBytes(4 * MEBIBYTE), true);
});

test("a writer whose reader has left gets an error, also while it waits for space", async (t) => {
  const spool = new FileSpools({ folder: await openFolder(t), bytesMax: 0 }).open();
  await spool.add(piece(MEBIBYTE, 1));
  const waiting = spool.add(piece(MEBIBYTE, 2));
  spool.reader.destroy();
  await assert.rejects(waiting, /reader was closed/);
  await assert.rejects(spool.add(piece(1, 1)), /reader was closed/);
});

test("the reader gets an error if the writer fails, never a normal end", async (t) => {
  const spool = new FileSpools({ folder: await openFolder(t), bytesMax: MEBIBYTE }).open();
  await spool.add(piece(10, 1));
  const reading = readAll(spool);
  await nextTurn();
  spool.fail(new Error("the database is away"));
  await assert.rejects(reading, /the database is away/);
});

test("without a writable folder the reader sets the pace, and this is reported once", async (t) => {
  const folder = path.join(await openFolder(t), "missing");
  const troubles: string[] = [];
  const onTrouble = (trouble: string) => troubles.push(trouble);
  const spool = new FileSpools({ folder, bytesMax: 10 * MEBIBYTE, onTrouble }).open();
  const pieces = [1, 2, 3, 4].map((fill) => piece(MEBIBYTE, fill));
  const writing = writeAll(spool, pieces);
  await until(() => troubles.length > 0);
  assert.ok((await readAll(spool)).equals(Buffer.concat(pieces)));
  await writing;
  assert.equal(troubles.length, 1);
  assert.match(troubles[0] ?? "", /ENOENT/);
});

for (const code of ["ENOSPC", "EDQUOT", "EIO"]) {
  test(`a write that fails half-way with ${code} loses nothing and repeats nothing`, async (t) => {
    const folder = await openFolder(t);
    const sizes = fc.array(fc.nat({ max: 700_000 }), { minLength: 4, maxLength: 14 });
    const pauses = fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 20 });
    const disk = fc.constantFrom(0, 300_000, 2 * MEBIBYTE);
    const property = fc.asyncProperty(sizes, pauses, disk, async (lengths, waits, space) => {
      const bytesMax = 100 * MEBIBYTE;
      const onTrouble = () => {};
      const openFile = () => openSmallFile(folder, space, code);
      const spools = new FileSpools({ folder, bytesMax, onTrouble, openFile });
      const spool = spools.open();
      const pieces = lengths.map((size, place) => piece(size, place));
      const writing = writeAll(spool, pieces);
      const read = await readWithPauses(spool, waits);
      await writing;
      assert.ok(read.equals(Buffer.concat(pieces)));
      await until(() => spools.reserveBytes(bytesMax));
    });
    await fc.assert(property, { numRuns: 20 });
  });
}

/** A file on a disk with this much space: a write beyond it is done in part and then fails. */
async function openSmallFile(folder: string, space: number, code: string): Promise<SpoolFile> {
  const file = await openNameless(folder);
  return {
    read: (wish) => file.read(wish),
    truncate: (length) => file.truncate(length),
    close: () => file.close(),
    write: async (bytes, offset, length, position) => {
      const left = Math.min(length, space - position);
      if (left > 0) return file.write(bytes, offset, left, position);
      throw Object.assign(new Error(`${code}: write`), { code });
    },
  };
}

test("bytes that cannot be read back end the reader with an error", async (t) => {
  const folder = await openFolder(t);
  const troubles: string[] = [];
  const openFile = async (): Promise<SpoolFile> => ({
    ...(await openSmallFile(folder, 10 * MEBIBYTE, "ENOSPC")),
    read: () => Promise.reject(Object.assign(new Error("EIO: read"), { code: "EIO" })),
  });
  const onTrouble = (trouble: string) => troubles.push(trouble);
  const spool = new FileSpools({ folder, bytesMax: 10 * MEBIBYTE, onTrouble, openFile }).open();
  await writeAll(spool, [piece(MEBIBYTE, 1), piece(10, 2)]);
  await assert.rejects(readAll(spool), /EIO/);
  assert.match(troubles.join(), /EIO/);
});
