/** The links between PostgreSQL's libraries, after an install whose scripts did not run. */
import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { linkLibraries } from "./library-links.ts";
import { isRoot } from "./server-account.ts";

const LINKS = [
  { source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so" },
  { source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" },
];

test("missing links are made, also by several processes at once", async (t) => {
  const folder = await openPackage(t);
  const made = await Promise.all([linkLibraries(folder), linkLibraries(folder)]);
  assert.deepEqual(made, [true, true]);
  for (const name of ["libpq.so", "libpq.so.5"]) {
    assert.equal(await readFile(path.join(folder, "lib", name), "utf8"), "library");
    assert.equal(await readlink(path.join(folder, "lib", name)), "libpq.so.5.18");
  }
  assert.equal(await linkLibraries(folder), true);
});

test("a package without a list, as on Windows, needs no links", async (t) => {
  const folder = await openPackage(t);
  await rm(path.join(folder, "pg-symlinks.json"));
  assert.equal(await linkLibraries(folder), true);
});

const noRoot = isRoot() ? { skip: "root may write everywhere" } : {};

test("a folder that cannot be written is reported", noRoot, async (t) => {
  const folder = await openPackage(t);
  await chmod(path.join(folder, "lib"), 0o555);
  assert.equal(await linkLibraries(folder), false);
});

async function openPackage(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(path.join(folder, "lib"));
  await writeFile(path.join(folder, "lib/libpq.so.5.18"), "library");
  await writeFile(path.join(folder, "pg-symlinks.json"), JSON.stringify(LINKS));
  return folder;
}
