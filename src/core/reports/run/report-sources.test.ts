/** Tests of report-sources.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ReportSources } from "./report-sources.ts";
import type { ReportStore } from "./report-store.ts";

const primary = { place: "primary" } as unknown as ReportStore;
const store = { place: "replica" } as unknown as ReportStore;

function open(lagMs: () => Promise<number>) {
  const troubles: string[] = [];
  const time = { ms: 0, asked: 0 };
  const state = {
    lagMs: () => {
      time.asked++;
      return lagMs();
    },
  };
  const sources = new ReportSources({
    primary,
    replica: { store, state, lagMaxMs: 1_000 },
    nowMs: () => time.ms,
    onTrouble: (trouble) => troubles.push(trouble),
  });
  return { sources, troubles, time };
}

test("without a replica, reports are read from the primary", async () => {
  const onTrouble = () => assert.fail();
  const sources = new ReportSources({ primary, nowMs: () => 0, onTrouble });
  assert.deepEqual(await sources.listSources(), [primary]);
});

test("a replica that is not too far behind is used first, and the primary if it fails", async () => {
  const { sources, troubles } = open(async () => 1_000);
  assert.deepEqual(await sources.listSources(), [store, primary]);
  assert.deepEqual(troubles, []);
});

test("a replica that is too far behind is not used, and this is reported once", async () => {
  let lag = 1_001;
  const { sources, troubles } = open(async () => lag);
  assert.deepEqual(await sources.listSources(), [primary]);
  assert.deepEqual(await sources.listSources(), [primary]);
  lag = 0;
  assert.deepEqual(await sources.listSources(), [store, primary]);
  assert.deepEqual(troubles, [
    "The report replica is too far behind. Reports use the primary.",
    "The report replica is used again.",
  ]);
});

test("an unavailable replica is not asked again for a while", async () => {
  const { sources, troubles, time } = open(async () => Promise.reject(new Error("away")));
  assert.deepEqual(await sources.listSources(), [primary]);
  time.ms = 4_999;
  assert.deepEqual(await sources.listSources(), [primary]);
  assert.equal(time.asked, 1);
  time.ms = 5_001;
  assert.deepEqual(await sources.listSources(), [primary]);
  assert.equal(time.asked, 2);
  assert.deepEqual(troubles, ["The report replica is not available. Reports use the primary."]);
});
