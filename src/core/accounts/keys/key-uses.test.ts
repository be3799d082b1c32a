/** Tests of key-uses.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccessKeyUse } from "./key-use-store.ts";
import { KeyUses } from "./key-uses.ts";

const USE = {
  accountId: "1",
  digest: Buffer.from("a"),
  usedAt: Temporal.Instant.from("2026-01-01T00:00Z"),
};

function openUses(store?: () => Promise<void>) {
  const time = { ms: 0 };
  const stored: (readonly AccessKeyUse[])[] = [];
  const failures: unknown[] = [];
  const storeUses = async (uses: readonly AccessKeyUse[]) => {
    await store?.();
    stored.push(uses);
  };
  const onFailure = (error: unknown) => failures.push(error);
  const uses = new KeyUses({ store: { storeUses }, onFailure, nowMs: () => time.ms });
  return { uses, time, stored, failures };
}

test("a key is stored at most once in five minutes, however often it is used", async () => {
  const { uses, time, stored } = openUses();
  for (const ms of [0, 1_000, 299_999]) {
    time.ms = ms;
    uses.noteUse(USE);
    await uses.writeUses();
  }
  assert.equal(stored.length, 1);
  time.ms = 300_000;
  uses.noteUse(USE);
  uses.noteUse({ ...USE, digest: Buffer.from("b") });
  await uses.writeUses();
  assert.deepEqual(
    stored.map((batch) => batch.length),
    [1, 2],
  );
});

test("a failure to store is reported and never thrown", async () => {
  const { uses, failures } = openUses(() => Promise.reject(new Error("away")));
  uses.noteUse(USE);
  await uses.writeUses();
  assert.equal(failures.length, 1);
});

test("many keys are stored in batches", async () => {
  const { uses, stored } = openUses();
  for (let n = 0; n < 1_200; n++) uses.noteUse({ ...USE, accountId: String(n) });
  await uses.writeUses();
  assert.deepEqual(
    stored.map((batch) => batch.length),
    [500, 500, 200],
  );
});
