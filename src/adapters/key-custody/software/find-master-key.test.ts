/** Tests of find-master-key.ts. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { StartError } from "../../../ports/start-error.ts";
import { Secret } from "../../../values/secret.ts";
import { findMasterKey } from "./find-master-key.ts";

const KEY = new Secret("4b".repeat(32));

async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "custody keys "));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

const settings = { masterKey: undefined, masterKeyFile: undefined } as const;

test("processes that create master.key at once agree on one key, and only its owner may read it", async (t) => {
  const dataDir = path.join(await openFolder(t), "new folder");
  const module = path.resolve(import.meta.dirname, "find-master-key.ts");
  const script = `
    import { createHash } from "node:crypto";
    import { findMasterKey } from ${JSON.stringify(module)};
    const settings = { environment: "certification", dataDir: ${JSON.stringify(dataDir)} };
    const [key] = await (await findMasterKey(settings)).read();
    process.stdout.write(createHash("sha256").update(key.reveal()).digest("hex"));`;
  const run = promisify(execFile);
  const digests = await Promise.all(
    [1, 2, 3, 4].map(() => run(process.execPath, ["--input-type=module", "-e", script])),
  );
  const file = path.join(dataDir, "master.key");
  const key = (await readFile(file, "utf8")).trim();
  const digest = createHash("sha256").update(key).digest("hex");
  assert.deepEqual(
    digests.map(({ stdout }) => stdout),
    [digest, digest, digest, digest],
  );
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(dataDir), ["master.key"], "no draft is left");
});

test("production creates no master key and refuses a file that others can read", async (t) => {
  const dataDir = await openFolder(t);
  const masterKeyFile = path.join(dataDir, "given.key");
  await writeFile(masterKeyFile, `${KEY.reveal()}\n`);
  await chmod(masterKeyFile, 0o644);
  const production = { ...settings, environment: "production", dataDir } as const;
  await assert.rejects(findMasterKey(production), (error) => isOneSentence(error, /MASTER_KEY/));
  const given = { ...production, masterKeyFile };
  await assert.rejects(findMasterKey(given), (error) => isOneSentence(error, /mode to 0600/));
  await findMasterKey({ ...given, environment: "certification" });
  await chmod(masterKeyFile, 0o400);
  const [key] = await (await findMasterKey(given)).read();
  assert.equal(key?.reveal(), KEY.reveal());
  assert.deepEqual(await readdir(dataDir), ["given.key"]);
});

test("a missing, empty or invalid key file is reported in one sentence", async (t) => {
  const dataDir = await openFolder(t);
  const masterKeyFile = path.join(dataDir, "given.key");
  const named = { ...settings, environment: "certification", dataDir, masterKeyFile } as const;
  await assert.rejects(findMasterKey(named), (error) => isOneSentence(error, /ENOENT/));
  for (const text of ["", "\n", "4b".repeat(31), `${KEY.reveal()}\nmore\n`, "4b".repeat(2_000)]) {
    await writeFile(masterKeyFile, text);
    await assert.rejects(findMasterKey(named), (error) => isOneSentence(error, /64 hex digits/));
  }
});

function isOneSentence(error: unknown, about: RegExp): boolean {
  assert.ok(error instanceof StartError);
  assert.match(error.message, about);
  assert.match(error.message, /^[A-Z][^\n]*\.$/);
  assert.doesNotMatch(error.message, /4b4b/);
  return true;
}

test("production accepts root's key file that its own group may read", {
  skip: process.getuid?.() !== 0 && "only root can make such a file",
}, async (t) => {
  const dataDir = await openFolder(t);
  const masterKeyFile = path.join(dataDir, "given.key");
  await writeFile(masterKeyFile, `${KEY.reveal()}\n`, { mode: 0o440 });
  const production = { ...settings, environment: "production", dataDir, masterKeyFile } as const;
  const [key] = await (await findMasterKey(production)).read();
  assert.equal(key?.reveal(), KEY.reveal());
  await chown(masterKeyFile, 0, 54_321);
  await assert.rejects(findMasterKey(production), (error) => isOneSentence(error, /mode to 0600/));
});
