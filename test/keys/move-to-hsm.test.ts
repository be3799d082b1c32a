/** Moving an installation from a master key in software into an HSM. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { keyCheckValue } from "../../src/adapters/key-custody/base-keys/base-key-rules.ts";
import { JoinedRootKeys } from "../../src/adapters/key-custody/hsm/joined-root-keys.ts";
import {
  moveMasterKeyToHsm,
  NotInHsm,
  rotateHsmMasterKey,
} from "../../src/adapters/key-custody/hsm/replace-hsm-key.ts";
import type { RootOfTrust } from "../../src/adapters/key-custody/root-key.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { Secret } from "../../src/values/secret.ts";
import { CARD, openCustody, softwareKey, VAULT } from "../kit/custody.ts";
import { openDatabase, type TestDatabase } from "../kit/database.ts";
import { openHsmTestRoot } from "../kit/hsm.ts";
import { NO_HSM } from "../kit/soft-hsm.ts";

const skip = NO_HSM;
const SOFTWARE = softwareKey(new Secret("50".repeat(32)));
const KSN = "FFFF9876543210E00001";
const AES_KSN = "123456789012345600000001";

/** A process that has the software key and the HSM, as during a move. */
async function joinRoots() {
  const [software, hsm] = [await SOFTWARE.openRoot(), await openHsmTestRoot()];
  const both: RootOfTrust = { ...hsm, keys: new JoinedRootKeys(hsm.keys, software.keys) };
  return { both, hsm, software };
}

function toSecret(key: Buffer): Secret {
  return new Secret(key.toString("hex"));
}

async function countHeldIn({ owner }: TestDatabase, place: string): Promise<number> {
  return (await owner.rows`select from base_keys where held_in = ${place}`).length;
}

async function fillSoftware(t: Parameters<typeof openCustody>[0], database: TestDatabase) {
  const custody = await openCustody(t, database, { root: await SOFTWARE.openRoot() });
  const [tdes, aes, component] = [randomBytes(16), randomBytes(16), randomBytes(16)];
  const { baseKeys } = custody;
  await baseKeys.addTestKey({ name: "tdes", kind: "tdes-2key", ksi: null }, toSecret(tdes));
  await baseKeys.addTestKey({ name: "aes", kind: "aes-128", ksi: null }, toSecret(aes));
  await baseKeys.addTestKey({ name: "old", kind: "aes-128", ksi: "AA" }, toSecret(randomBytes(16)));
  await baseKeys.retire("old");
  const checkValue = keyCheckValue("aes-128", component);
  const claim = { name: "pending", kind: "aes-128", ksi: "BB" } as const;
  await baseKeys.startImport(claim, { value: toSecret(component), checkValue }, "ann");
  return { custody, sealed: await custody.seal(CARD, VAULT) };
}

test("a move takes data keys and base keys into the HSM while processes run", {
  skip,
}, async (t) => {
  const database = await openDatabase(t);
  const { custody: before, sealed } = await fillSoftware(t, database);
  const initial = { tdes: await before.initialKey(KSN), aes: await before.initialKey(AES_KSN) };
  const fingerprint = before.fingerprint("cards", CARD);
  const { both, hsm } = await joinRoots();
  const running = await openCustody(t, database, { root: both, keysInMemory: 2 });
  assert.equal((await running.open(sealed, VAULT)).reveal(), CARD.reveal());

  const from = both.keys;
  const moved = await moveMasterKeyToHsm(database.owner, { from, hsm: hsm.keys });
  assert.equal(moved.wasInHsm, false);
  assert.equal(moved.count, await countDataKeys(database.owner));
  assert.deepEqual(await running.moveBaseKeys(), { moved: 3, pending: 1 });
  assert.equal(await countHeldIn(database, "database"), 1, "only the unfinished import");

  const alone = await openCustody(t, database, { root: hsm });
  for (const custody of [running, alone]) {
    assert.equal((await custody.open(sealed, VAULT)).reveal(), CARD.reveal());
    assert.deepEqual(custody.fingerprint("cards", CARD), fingerprint);
    assert.deepEqual(await custody.initialKey(KSN), initial.tdes);
    assert.deepEqual(await custody.initialKey(AES_KSN), initial.aes);
  }
  const old = openCustody(t, database, { root: await SOFTWARE.openRoot() });
  await assert.rejects(old, /^StartError: The master key is not the one of this database/);
});

test("a finished import goes into the HSM, also if it began before the move", {
  skip,
}, async (t) => {
  const database = await openDatabase(t);
  await fillSoftware(t, database);
  const { both, hsm } = await joinRoots();
  await moveMasterKeyToHsm(database.owner, { from: both.keys, hsm: hsm.keys });
  const custody = await openCustody(t, database, { root: hsm });
  const component = randomBytes(16);
  const given = { value: toSecret(component), checkValue: keyCheckValue("aes-128", component) };
  const outcome = await custody.baseKeys.finishImport("pending", given, {
    name: "ben",
    at: Temporal.Now.instant(),
  });
  assert.equal(outcome.kind, "kept");
  assert.equal(await countHeldIn(database, "hsm"), 1);
});

test("a move that was interrupted at any step is finished by the next one", { skip }, async (t) => {
  const database = await openDatabase(t);
  const { sealed } = await fillSoftware(t, database);
  const { both, hsm } = await joinRoots();
  const keys = { from: both.keys, hsm: hsm.keys };
  // The application's role may not replace the master key, which shows after data keys were wrapped.
  await assert.rejects(moveMasterKeyToHsm(database.app, keys), /permission denied/);
  assert.ok(await openCustody(t, database, { root: await SOFTWARE.openRoot() }));
  await moveMasterKeyToHsm(database.owner, keys);

  const { heldBaseKeys } = hsm;
  let imports = 0;
  const failing = {
    ...hsm,
    heldBaseKeys: {
      importKey: async (...given: Parameters<typeof heldBaseKeys.importKey>) => {
        if (++imports === 2) throw new Error("cut");
        return heldBaseKeys.importKey(...given);
      },
      deriveKey: heldBaseKeys.deriveKey.bind(heldBaseKeys),
      computeCheckValue: heldBaseKeys.computeCheckValue.bind(heldBaseKeys),
      destroyKey: heldBaseKeys.destroyKey.bind(heldBaseKeys),
    },
  };
  const cut = await openCustody(t, database, { root: failing });
  await assert.rejects(cut.moveBaseKeys(), /cut/);
  assert.equal(await countHeldIn(database, "hsm"), 1);

  const again = await moveMasterKeyToHsm(database.owner, keys);
  assert.deepEqual([again.wasInHsm, again.count], [true, 0]);
  const custody = await openCustody(t, database, { root: hsm });
  assert.deepEqual(await custody.moveBaseKeys(), { moved: 2, pending: 1 });
  assert.deepEqual(await custody.moveBaseKeys(), { moved: 0, pending: 1 });
  assert.equal((await custody.open(sealed, VAULT)).reveal(), CARD.reveal());
  assert.ok(await custody.initialKey(KSN));
});

test("a base key that was changed in the database is not moved", { skip }, async (t) => {
  const database = await openDatabase(t);
  await fillSoftware(t, database);
  const { both, hsm } = await joinRoots();
  await moveMasterKeyToHsm(database.owner, { from: both.keys, hsm: hsm.keys });
  await database.owner.rows`update base_keys set check_value = '000000' where name = 'tdes'`;
  const custody = await openCustody(t, database, { root: hsm });
  await assert.rejects(custody.moveBaseKeys(), /tdes does not have its check value/);
});

test("a row cannot be made to use another key of the HSM", { skip }, async (t) => {
  const database = await openDatabase(t);
  const root = await openHsmTestRoot();
  const { baseKeys } = await openCustody(t, database, { root });
  const add = (name: string, ksi: string) =>
    baseKeys.addTestKey({ name, kind: "tdes-2key", ksi }, toSecret(randomBytes(16)));
  await add("one", "FFFF98");
  await add("two", "FFFF99");
  await database.owner.rows`
    update base_keys set sealed = (select sealed from base_keys where name = 'two')
    where name = 'one'`;
  await database.owner.rows`update base_keys set held_in = 'database' where name = 'two'`;
  const custody = await openCustody(t, database, { root });
  for (const ksn of [KSN, KSN.replace("FFFF98", "FFFF99")]) {
    await assert.rejects(custody.initialKey(ksn), { name: "CustodyError" });
  }
});

test("a master key in software is not rotated in the HSM", { skip }, async (t) => {
  const database = await openDatabase(t);
  await openCustody(t, database, { root: await SOFTWARE.openRoot() });
  const { keys } = await openHsmTestRoot();
  const { length } = keys.ids;
  await assert.rejects(rotateHsmMasterKey(database.owner, keys), NotInHsm);
  assert.equal(keys.ids.length, Math.max(length, 1), "no key was created");
});

async function countDataKeys(owner: DatabasePool): Promise<number> {
  return (await owner.rows`select from data_keys`).length;
}
