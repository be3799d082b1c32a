/** Tests of base-keys.ts. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { openCustody } from "../../../../test/kit/custody.ts";
import { openDatabase } from "../../../../test/kit/database.ts";
import type { BaseKeyClaim, BaseKeyKind, KeyComponent } from "../../../ports/key-custody.ts";
import { StartError } from "../../../ports/start-error.ts";
import { Secret } from "../../../values/secret.ts";
import { rotateDataKeys } from "../rotate-keys.ts";
import { sealedDataKeyId } from "../sealed-value.ts";
import { combine, keyCheckValue } from "./base-key-rules.ts";
import { BaseKeyStore } from "./base-key-store.ts";

const X9_TDES = Buffer.from("0123456789ABCDEFFEDCBA9876543210", "hex");
const X9_AES = Buffer.from("FEDCBA9876543210F1F1F1F1F1F1F1F1", "hex");
const KSN = "FFFF9876543210E00001";
const CLAIM: BaseKeyClaim = { name: "lane-1", kind: "tdes-2key", ksi: null };

/** Two components that combine to the key. */
function split(kind: BaseKeyKind, key: Buffer): [KeyComponent, KeyComponent] {
  const first = randomBytes(key.length);
  return [toComponent(kind, first), toComponent(kind, combine(first, key))];
}

function toComponent(kind: BaseKeyKind, bytes: Buffer): KeyComponent {
  return { value: new Secret(bytes.toString("hex")), checkValue: keyCheckValue(kind, bytes) };
}

function person(name: string) {
  return { name, at: Temporal.Now.instant() };
}

test("two operators import a base key, and terminal keys are derived from it", async (t) => {
  const custody = await openCustody(t, await openDatabase(t));
  const { baseKeys } = custody;
  const [first, second] = split("tdes-2key", X9_TDES);
  assert.deepEqual(await baseKeys.startImport(CLAIM, first, "ann"), {
    kind: "kept",
    checkValue: first.checkValue,
  });
  assert.equal(await custody.initialKey(KSN), undefined, "a pending import is not used");
  const [pending] = await baseKeys.listBaseKeys();
  assert.equal(pending?.state, "pending");

  const outcome = await baseKeys.finishImport("lane-1", second, person("ben"));
  assert.deepEqual(outcome, { kind: "kept", checkValue: "08D7B4" });
  const [entry] = await baseKeys.listBaseKeys();
  const { createdAt, finishedAt, ...facts } = entry ?? {};
  assert.ok(createdAt instanceof Temporal.Instant && finishedAt instanceof Temporal.Instant);
  assert.deepEqual(facts, {
    ...CLAIM,
    state: "active",
    checkValue: "08D7B4",
    startedBy: "ann",
    finishedBy: "ben",
    retiredAt: null,
  });
});

test("every process derives the initial keys of the standards' examples", async (t) => {
  const database = await openDatabase(t);
  const { baseKeys } = await openCustody(t, database);
  await baseKeys.addTestKey({ name: "tdes", kind: "tdes-2key", ksi: null }, toSecret(X9_TDES));
  await baseKeys.addTestKey({ name: "aes", kind: "aes-128", ksi: null }, toSecret(X9_AES));
  const other = await openCustody(t, database);
  const aesKsn = "123456789012345600000001";
  for (let round = 0; round < 3; round++) {
    const tdes = await other.initialKey(KSN);
    const aes = await other.initialKey(aesKsn);
    assert.deepEqual([tdes?.baseKey, tdes?.kind], ["tdes", "tdes-2key"]);
    assert.equal(toHex(tdes?.key), "6AC292FAA1315B4D858AB3A3D7D5933A");
    assert.equal(toHex(aes?.key), "1273671EA26AC29AFA4D1084127652A1");
    // A caller wipes its own copy.
    tdes?.key.fill(0);
    aes?.key.fill(0);
  }
  await assert.rejects(other.initialKey(KSN.slice(2)), RangeError);
});

test("one operator cannot enter both components, however the name is written", async (t) => {
  const database = await openDatabase(t);
  const { baseKeys } = await openCustody(t, database);
  const [first, second] = split("tdes-2key", randomBytes(16));
  await baseKeys.startImport(CLAIM, first, "ann");
  for (const by of ["ann", "ANN", " Ann "]) {
    assert.deepEqual(
      await baseKeys.finishImport("lane-1", second, person(by)),
      refused("same_person"),
    );
  }
  assert.deepEqual(
    await baseKeys.finishImport("lane-1", second, person(" ")),
    refused("bad_person"),
  );
  await assert.rejects(
    database.owner.rows`update base_keys set finished_by = 'Ann' where name = 'lane-1'`,
    /base_keys_dual_control/,
  );
});

test("a component with a wrong check value, a wrong length or only zeros is refused", async (t) => {
  const { baseKeys } = await openCustody(t, await openDatabase(t));
  const [first, second] = split("tdes-2key", randomBytes(16));
  const wrong: [component: KeyComponent, why: string][] = [
    [{ ...first, checkValue: "000000" }, "wrong_check_value"],
    [{ ...first, value: new Secret("0123456789ABCDEF") }, "bad_length"],
    [toComponent("tdes-2key", Buffer.alloc(16)), "weak_key"],
  ];
  for (const [component, why] of wrong) {
    assert.deepEqual(await baseKeys.startImport(CLAIM, component, "ann"), refused(why));
  }
  await baseKeys.startImport(CLAIM, first, "ann");
  for (const [component, why] of wrong) {
    assert.deepEqual(await baseKeys.finishImport("lane-1", component, person("ben")), refused(why));
  }
  const single = toComponent(
    "tdes-2key",
    combine(componentBytes(first), Buffer.alloc(16, X9_TDES.subarray(8))),
  );
  assert.deepEqual(
    await baseKeys.finishImport("lane-1", single, person("ben")),
    refused("weak_key"),
  );
  assert.equal((await baseKeys.finishImport("lane-1", second, person("ben"))).kind, "kept");
  const again = await baseKeys.finishImport("lane-1", second, person("cat"));
  assert.deepEqual(again, refused("nothing_pending"));
});

test("if two operators finish an import at once, one of them succeeds", async (t) => {
  const { app, ...database } = await openDatabase(t);
  const { baseKeys } = await openCustody(t, { app, ...database });
  const [first] = split("aes-256", randomBytes(32));
  await baseKeys.startImport({ ...CLAIM, kind: "aes-256" }, first, "ann");
  const store = new BaseKeyStore(app);
  const pending = await store.findPending("lane-1");
  assert.ok(pending);
  const finished = { sealed: Buffer.of(1), heldIn: "database", checkValue: "0000000000" } as const;
  assert.equal(await store.finishImport(pending, { ...finished, by: person("ben") }), true);
  assert.equal(await store.finishImport(pending, { ...finished, by: person("cat") }), false);
});

test("names and KSIs are unique; TDES and AES have separate KSIs", async (t) => {
  const { baseKeys } = await openCustody(t, await openDatabase(t));
  const add = (name: string, kind: BaseKeyKind, ksi: string | null) =>
    baseKeys.addTestKey({ name, kind, ksi }, toSecret(randomBytes(16)));
  assert.equal((await add("one", "tdes-2key", "ffff98")).kind, "kept");
  assert.deepEqual(await add("one", "tdes-2key", "FFFF99"), refused("name_taken"));
  assert.deepEqual(await add("two", "tdes-2key", "FFFF98"), refused("ksi_taken"));
  assert.equal((await add("two", "aes-128", "FFFF98")).kind, "kept");
  assert.equal((await add("three", "tdes-2key", null)).kind, "kept");
  assert.deepEqual(await add("four", "tdes-2key", null), refused("ksi_taken"));
  await baseKeys.retire("one");
  assert.equal((await add("four", "tdes-2key", "FFFF98")).kind, "kept");
});

test("a retired base key is no longer used after a second, in every process", async (t) => {
  const database = await openDatabase(t);
  let now = 0;
  const { baseKeys } = await openCustody(t, database);
  await baseKeys.addTestKey(CLAIM, toSecret(X9_TDES));
  const other = await openCustody(t, database, { nowMs: () => now });
  assert.ok(await other.initialKey(KSN));
  assert.equal(await baseKeys.retire("lane-1"), true);
  now = 1_000;
  assert.equal(await other.initialKey(KSN), undefined);
  assert.equal(await baseKeys.retire("lane-1"), false);
  assert.equal((await baseKeys.listBaseKeys())[0]?.state, "retired");
});

test("canceling an import deletes the component and makes the name available", async (t) => {
  const database = await openDatabase(t);
  const { baseKeys } = await openCustody(t, database);
  const [first] = split("tdes-2key", randomBytes(16));
  await baseKeys.startImport(CLAIM, first, "ann");
  assert.equal(await baseKeys.retire("lane-1"), true);
  const [row] = await database.owner.rows<{ sealed: Buffer }>`select sealed from base_keys`;
  assert.equal(row?.sealed.length, 0);
  assert.equal((await baseKeys.listBaseKeys())[0]?.state, "abandoned");
  assert.equal((await baseKeys.startImport(CLAIM, first, "ann")).kind, "kept");
});

test("a stored base key can be opened only with its own kind and KSI", async (t) => {
  const database = await openDatabase(t);
  const { baseKeys } = await openCustody(t, database);
  await baseKeys.addTestKey({ ...CLAIM, ksi: "FFFF98" }, toSecret(X9_TDES));
  await database.owner.rows`update base_keys set ksi = null`;
  const other = await openCustody(t, database);
  await assert.rejects(other.initialKey(KSN), { name: "CustodyError" });
});

test("base keys and pending components are resealed after a rotation of data keys", async (t) => {
  const database = await openDatabase(t);
  let now = 0;
  const custody = await openCustody(t, database, { nowMs: () => now });
  const { baseKeys } = custody;
  await baseKeys.addTestKey(CLAIM, toSecret(X9_TDES));
  const [first, second] = split("aes-128", randomBytes(16));
  await baseKeys.startImport({ name: "aes", kind: "aes-128", ksi: null }, first, "ann");
  const keyIds = async () => {
    const rows = await database.owner.rows<{ sealed: Buffer }>`select sealed from base_keys`;
    return rows.map(({ sealed }) => sealedDataKeyId(sealed));
  };
  const before = await keyIds();
  await rotateDataKeys(database.app);
  now = 1_000;
  await baseKeys.reseal();
  assert.equal(new Set([...before, ...(await keyIds())]).size, 2);
  assert.equal((await baseKeys.finishImport("aes", second, person("ben"))).kind, "kept");
  assert.equal(toHex((await custody.initialKey(KSN))?.key), "6AC292FAA1315B4D858AB3A3D7D5933A");
});

test("production refuses to import a published key and to start with one", async (t) => {
  const database = await openDatabase(t);
  const production = { environment: "production" } as const;
  const custody = await openCustody(t, database, production);
  const [first, second] = split("tdes-2key", X9_TDES);
  await custody.baseKeys.startImport(CLAIM, first, "ann");
  const finished = await custody.baseKeys.finishImport("lane-1", second, person("ben"));
  assert.deepEqual(finished, refused("published_test_key"));
  const whole = await custody.baseKeys.addTestKey(CLAIM, toSecret(randomBytes(16)));
  assert.deepEqual(whole, refused("not_in_production"));

  const certification = await openCustody(t, database);
  await certification.baseKeys.finishImport("lane-1", second, person("ben"));
  await assert.rejects(openCustody(t, database, production), (error) => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, /^Production refuses published test keys\. .*lane-1\.$/);
    return true;
  });
  const repair = await openCustody(t, database, { ...production, allowsPublishedKeys: true });
  await repair.baseKeys.retire("lane-1");
  await openCustody(t, database, production);
});

function refused(why: string) {
  return { kind: "refused", why };
}

function toSecret(key: Buffer): Secret {
  return new Secret(key.toString("hex"));
}

function componentBytes({ value }: KeyComponent): Buffer {
  return Buffer.from(value.reveal(), "hex");
}

function toHex(key: Uint8Array | undefined): string | undefined {
  return key && Buffer.from(key).toString("hex").toUpperCase();
}
