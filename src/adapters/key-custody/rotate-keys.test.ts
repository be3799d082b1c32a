/** Tests of rotate-keys.ts. */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
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
import { CARD, KEY, openCustody, UNREADABLE, VAULT } from "../../../test/kit/custody.ts";
import { openDatabase } from "../../../test/kit/database.ts";
import { CustodyError } from "../../ports/key-custody.ts";
import { StartError } from "../../ports/start-error.ts";
import { Secret } from "../../values/secret.ts";
import { DataKeyStore } from "./data-key-store.ts";
import { givenMasterKeys, masterKeysInFile } from "./master-key/find-master-key.ts";
import { masterKeyId } from "./master-key/master-key.ts";
import { ensureKeyFile, randomKey } from "./master-key/master-key-file.ts";
import {
  destroyDataKey,
  rotateDataKeys,
  rotateMasterKey,
  rotateMasterKeyFile,
} from "./rotate-keys.ts";
import { sealedDataKeyId } from "./sealed-value.ts";

async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "custody keys "));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test("retired data keys are no longer used after a second, and still open values", async (t) => {
  const database = await openDatabase(t);
  let now = 0;
  const custody = await openCustody(t, database, { nowMs: () => now });
  const before = await custody.seal(CARD, VAULT);
  await rotateDataKeys(database.app);
  now = 1_000;
  const after = await custody.seal(CARD, VAULT);
  assert.notEqual(sealedDataKeyId(before), sealedDataKeyId(after));
  assert.equal((await custody.open(before, VAULT)).reveal(), CARD.reveal());
  const resealed = await custody.reseal(before, VAULT);
  assert.equal(sealedDataKeyId(resealed), sealedDataKeyId(after));
  assert.equal((await custody.open(resealed, VAULT)).reveal(), CARD.reveal());
});

test("only an unused data key that was retired an hour ago can be destroyed", async (t) => {
  const database = await openDatabase(t);
  const { owner } = database;
  const custody = await openCustody(t, database);
  const sealed = await custody.seal(CARD, VAULT);
  const id = sealedDataKeyId(sealed);
  const unused = async () => false;
  assert.equal(await destroyDataKey(owner, id, unused), false, "in use");
  await rotateDataKeys(owner);
  assert.equal(await destroyDataKey(owner, id, unused), false, "retired just now");
  await owner.rows`update data_keys set retired_at = now() - interval '2 hours' where id = ${id}`;
  assert.equal(await destroyDataKey(owner, id, async () => true), false, "still needed");
  assert.equal(await destroyDataKey(owner, id, unused), true);
  const restarted = await openCustody(t, database);
  await assert.rejects(restarted.open(sealed, VAULT), UNREADABLE);
});

test("a process with both master keys is not affected by a rotation", async (t) => {
  const database = await openDatabase(t);
  const next = randomKey();
  const masterKeys = givenMasterKeys([KEY, next]);
  const both = await openCustody(t, database, { masterKeys, sealsPerKey: 1 });
  const before = await both.seal(CARD, VAULT);
  await rotateMasterKey(database.owner, KEY, next);
  const after = await both.seal(CARD, VAULT);
  const restarted = await openCustody(t, database, { masterKeys: givenMasterKeys([next]) });
  for (const value of [before, after]) {
    assert.equal((await both.open(value, VAULT)).reveal(), CARD.reveal());
    assert.equal((await restarted.open(value, VAULT)).reveal(), CARD.reveal());
  }
});

test("a process with only the old master key continues, but cannot add a data key", async (t) => {
  const database = await openDatabase(t);
  const next = randomKey();
  let now = 0;
  const old = await openCustody(t, database, { nowMs: () => now });
  const both = await openCustody(t, database, {
    masterKeys: givenMasterKeys([KEY, next]),
    nowMs: () => now,
  });
  const before = await old.seal(CARD, VAULT);
  await rotateMasterKey(database.owner, KEY, next);
  now += 1_000;
  const after = await old.seal(CARD, VAULT);
  assert.equal(sealedDataKeyId(after), sealedDataKeyId(before), "it still uses its own data key");

  await rotateDataKeys(database.app);
  now += 1_000;
  const replaced = { name: "CustodyError", kind: "master_key_replaced" };
  await assert.rejects(old.seal(CARD, VAULT), replaced);
  const fresh = await both.seal(CARD, VAULT);
  await assert.rejects(old.open(fresh, VAULT), replaced);
  assert.equal((await both.open(after, VAULT)).reveal(), CARD.reveal());

  await assert.rejects(openCustody(t, database), StartError);
  const restarted = await openCustody(t, database, { masterKeys: givenMasterKeys([next]) });
  for (const value of [before, after, fresh]) {
    assert.equal((await restarted.open(value, VAULT)).reveal(), CARD.reveal());
  }
});

test("a data key wrapped before a rotation cannot be added after it", async (t) => {
  const database = await openDatabase(t);
  await openCustody(t, database);
  const store = new DataKeyStore(database.app);
  const { id, masterKeyId } = await store.drawId();
  await rotateMasterKey(database.owner, KEY, randomKey());
  const late = { id, purpose: "seal", wrapped: Buffer.alloc(61), masterKeyId } as const;
  assert.equal(await store.addDataKey(late), "master_key_replaced");
});

test("replacing the master key needs the current key and a different new key", async (t) => {
  const database = await openDatabase(t);
  await openCustody(t, database);
  await assert.rejects(rotateMasterKey(database.owner, randomKey(), randomKey()), CustodyError);
  await assert.rejects(rotateMasterKey(database.owner, KEY, KEY), RangeError);
  await assert.rejects(rotateMasterKey(database.app, KEY, randomKey()), /permission denied/);
  await openCustody(t, database);
});

test("20 rotations of both kinds under load leave nothing unreadable", async (t) => {
  const database = await openDatabase(t);
  const file = path.join(await openFolder(t), "master.key");
  await ensureKeyFile(file);
  const masterKeys = masterKeysInFile(file, true);
  let now = 0;
  const options = { masterKeys, sealsPerKey: 40, keysInMemory: 4, nowMs: () => now++ };
  const custodies = await Promise.all([1, 2, 3].map(() => openCustody(t, database, options)));
  const kept: { text: string; sealed: Uint8Array }[] = [];
  const anyOf = <Item>(items: readonly Item[]) => items[randomInt(items.length)];
  let isOver = false;

  const work = async (): Promise<void> => {
    while (!isOver) {
      const text = `${kept.length}`;
      const sealed = await anyOf(custodies)?.seal(new Secret(text), VAULT);
      if (sealed !== undefined) kept.push({ text, sealed });
      const known = anyOf(kept);
      const opened = known && (await anyOf(custodies)?.open(known.sealed, VAULT));
      assert.equal(opened?.reveal(), known?.text);
    }
  };
  const rotate = async (): Promise<void> => {
    for (let round = 0; round < 20; round++) {
      await rotateMasterKeyFile(database.owner, file);
      await rotateDataKeys(database.app);
      await custodies[round % 3]?.seal(CARD, VAULT);
    }
  };
  const rotating = rotate().finally(() => {
    isOver = true;
  });
  await Promise.all([rotating, work(), work(), work(), work()]);

  const restarted = await openCustody(t, database, { masterKeys });
  for (const { text, sealed } of kept) {
    assert.equal((await restarted.open(sealed, VAULT)).reveal(), text);
  }
  assert.ok(kept.length > 100, "there was no load");
  assert.ok(new Set(kept.map(({ sealed }) => sealedDataKeyId(sealed))).size >= 20);
  assert.equal((await readFile(file, "utf8")).length, 65, "the file has one key");
});

test("a rotation of the key file saves the old key next to it, named by its id", async (t) => {
  const database = await openDatabase(t);
  const file = path.join(await openFolder(t), "master.key");
  await ensureKeyFile(file);
  const old = await readFile(file, "utf8");
  await openCustody(t, database, { masterKeys: masterKeysInFile(file, true) });
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
  await openCustody(t, database, { masterKeys: masterKeysInFile(file, true) });
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
  await openCustody(t, database, { masterKeys: masterKeysInFile(file, true) });
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
  const other = await openCustody(t, database, { masterKeys: masterKeysInFile(there, true) });
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

test("a master key that cannot unwrap the data keys is reported", async (t) => {
  const database = await openDatabase(t);
  const custody = await openCustody(t, database);
  const { owner } = database;
  await owner.rows`update data_keys set wrapped = overlay(wrapped placing '\\x00' from 20)`;
  assert.deepEqual(await custody.checkMasterKey(), { kind: "does_not_open" });
});

test("a key file without the key in use is reported before the next start", async (t) => {
  const database = await openDatabase(t);
  const file = path.join(await openFolder(t), "master.key");
  await ensureKeyFile(file);
  const custody = await openCustody(t, database, { masterKeys: masterKeysInFile(file, true) });
  await writeFile(file, `${randomKey().reveal()}\n`);
  assert.equal((await custody.checkMasterKey()).kind, "fits_until_restart");
  await rm(file);
  assert.equal((await custody.checkMasterKey()).kind, "fits_until_restart");
});

test("two concurrent rotations leave a valid key file", async (t) => {
  const database = await openDatabase(t);
  const file = path.join(await openFolder(t), "master.key");
  await ensureKeyFile(file);
  const masterKeys = masterKeysInFile(file, true);
  const sealed = await (await openCustody(t, database, { masterKeys })).seal(CARD, VAULT);
  await Promise.all([1, 2, 3, 4].map(() => rotateMasterKeyFile(database.owner, file)));
  const restarted = await openCustody(t, database, { masterKeys });
  assert.equal((await restarted.open(sealed, VAULT)).reveal(), CARD.reveal());
  assert.equal((await stat(file)).mode & 0o777, 0o600);
});

test("an interrupted rotation leaves a valid key file, and the next rotation cleans it up", async (t) => {
  const database = await openDatabase(t);
  const file = path.join(await openFolder(t), "master.key");
  await ensureKeyFile(file);
  const masterKeys = masterKeysInFile(file, true);
  const sealed = await (await openCustody(t, database, { masterKeys })).seal(CARD, VAULT);
  // The application's role has no permission for this, which shows only after the file is written.
  await assert.rejects(rotateMasterKeyFile(database.app, file), /permission denied/);
  await openCustody(t, database, { masterKeys });
  await rotateMasterKeyFile(database.owner, file);
  const restarted = await openCustody(t, database, { masterKeys });
  assert.equal((await restarted.open(sealed, VAULT)).reveal(), CARD.reveal());
  assert.equal((await masterKeys.read()).length, 1);
});
