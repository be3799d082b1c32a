/** Connections to the database are cut at random, often between a commit and its confirmation. */
import { test } from "node:test";
import { hasHeard, listOutcomes } from "../../faults/ledger.ts";
import { openServedByProxy } from "../../faults/served.ts";
import { CUTS, type Cut } from "../../faults/tcp-proxy.ts";
import { startTraffic } from "../../faults/traffic.ts";
import { tier } from "../../kit/tier.ts";
import { until } from "../../kit/until.ts";

const CUT_COUNT = tier(10, 500);
const CLIENTS = 16;
/** One in this many messages to the database is cut. */
const ONE_IN = 25;
/** The most important case is a lost confirmation of a commit. */
const FATES: readonly Cut[] = [...CUTS, "after_sending", "before_answer", "before_answer"];

test(`${CUT_COUNT} cut database connections lose no payment and charge none twice`, async (t) => {
  const settings = { PROCESSOR_TIMEOUT_MS: "500", DATABASE_TIMEOUT_MS: "3000" };
  const { proof, proxy } = await openServedByProxy(t, settings);
  const { random } = proof;
  const traffic = startTraffic(proof, CLIENTS);
  proxy.arm(() => (random.fraction() < 1 / ONE_IN ? random.of(FATES) : undefined));
  await until(() => proxy.cuts() >= CUT_COUNT, CUT_COUNT * 1_000);
  proxy.disarm();
  await traffic.stop();
  await proof.quiet();
  await proof.assertTrue();
  await proof.retryCalmly(traffic.payments);
  await proof.assertTrue();
  const { payments } = proof.ledger;
  t.diagnostic(`${payments.length} payments, ${proxy.cuts()} cuts`);
  const acknowledged = payments.filter((payment) => listOutcomes(payment).length > 0);
  proof.assertSome("payments acknowledged", acknowledged.length, CUT_COUNT);
  const vague = payments.filter((payment) => hasHeard(payment, "temporary"));
  proof.assertSome("payments told to ask for the status", vague.length, CUT_COUNT / 10);
});
