/** kill -9 of web processes and database, in any order, under load: no payment lost, none twice. */
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { tier } from "../kit/tier.ts";
import type { Random } from "../proof/random.ts";
import { Installation, type Part } from "./installation.ts";
import { hasHeard, listOutcomes } from "./ledger.ts";
import { Proof } from "./proof.ts";
import { startTraffic } from "./traffic.ts";

const ROUNDS = tier(3, 100);
const CLIENTS = tier(6, 12);
/** The longest pauses of a client: while every part runs, and while parts are down. */
const THINK_MS = tier(60, 0);
const EASY_MS = tier(1_000, 400);

const PLANS: readonly (readonly Part[])[] = [
  ["first"],
  ["second"],
  ["database"],
  ["first", "database"],
  ["database", "first"],
  ["second", "database"],
  ["database", "second"],
  ["first", "second"],
  ["database", "second", "first"],
];
/** Even with few rounds, each kind of part dies alone, and all parts die together. */
const FIRST_PLANS: typeof PLANS = [["first"], ["database"], ["database", "second", "first"]];

test(`${ROUNDS} rounds of kill -9 lose no payment and charge none twice`, async (t) => {
  const installation = await Installation.open(t);
  const proof = new Proof(t, installation);
  for (let round = 1; round <= ROUNDS; round++) {
    const traffic = startTraffic(proof, CLIENTS);
    traffic.pace(THINK_MS);
    await pause(proof.random.whole(100, 400));
    const plan = FIRST_PLANS[round - 1] ?? proof.random.of(PLANS);
    await carryOut(plan, installation, proof.random);
    if (!plan.includes("database")) await installation.assertDatabaseRuns();
    const acknowledged = traffic.payments.filter((payment) => listOutcomes(payment).length > 0);
    // A start under full load would take most of the round.
    traffic.pace(EASY_MS);
    if (!plan.includes("database")) await proof.assertKept(acknowledged);
    await installation.mend();
    await proof.assertKept(acknowledged);
    traffic.pace(THINK_MS);
    await pause(proof.random.whole(50, 250));
    await traffic.stop();
    await proof.assertRoundTrue(traffic.payments);
    t.diagnostic(`round ${round}, ${plan.join(" then ")}: ${traffic.payments.length} payments`);
  }
  await proof.assertTrue();
  assertStormy(proof);
});

async function carryOut(plan: readonly Part[], installation: Installation, random: Random) {
  for (const part of plan) {
    await pause(random.whole(0, 30));
    await installation.kill(part);
  }
}

function assertStormy(proof: Proof): void {
  const { payments } = proof.ledger;
  const acknowledged = payments.filter((payment) => listOutcomes(payment).length > 0);
  proof.assertSome("payments acknowledged", acknowledged.length, ROUNDS * 20);
  for (const way of ["id", "key", "plain"]) {
    const own = payments.filter((payment) => payment.way === way);
    proof.assertSome(`callers by ${way} cut off`, own.filter((p) => hasHeard(p, "broken")).length);
  }
  const retried = payments.filter((payment) => payment.hearings.length > 1);
  proof.assertSome("payments asked for again", retried.length, ROUNDS);
}
