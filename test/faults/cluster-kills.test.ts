/**
 * kill -9 of workers, of the coordinator and of processes of the product, under load on a Citus cluster:
 * no payment is lost or charged twice, and every event has one id. `npm run proof -- cluster` runs it.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { IS_PROOF } from "../kit/tier.ts";
import { until } from "../kit/until.ts";
import { asking } from "./books.ts";
import { ClusterInstallation, type ClusterPart } from "./cluster-installation.ts";
import { whatKillsLack } from "./cluster-nodes.ts";
import { listOutcomes } from "./ledger.ts";
import { Proof } from "./proof.ts";
import { startTraffic } from "./traffic.ts";

const ROUNDS = Number(process.env["TEST_CITUS_ROUNDS"] ?? 50);
const CLIENTS = 12;
/** While parts are down, clients are slower. */
const EASY_MS = 400;
const DELIVERED_WITHIN_MS = 90_000;

/** In turns, so that every part dies often, alone and beside another one. */
const PLANS: readonly (readonly ClusterPart[])[] = [
  ["worker 1"],
  ["coordinator"],
  ["first"],
  ["worker 2"],
  ["second"],
  ["worker 1", "first"],
  ["coordinator"],
  ["worker 2", "second"],
  ["coordinator", "worker 1"],
  ["first", "coordinator"],
];

const lacking = IS_PROOF ? whatKillsLack() : "npm run proof -- cluster runs it";

test(`${ROUNDS} rounds of kill -9 on a cluster lose no payment and charge none twice`, {
  skip: lacking,
}, async (t) => {
  const installation = await ClusterInstallation.open(t);
  const proof = new Proof(t, installation);
  for (let round = 1; round <= ROUNDS; round++) {
    const plan = PLANS[(round - 1) % PLANS.length] ?? [];
    const traffic = startTraffic(proof, CLIENTS);
    await pause(proof.random.whole(300, 900));
    for (const part of plan) {
      await pause(proof.random.whole(0, 30));
      await installation.kill(part);
    }
    const killed = performance.now();
    const acknowledged = traffic.payments.filter((one) => listOutcomes(one).length > 0);
    // Long enough for requests that find the part away.
    await pause(proof.random.whole(0, 1_500));
    traffic.pace(EASY_MS);
    await installation.mend();
    const wellMs = performance.now() - killed;
    await proof.assertKept(acknowledged);
    traffic.pace(0);
    await pause(proof.random.whole(100, 400));
    await traffic.stop();
    await proof.quiet();
    await proof.assertTrue(traffic.payments);
    await proof.retryCalmly(traffic.payments);
    await proof.assertTrue(traffic.payments);
    t.diagnostic(
      `round ${round}, ${plan.join(" then ")}: ${traffic.payments.length} payments, ` +
        `${acknowledged.length} acknowledged before, all well after ${Math.round(wellMs)} ms`,
    );
  }
  await proof.assertTrue();
  const count = proof.ledger.payments.filter((one) => listOutcomes(one).length > 0).length;
  proof.assertSome("payments acknowledged", count, ROUNDS * 20);
  const told = await assertToldOnce(installation);
  t.diagnostic(`${proof.ledger.payments.length} payments, ${count} acknowledged; ${told}`);
});

type Ask = (text: string) => Promise<readonly Record<string, unknown>[]>;

async function untilTold(ask: Ask): Promise<void> {
  const left = `select account_id, id, event, tries, due_at, claimed_until, set_aside_why from outbox
    where kind = 'webhook' and delivered_at is null limit 5`;
  const isTold = async () => (await ask(left)).length === 0;
  await until(isTold, DELIVERED_WITHIN_MS).catch(async () =>
    assert.fail(`events were not delivered: ${JSON.stringify(await ask(left))}`),
  );
}

/** Every event is stored once and was delivered under its own id. */
async function assertToldOnce({ databaseUrl, receiver }: ClusterInstallation): Promise<string> {
  const ask = (text: string) =>
    asking(databaseUrl, async (client) => (await client.query(text)).rows);
  await untilTold(ask);
  const stored = await ask(
    `select event_id::text as id, account_id || ' ' || transaction_id || ' ' || event as about
     from outbox where kind = 'webhook'`,
  );
  const outcomes = stored.filter(({ about }) => !about.endsWith("transaction.failed"));
  assert.equal(new Set(outcomes.map(({ about }) => about)).size, outcomes.length, "told twice");
  const untold = await ask(
    `select one.id from transactions one
       left join outbox event
         on event.account_id = one.account_id and event.transaction_id = one.id
     where event.id is null`,
  );
  assert.deepEqual(untold, [], "transactions without an event");
  const ids = new Set(stored.map(({ id }) => id));
  const arrived = new Set(receiver.arrivals.map(({ id }) => id));
  assert.deepEqual(
    [...arrived].filter((id) => !ids.has(id)),
    [],
    "events that are not stored",
  );
  assert.deepEqual(
    [...ids].filter((id) => !arrived.has(id)),
    [],
    "events that never arrived",
  );
  return `${ids.size} events, ${receiver.arrivals.length - arrived.size} of them sent again under their id`;
}
