/** Tests of rotate-keys.ts, with master keys in software or, with TEST_CUSTODY=hsm, in SoftHSM. */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import {
  CARD,
  joinKeys,
  KEY,
  newTestKey,
  openCustody,
  openRotatingRoot,
  replaceTestKey,
  UNREADABLE,
  VAULT,
} from "../../../test/kit/custody.ts";
import { openDatabase } from "../../../test/kit/database.ts";
import { CustodyError } from "../../ports/key-custody.ts";
import { StartError } from "../../ports/start-error.ts";
import { Secret } from "../../values/secret.ts";
import { DataKeyStore } from "./data-key-store.ts";
import { destroyDataKey, rotateDataKeys } from "./rotate-keys.ts";
import { sealedDataKeyId } from "./sealed-value.ts";

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
  const next = newTestKey();
  const root = await joinKeys(KEY, next);
  const both = await openCustody(t, database, { root, sealsPerKey: 1 });
  const before = await both.seal(CARD, VAULT);
  await replaceTestKey(database.owner, KEY, next);
  const after = await both.seal(CARD, VAULT);
  const restarted = await openCustody(t, database, { root: await next.openRoot() });
  for (const value of [before, after]) {
    assert.equal((await both.open(value, VAULT)).reveal(), CARD.reveal());
    assert.equal((await restarted.open(value, VAULT)).reveal(), CARD.reveal());
  }
});

test("a process with only the old master key continues, but cannot add a data key", async (t) => {
  const database = await openDatabase(t);
  const next = newTestKey();
  let now = 0;
  const old = await openCustody(t, database, { nowMs: () => now });
  const both = await openCustody(t, database, {
    root: await joinKeys(KEY, next),
    nowMs: () => now,
  });
  const before = await old.seal(CARD, VAULT);
  await replaceTestKey(database.owner, KEY, next);
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
  const restarted = await openCustody(t, database, { root: await next.openRoot() });
  for (const value of [before, after, fresh]) {
    assert.equal((await restarted.open(value, VAULT)).reveal(), CARD.reveal());
  }
});

test("a data key wrapped before a rotation cannot be added after it", async (t) => {
  const database = await openDatabase(t);
  await openCustody(t, database);
  const store = new DataKeyStore(database.app);
  const { id, masterKeyId } = await store.drawId();
  await replaceTestKey(database.owner, KEY, newTestKey());
  const late = { id, purpose: "seal", wrapped: Buffer.alloc(61), masterKeyId } as const;
  assert.equal(await store.addDataKey(late), "master_key_replaced");
});

test("replacing the master key needs the current key and a different new key", async (t) => {
  const database = await openDatabase(t);
  await openCustody(t, database);
  await assert.rejects(replaceTestKey(database.owner, newTestKey(), newTestKey()), CustodyError);
  await assert.rejects(replaceTestKey(database.owner, KEY, KEY), RangeError);
  await assert.rejects(replaceTestKey(database.app, KEY, newTestKey()), /permission denied/);
  await openCustody(t, database);
});

test("20 rotations of both kinds under load leave nothing unreadable", async (t) => {
  const database = await openDatabase(t);
  const { openRoot, rotate: rotateMaster } = await openRotatingRoot(t);
  let now = 0;
  const options = { sealsPerKey: 40, keysInMemory: 4, nowMs: () => now++ };
  const custodies = await Promise.all(
    [1, 2, 3].map(async () => openCustody(t, database, { ...options, root: await openRoot() })),
  );
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
      await rotateMaster(database.owner);
      await rotateDataKeys(database.app);
      await custodies[round % 3]?.seal(CARD, VAULT);
    }
  };
  const rotating = rotate().finally(() => {
    isOver = true;
  });
  await Promise.all([rotating, work(), work(), work(), work()]);

  const restarted = await openCustody(t, database, { root: await openRoot() });
  for (const { text, sealed } of kept) {
    assert.equal((await restarted.open(sealed, VAULT)).reveal(), text);
  }
  assert.ok(kept.length > 100, "there was no load");
  assert.ok(new Set(kept.map(({ sealed }) => sealedDataKeyId(sealed))).size >= 20);
});

test("a master key that cannot unwrap the data keys is reported", async (t) => {
  const database = await openDatabase(t);
  const custody = await openCustody(t, database);
  const { owner } = database;
  await owner.rows`update data_keys set wrapped = set_bit(wrapped, 160, 1 - get_bit(wrapped, 160))`;
  assert.deepEqual(await custody.checkMasterKey(), { kind: "does_not_open" });
});
