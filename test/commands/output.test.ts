/** The output of commands: a file is complete or absent, and standard output. */
import assert from "node:assert/strict";
import { lstat, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { runHere } from "../kit/command-process.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { launch, MAIN, NODE, within } from "../kit/process.ts";

const LIMIT_MS = 40_000;

async function openEnvironment(t: TestContext) {
  const { url, owner } = await openSeededDatabase(t);
  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors-output-"));
  t.after(() => rm(folder, { recursive: true }));
  const settings = { DATABASE_URL: url, MASTER_KEY: "7e57".repeat(16) };
  return { folder, settings, owner };
}

/** Runs a command at the end of a shell line, such as `export - > /dev/full`. */
function inShell(t: TestContext, line: string, settings: Record<string, string>) {
  const args = ["-c", `"$0" "$1" ${line}`, NODE, MAIN];
  return within(launch(t, { program: "/bin/sh", args, settings }).ended, LIMIT_MS, line);
}

test("a file that cannot be written is reported in one sentence, and no part of it stays", async (t) => {
  const { folder, settings } = await openEnvironment(t);
  const { code, stderr } = await runHere(["export", path.join(folder, "none", "file")], settings);
  assert.match(stderr, /^The file [^\n]* cannot be created: its folder does not exist\.\n$/);
  assert.equal(code, 1);
  assert.deepEqual(await readdir(folder), []);
  const missing = await runHere(["import", path.join(folder, "none")], settings);
  assert.match(missing.stderr, /^The file [^\n]* does not exist\.\n$/);
});

test("a path that is not a regular file is not replaced", async (t) => {
  const { folder, settings } = await openEnvironment(t);
  const device = path.join(folder, "device");
  await symlink("/dev/null", device);
  const { code, stderr } = await runHere(["export", device], settings);
  assert.match(stderr, /^The file [^\n]* is not a regular file. Use - for standard output\.\n$/);
  assert.equal(code, 1);
  assert.ok((await lstat(device)).isSymbolicLink());
});

test("an empty list is reported as empty", async (t) => {
  const { settings } = await openEnvironment(t);
  for (const [words, said] of [
    ["ach files", "No files yet."],
    ["audit show --action none", "No matching entries."],
  ] as const) {
    const { code, stdout } = await runHere(words.split(" "), settings);
    assert.deepEqual([code, stdout], [0, `${said}\n`], words);
  }
});

const FULL = { skip: process.platform !== "linux" && "only Linux has /dev/full" };

test(
  "a full standard output is reported in one sentence with a failing exit code",
  FULL,
  async (t) => {
    const { settings } = await openEnvironment(t);
    const said = "Standard output cannot be written: ENOSPC.\n";
    for (const words of ["export -", "accounts list", "accounts rotate-key 120000000001"]) {
      const { code, stderr } = await inShell(t, `${words} > /dev/full`, settings);
      assert.deepEqual([code, stderr], [1, said], words);
    }
  },
);

test("a reader that closes the pipe causes no stack trace", async (t) => {
  const { settings, owner } = await openEnvironment(t);
  // More than fits into a pipe, so that the command still writes when its reader ends.
  await owner.rows`
    insert into accounts (id, name, time_zone)
    select n, encode(sha512(n::text::bytea), 'hex'), 'UTC' from generate_series(1, 2000) n`;
  const { stderr } = await inShell(t, "export - | head -c 1", settings);
  assert.equal(stderr, "Standard output cannot be written: EPIPE.\n");
  const looked = await inShell(t, "audit show | true", settings);
  assert.equal(looked.stderr, "");
});
