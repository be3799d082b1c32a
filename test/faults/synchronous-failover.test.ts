/**
 * The primary is killed under load and its synchronous standby is promoted. The product, which
 * knows both servers, continues without a restart and without a lost or doubled payment.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { examine, saidBy } from "../kit/doctor.ts";
import { tier } from "../kit/tier.ts";
import { until } from "../kit/until.ts";
import { listOutcomes } from "./ledger.ts";
import { Proof } from "./proof.ts";
import { ReplicatedInstallation } from "./replicated-installation.ts";
import { startTraffic } from "./traffic.ts";

const ROUNDS = tier(1, 30);
const CLIENTS = tier(8, 12);
const LEAST_ACKNOWLEDGED = 40;
/** While a standby is copied, the machine is busy enough. */
const EASY_MS = 400;

test(`${ROUNDS} failovers to a synchronous standby lose no payment and charge none twice`, async (t) => {
  const installation = await ReplicatedInstallation.open(t);
  const { servers } = installation;
  const proof = new Proof(t, installation);
  const awayMs: number[] = [];
  const replicationFound = async () =>
    saidBy(await examine({ area: "database", url: servers.url }), "replication");
  assert.match(await replicationFound(), /^ok: Standby standby \(sync\) is streaming/);
  for (let round = 1; round <= ROUNDS; round++) {
    const traffic = startTraffic(proof, CLIENTS);
    const listAcknowledged = () => traffic.payments.filter((one) => listOutcomes(one).length > 0);
    await until(() => listAcknowledged().length >= LEAST_ACKNOWLEDGED);
    await pause(proof.random.whole(0, 500));
    await servers.killPrimary();
    const killed = performance.now();
    const acknowledged = listAcknowledged();
    await servers.promoteStandby();
    const promotedMs = performance.now() - killed;
    await installation.untilWell();
    awayMs.push(performance.now() - killed);
    await proof.assertKept(acknowledged);
    traffic.pace(EASY_MS);
    await until(() => installation.isReady());
    if (round < ROUNDS) await servers.addStandby();
    await traffic.stop();
    await proof.assertRoundTrue(traffic.payments);
    t.diagnostic(
      `round ${round}: ${traffic.payments.length} payments, ${acknowledged.length} acknowledged before ` +
        `the kill; promoted after ${Math.round(promotedMs)} ms, served again after ${Math.round(awayMs.at(-1) ?? 0)} ms`,
    );
  }
  await proof.assertTrue();
  assert.match(await replicationFound(), /^warning: DATABASE_URL lists 2 servers, but no standby/);
  const middle = awayMs.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0;
  t.diagnostic(`served again after ${Math.round(middle)} ms in the middle`);
});
