/** Which failures are a node's own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cents } from "../../../values/money.ts";
import type { Finish, NewAttempt } from "./attempt.ts";
import { ShardWriter } from "./shard-writer.ts";

const AWAY = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
const NOW = Temporal.Instant.from("2026-11-17T12:00:00Z");
const SHARD = {
  first: 0,
  node: { host: "worker", port: 5432 },
  ids: { attempts: "1", open_attempts: "2", transactions: "3", vault: "4", outbox: "5" },
};

const BEGUN: NewAttempt = {
  attempt: {
    accountId: "120000000001",
    attemptId: "019a0000-0000-7000-8000-000000000001",
    transactionId: "323000000001",
    transactionType: "SALE",
    originalId: undefined,
    amount: 1_000 as Cents,
    fingerprint: new Uint8Array(32),
    note: {
      draft: { tenderType: "CARD", currency: "USD" },
      timeZone: "UTC",
      hasWebhook: true,
    },
    startedAt: NOW,
    leaseUntil: NOW.add({ seconds: 20 }),
  },
  claim: { isIssuedId: false, keyDigest: undefined },
  source: undefined,
};

/** The coordinator and the node fail. */
function openWriter() {
  const failures: unknown[] = [];
  const fail = () => Promise.reject(AWAY);
  const writer = new ShardWriter({
    node: { runSeries: fail } as never,
    coordinator: { rows: fail } as never,
    findShard: () => SHARD,
    onNodeFailure: (error) => failures.push(error),
    oldestIssuedId: () => NOW,
    wall: () => NOW,
  });
  return { writer, failures };
}

test("a failure of the node is noted as the node's", async () => {
  const { writer, failures } = openWriter();
  await assert.rejects(writer.startAll([BEGUN]), AWAY);
  assert.deepEqual(failures, [AWAY]);
});

test("a coordinator that gives no ids for events is no failure of the node", async () => {
  const { writer, failures } = openWriter();
  const events = [{ kind: "webhook", event: "transaction.created", payload: {} }];
  await assert.rejects(writer.finishAll([{ ...BEGUN, events } as unknown as Finish]), AWAY);
  assert.deepEqual(failures, []);
});
