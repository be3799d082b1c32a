/** Key custody: sealing and opening values, fingerprints, and the master key. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sealedDataKeyId } from "../../src/adapters/key-custody/sealed-value.ts";
import { StartError } from "../../src/ports/start-error.ts";
import { Secret } from "../../src/values/secret.ts";
import { CARD, KEY, newTestKey, openCustody, UNREADABLE, VAULT } from "../kit/custody.ts";
import { openDatabase } from "../kit/database.ts";
import { openShared } from "../kit/shared.ts";

test("any sealed text can be opened again", async (t) => {
  const custody = await openCustody(t, await openShared(t, openDatabase));
  const texts = fc.string({ unit: "grapheme", maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(texts, texts, async (text, owner) => {
      const context = { place: "vault.sealed", owner };
      const sealed = await custody.seal(new Secret(text), context);
      assert.equal((await custody.open(sealed, context)).reveal(), text);
    }),
  );
});

test("text that is not valid Unicode is refused instead of changed", async (t) => {
  const custody = await openCustody(t, await openShared(t, openDatabase));
  await assert.rejects(custody.seal(new Secret("a\ud800"), VAULT), TypeError);
});

test("sealing the same value twice gives different bytes, and no nonce occurs twice", async (t) => {
  const custody = await openCustody(t, await openShared(t, openDatabase));
  const sealed = await Promise.all(Array.from({ length: 500 }, () => custody.seal(CARD, VAULT)));
  const nonces = sealed.map((value) => Buffer.from(value.subarray(1, 21)).toString("hex"));
  assert.equal(new Set(nonces).size, 500);
});

test("a sealed value with a changed, added or missing byte cannot be opened", async (t) => {
  const custody = await openCustody(t, await openShared(t, openDatabase));
  const sealed = await custody.seal(CARD, VAULT);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Uint8Array.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
    await assert.rejects(custody.open(changed, VAULT), UNREADABLE, `byte ${at}`);
    await assert.rejects(custody.open(sealed.subarray(0, at), VAULT), UNREADABLE);
  }
  await assert.rejects(custody.open(Buffer.concat([sealed, Buffer.of(0)]), VAULT), UNREADABLE);
  assert.equal((await custody.open(sealed, VAULT)).reveal(), CARD.reveal());
});

test("a sealed value that was moved to another row or column cannot be opened", async (t) => {
  const custody = await openCustody(t, await openShared(t, openDatabase));
  const sealed = await custody.seal(CARD, { place: "ab", owner: "cd" });
  const elsewhere: [place: string, owner: string][] = [
    ["ab", "ce"],
    ["aa", "cd"],
    ["abc", "d"],
    ["a", "bcd"],
    ["", "abcd"],
  ];
  for (const [place, owner] of elsewhere) {
    await assert.rejects(custody.open(sealed, { place, owner }), UNREADABLE);
  }
});

test("a wrapped data key can be opened only in its own row and for its own purpose", async () => {
  const master = await (await KEY.openRoot()).keys.first();
  const other = await (await newTestKey().openRoot()).keys.first();
  const name = { id: "7", purpose: "seal" } as const;
  const wrapped = await master.wrap(Buffer.alloc(32, 5), name);
  assert.deepEqual(await master.unwrap(wrapped, name), Buffer.alloc(32, 5));
  for (const wrong of [{ ...name, id: "8" }, { ...name, purpose: "fingerprint" } as const]) {
    await assert.rejects(master.unwrap(wrapped, wrong), UNREADABLE);
  }
  await assert.rejects(other.unwrap(wrapped, name), UNREADABLE);
  for (let at = 0; at < wrapped.length; at++) {
    const changed = Buffer.from(wrapped);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await assert.rejects(master.unwrap(changed, name), UNREADABLE, `byte ${at}`);
  }
  assert.notDeepEqual(await master.wrap(Buffer.alloc(32, 5), name), wrapped, "the nonce is new");
});

test("processes on one database share fingerprints and open each other's seals", async (t) => {
  const database = await openShared(t, openDatabase);
  const custodies = await Promise.all(Array.from({ length: 6 }, () => openCustody(t, database)));
  const digests = custodies.map((custody) => custody.fingerprint("vault.fingerprint", CARD));
  assert.equal(new Set(digests.map((digest) => Buffer.from(digest).toString("hex"))).size, 1);
  const sealed = await Promise.all(custodies.map((custody) => custody.seal(CARD, VAULT)));
  assert.equal(new Set(sealed.map(sealedDataKeyId)).size, 6, "each process has its own key");
  for (const custody of custodies) {
    const opened = await Promise.all(sealed.map((value) => custody.open(value, VAULT)));
    assert.ok(opened.every((value) => value.reveal() === CARD.reveal()));
  }
  const keys = await database.owner.rows`select from data_keys where purpose = 'fingerprint'`;
  assert.equal(keys.length, 1);
});

test("a fingerprint depends on value, purpose and database, and stays the same after a restart", async (t) => {
  const database = await openShared(t, openDatabase);
  const custody = await openCustody(t, database);
  const digest = custody.fingerprint("vault.fingerprint", CARD);
  assert.equal(digest.length, 32);
  assert.notDeepEqual(digest, custody.fingerprint("account_keys.digest", CARD));
  assert.notDeepEqual(digest, custody.fingerprint("vault.fingerprint", new Secret("4111")));
  const elsewhere = await openCustody(t, await openDatabase(t));
  assert.notDeepEqual(digest, elsewhere.fingerprint("vault.fingerprint", CARD));
  const restarted = await openCustody(t, database);
  assert.deepEqual(digest, restarted.fingerprint("vault.fingerprint", CARD));
});

test("a data key seals a limited number of values, and then a new key is made", async (t) => {
  const database = await openShared(t, openDatabase);
  const custody = await openCustody(t, database, { sealsPerKey: 10, keysInMemory: 2 });
  const sealed = await Promise.all(
    Array.from({ length: 95 }, (_, at) => custody.seal(new Secret(`${at}`), VAULT)),
  );
  const uses = Map.groupBy(sealed, sealedDataKeyId);
  assert.equal(uses.size, 10);
  assert.ok([...uses.values()].every((values) => values.length <= 10));
  const opened = await Promise.all(sealed.map((value) => custody.open(value, VAULT)));
  assert.deepEqual(
    opened.map((value) => value.reveal()),
    sealed.map((_, at) => `${at}`),
  );
});

test("the payment role can seal and open too", async (t) => {
  const database = await openShared(t, openDatabase);
  const custody = await openCustody(t, database);
  const payments = await openCustody(t, { ...database, app: database.payments });
  const sealed = await payments.seal(CARD, VAULT);
  assert.equal((await custody.open(sealed, VAULT)).reveal(), CARD.reveal());
});

test("a wrong master key is reported in one sentence, and nothing can be opened", async (t) => {
  const database = await openShared(t, openDatabase);
  await openCustody(t, database);
  const opening = openCustody(t, database, { root: await newTestKey().openRoot() });
  await assert.rejects(opening, (error) => isOneSentence(error, /^The master key is not the one/));
});

test("a master key that cannot open the data keys is refused, whatever the database says", async (t) => {
  const database = await openDatabase(t);
  await openCustody(t, database);
  await database.owner.rows`update data_keys set wrapped = set_byte(wrapped, 20, 0)`;
  await database.owner.rows`update data_keys set wrapped = set_byte(wrapped, 21, 0)`;
  await assert.rejects(openCustody(t, database), (error) => isOneSentence(error, /master key/));
});

function isOneSentence(error: unknown, about: RegExp): boolean {
  assert.ok(error instanceof StartError);
  assert.match(error.message, about);
  assert.match(error.message, /^[A-Z][^\n]*\.$/);
  assert.doesNotMatch(error.message, /4b4b/);
  return true;
}
