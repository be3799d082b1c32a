/**
 * kill -9 of workers, of the coordinator and of processes of the product, under load on a Citus cluster:
 * no payment is lost or charged twice, and every event has one id. `npm run proof -- cluster` runs it.
 */
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { IS_PROOF } from "../kit/tier.ts";
import { ClusterInstallation, type ClusterPart } from "./cluster-installation.ts";
import { whatKillsLack } from "./cluster-nodes.ts";
import { listOutcomes } from "./ledger.ts";
import { Proof } from "./proof.ts";
import { assertToldOnce } from "./told-once.ts";
import { startTraffic } from "./traffic.ts";

const ROUNDS = Number(process.env["TEST_CITUS_ROUNDS"] ?? 50);
const CLIENTS = 12;
/** While parts are down, clients are slower. */
const EASY_MS = 400;

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
    await proof.assertRoundTrue(traffic.payments);
    t.diagnostic(
      `round ${round}, ${plan.join(" then ")}: ${traffic.payments.length} payments, ` +
        `${acknowledged.length} acknowledged before, all well after ${Math.round(wellMs)} ms`,
    );
  }
  await proof.assertTrue();
  const count = proof.ledger.payments.filter((one) => listOutcomes(one).length > 0).length;
  proof.assertSome("payments acknowledged", count, ROUNDS * 20);
  const { databaseUrl, receiver } = installation;
  const told = await assertToldOnce(databaseUrl, () => receiver.arrivals.map(({ id }) => id));
  t.diagnostic(`${proof.ledger.payments.length} payments, ${count} acknowledged; ${told}`);
});
