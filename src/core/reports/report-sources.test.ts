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
  assert.deepEqual(await sources.inOrder(), [primary]);
});

test("a replica that is not too far behind is asked first, the primary in need", async () => {
  const { sources, troubles } = open(async () => 1_000);
  assert.deepEqual(await sources.inOrder(), [store, primary]);
  assert.deepEqual(troubles, []);
});

test("a replica that lags is not asked, and its trouble is told once", async () => {
  let lag = 1_001;
  const { sources, troubles } = open(async () => lag);
  assert.deepEqual(await sources.inOrder(), [primary]);
  assert.deepEqual(await sources.inOrder(), [primary]);
  lag = 0;
  assert.deepEqual(await sources.inOrder(), [store, primary]);
  assert.deepEqual(troubles, [
    "the report replica lags behind",
    "the report replica is used again",
  ]);
});

test("a replica that is away is left alone for a while", async () => {
  const { sources, troubles, time } = open(async () => Promise.reject(new Error("away")));
  assert.deepEqual(await sources.inOrder(), [primary]);
  time.ms = 4_999;
  assert.deepEqual(await sources.inOrder(), [primary]);
  assert.equal(time.asked, 1);
  time.ms = 5_001;
  assert.deepEqual(await sources.inOrder(), [primary]);
  assert.equal(time.asked, 2);
  assert.deepEqual(troubles, ["the report replica is away"]);
});
