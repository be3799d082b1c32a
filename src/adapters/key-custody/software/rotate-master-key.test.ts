/** Tests of rotate-master-key.ts: master keys in a file. */
import assert from "node:assert/strict";
import {
  appendFile,
  copyFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { CARD, openCustody, VAULT } from "../../../../test/kit/custody.ts";
import { openDatabase } from "../../../../test/kit/database.ts";
import { Secret } from "../../../values/secret.ts";
import { masterKeysInFile } from "./find-master-key.ts";
import { masterKeyId } from "./master-key.ts";
import { ensureKeyFile, randomKey } from "./master-key-file.ts";
import { rotateMasterKeyFile } from "./rotate-master-key.ts";
import { softwareRoot } from "./software-root.ts";

const rootInFile = (file: string) => softwareRoot(masterKeysInFile(file, true));

async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "custody keys "));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test("a rotation of the key file saves the old key next to it, named by its id", async (t) => {
  const database = await openDatabase(t);
  const file = path.join(await openFolder(t), "master.key");
  await ensureKeyFile(file);
  const old = await readFile(file, "utf8");
  await openCustody(t, database, { root: rootInFile(file) });
  const { oldKeyId, newKeyId, keptIn } = await rotateMasterKeyFile(database.owner, file);
  assert.deepEqual(keptIn, [`${file}.${oldKeyId}`]);
  const kept = keptIn[0] ?? assert.fail();
  assert.equal(await readFile(kept, "utf8"), old);
  assert.equal((await stat(kept)).mode & 0o777, 0o600);
  assert.equal(oldKeyId, masterKeyId(new Secret(old.trim())));
  assert.equal(newKeyId, masterKeyId(new Secret((await readFile(file, "utf8")).trim())));
});

test("an old key that is saved elsewhere is not saved next to the file", async (t) => {
  const database = await openDatabase(t);
  const folder = await openFolder(t);
  const file = path.join(folder, "master.key");
  await ensureKeyFile(file);
  const old = (await readFile(file, "utf8")).trim();
  await openCustody(t, database, { root: rootInFile(file) });
  const taken: string[] = [];
  await rotateMasterKeyFile(database.owner, file, async (keys) => {
    taken.push(...keys.map((key) => key.reveal()));
    return [];
  });
  assert.deepEqual(taken, [old]);
  assert.deepEqual(await readdir(folder), ["master.key"]);
});

test("a key that an unfinished rotation left in the file is saved too", async (t) => {
  const database = await openDatabase(t);
  const file = path.join(await openFolder(t), "master.key");
  await ensureKeyFile(file);
  await openCustody(t, database, { root: rootInFile(file) });
  const left = randomKey();
  await appendFile(file, `${left.reveal()}\n`);
  const { oldKeyId, keptIn } = await rotateMasterKeyFile(database.owner, file);
  const names = keptIn.map((kept) => path.basename(kept)).sort();
  assert.deepEqual(names, [`master.key.${oldKeyId}`, `master.key.${masterKeyId(left)}`].sort());
});

test("a process reports which master key it needs, and continues when the file is replaced", async (t) => {
  const database = await openDatabase(t);
  const folder = await openFolder(t);
  const [here, there] = [path.join(folder, "master.key"), path.join(folder, "other machine")];
  await ensureKeyFile(here);
  await copyFile(here, there);
  const other = await openCustody(t, database, { root: rootInFile(there) });
  assert.deepEqual(await other.checkMasterKey(), { kind: "fits" });
  const { oldKeyId, newKeyId } = await rotateMasterKeyFile(database.owner, here);
  assert.deepEqual(await other.checkMasterKey(), {
    kind: "other_key_needed",
    neededId: newKeyId,
    givenIds: [oldKeyId],
  });
  await copyFile(here, there);
  assert.deepEqual(await other.checkMasterKey(), { kind: "fits" });
});

test("a key file without the key in use is reported before the next start", async (t) => {
  const database = await openDatabase(t);
  const file = path.join(await openFolder(t), "master.key");
  await ensureKeyFile(file);
  const custody = await openCustody(t, database, { root: rootInFile(file) });
  await writeFile(file, `${randomKey().reveal()}\n`);
  assert.equal((await custody.checkMasterKey()).kind, "fits_until_restart");
  await rm(file);
  assert.equal((await custody.checkMasterKey()).kind, "fits_until_restart");
});

/** A card number that is encrypted under a new key file. */
async function sealUnderKeyFile(t: TestContext) {
  const database = await openDatabase(t);
  const file = path.join(await openFolder(t), "master.key");
  await ensureKeyFile(file);
  const masterKeys = masterKeysInFile(file, true);
  const sealed = await (await openCustody(t, database, { root: softwareRoot(masterKeys) })).seal(
    CARD,
    VAULT,
  );
  return { database, file, masterKeys, sealed };
}

test("two concurrent rotations leave a valid key file", async (t) => {
  const { database, file, masterKeys, sealed } = await sealUnderKeyFile(t);
  await Promise.all([1, 2, 3, 4].map(() => rotateMasterKeyFile(database.owner, file)));
  const restarted = await openCustody(t, database, { root: softwareRoot(masterKeys) });
  assert.equal((await restarted.open(sealed, VAULT)).reveal(), CARD.reveal());
  assert.equal((await stat(file)).mode & 0o777, 0o600);
});

test("an interrupted rotation leaves a valid key file, and the next rotation cleans it up", async (t) => {
  const { database, file, masterKeys, sealed } = await sealUnderKeyFile(t);
  // The application's role has no permission for this, which shows only after the file is written.
  await assert.rejects(rotateMasterKeyFile(database.app, file), /permission denied/);
  await openCustody(t, database, { root: softwareRoot(masterKeys) });
  await rotateMasterKeyFile(database.owner, file);
  const restarted = await openCustody(t, database, { root: softwareRoot(masterKeys) });
  assert.equal((await restarted.open(sealed, VAULT)).reveal(), CARD.reveal());
  assert.equal((await masterKeys.read()).length, 1);
});
