/** Questions about accounts while the worker of one of them is away. The cluster is scripted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { EarlierStore } from "../../src/core/payments/attempts/earlier-store.ts";
import { StatusStore } from "../../src/core/payments/status-store.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { COORDINATOR } from "../../src/db/sharding/coordinator.ts";

const DEAD = "120000000001";
const HEALTHY = "120000000002";
const ID = "323000000001";
/** What the coordinator reports of a worker. */
const AWAY = Object.assign(new Error("connection to the remote node failed"), {
  code: "08006",
  severity: "ERROR",
});

/** Statements about the account of the dead worker fail; all others find nothing. */
function scriptCluster(): DatabasePool {
  const findNothing = async (values: readonly unknown[]) => {
    if (values.includes(DEAD)) throw AWAY;
    return [];
  };
  const cluster = {
    isSharded: () => true,
    placement: () => COORDINATOR,
    nameOwner: (accountId: string) => `worker of ${accountId}`,
    noteFailure: () => {},
  };
  const run = (_: unknown, values: readonly unknown[]) => findNothing(values);
  const rows = (_: unknown, ...values: readonly unknown[]) => findNothing(values);
  return { cluster, isSharded: () => true, run, rows } as unknown as DatabasePool;
}

const ASKED = [DEAD, ...Array.from({ length: 20 }, () => HEALTHY)];
const ANSWERS = ["rejected", ...Array.from({ length: 20 }, () => "fulfilled")];

async function listAnswers(questions: readonly Promise<unknown>[]): Promise<readonly string[]> {
  return (await Promise.allSettled(questions)).map(({ status }) => status);
}

test("the status of other accounts is found while a worker is away", async () => {
  const store = new StatusStore({ db: scriptCluster(), queueMax: 100 });
  const asked = ASKED.map((account) => store.findTransactionStatus(account, ID));
  assert.deepEqual(await listAnswers(asked), ANSWERS);
});

test("repetitions of other accounts find their first request while a worker is away", async () => {
  const store = new EarlierStore({ db: scriptCluster(), queueMax: 100 });
  const key = { transactionId: ID, attemptId: undefined };
  const asked = ASKED.map((accountId) => store.findEarlierAttempt({ accountId, ...key }));
  assert.deepEqual(await listAnswers(asked), ANSWERS);
});
