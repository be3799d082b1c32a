/**
 * A database that loses its last commits under load, as a failover to an asynchronous standby does.
 * Commits are acknowledged before they are written (synchronous_commit off), and every process of
 * the server is killed. Commits that were not written by then are lost, and the server continues
 * without them.
 */
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { serveHere } from "../kit/command-process.ts";
import { serve } from "../kit/process.ts";
import { IS_PROOF, tier } from "../kit/tier.ts";
import { asking } from "./books.ts";
import { type AttemptRow, failoverComplaints, type TransactionRow } from "./failover-checker.ts";
import { startFailoverTraffic } from "./failover-traffic.ts";
import { Installation } from "./installation.ts";
import { listOutcomes, type Payment } from "./ledger.ts";
import { inTurn, Proof } from "./proof.ts";
import { WitnessHost } from "./witness-host.ts";

const ROUNDS = tier(1, 20);
/** Rounds that lose nothing prove nothing, so some more follow. */
const ROUNDS_MAX = ROUNDS + 3;
const LOSSY_MIN = Math.ceil(ROUNDS / 2);
const CLIENTS = tier(6, 12);
const SHOWN = 20;
/** By then both processes have searched for lost payments twice. */
const NOTICED_MS = 1_500;
const LOOKS = 3;

test(`${ROUNDS} failovers that lose commits leave no charge without a record or a reversal`, async (t) => {
  const host = await WitnessHost.open(t);
  const installation = await Installation.open(t, {
    settings: { CARD_HOST_URL: host.url },
    startSecond: IS_PROOF ? serve : serveHere,
  });
  await commitLazily(installation);
  const proof = new Proof(t, installation);
  let lossy = 0;
  for (let round = 1; round <= ROUNDS || (lossy < LOSSY_MIN && round <= ROUNDS_MAX); round++) {
    const traffic = startFailoverTraffic(proof, CLIENTS);
    await pause(proof.random.whole(tier(300, 600), tier(600, 2_500)));
    const loss = await loseCommits(installation, () => traffic.payments);
    await installation.mend();
    await pause(proof.random.whole(200, tier(400, 800)));
    await traffic.stop();
    await settleDown(proof);
    await assertTrue(proof, host);
    if (loss.commits > 0 && loss.answered > 0) lossy++;
    t.diagnostic(
      `round ${round}: ${traffic.payments.length} payments, at least ${loss.commits} commits lost, ` +
        `with them ${loss.answered} payments that were answered`,
    );
  }
  const standing = host.orders.filter(({ outcome }) => outcome === "approved");
  const reversed = host.orders.filter(({ outcome }) => outcome === "reversed");
  t.diagnostic(`${standing.length} orders stand at the host, ${reversed.length} were reversed`);
  proof.assertSome("rounds that lost commits of answered payments", lossy, LOSSY_MIN);
});

/** A change that was lost with its original is restored after the original. */
async function settleDown(proof: Proof): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    await pause(NOTICED_MS);
    await proof.quiet();
  }
}

/** From now on commits reach the disk some seconds after they were acknowledged. */
async function commitLazily({ databaseUrl }: Installation): Promise<void> {
  await asking(databaseUrl, async (client) => {
    for (const setting of [
      "synchronous_commit = off",
      "wal_writer_delay = '10s'",
      "wal_writer_flush_after = '1GB'",
      "bgwriter_lru_maxpages = 0",
    ]) {
      await client.query(`alter system set ${setting}`);
    }
    await client.query("select pg_reload_conf()");
  });
}

interface Loss {
  /** A minimum: some may have been restored before they were counted. */
  readonly commits: number;
  /** Payments that were answered as approved and are not stored any more. */
  readonly answered: number;
}

async function loseCommits(
  installation: Installation,
  payments: () => readonly Payment[],
): Promise<Loss> {
  const before = await asking(installation.databaseUrl, (client) => nextTransaction(client));
  const told = payments().flatMap((payment) =>
    listOutcomes(payment).flatMap(({ kind, transactionId }) =>
      kind === "approved" ? [transactionId] : [],
    ),
  );
  await installation.kill("database");
  for (;;) {
    const loss = await asking(installation.databaseUrl, async (client) => {
      const after = await nextTransaction(client);
      const { rows } = await client.query(
        "select count(*)::int as kept from transactions where id = any($1::bigint[])",
        [told],
      );
      const answered = new Set(told).size - rows[0].kept;
      return { commits: Math.max(0, before - after), answered };
    }).catch(() => undefined);
    if (loss !== undefined) return loss;
    await pause(5);
  }
}

/** A counter that grows with every writing commit and goes back with lost ones. */
async function nextTransaction(client: {
  query(text: string): Promise<{ rows: { next: string }[] }>;
}) {
  const { rows } = await client.query(
    "select pg_snapshot_xmax(pg_current_snapshot())::text as next",
  );
  return Number(rows[0]?.next);
}

async function assertTrue(proof: Proof, host: WitnessHost): Promise<void> {
  const { payments } = proof.ledger;
  const books = await readAll(proof.place.databaseUrl);
  const statuses = new Map();
  const ids = new Map<string, string>();
  for (const payment of payments) {
    const heard = listOutcomes(payment).map(({ transactionId }) => transactionId);
    for (const id of [payment.transactionId, ...heard]) {
      if (id !== undefined) ids.set(id, payment.accountId);
    }
  }
  await inTurn([...ids], async ([id, accountId], place) => {
    statuses.set(id, await proof.merchant.statusOf(proof.url(place), accountId, id));
  });
  const complaints = failoverComplaints({ ...books, orders: host.orders, payments, statuses });
  if (complaints.length === 0) return;
  proof.fail(`${complaints.length} complaints:\n  ${complaints.slice(0, SHOWN).join("\n  ")}`);
}

async function readAll(databaseUrl: string) {
  return asking(databaseUrl, async (client) => {
    const attempts = await client.query<AttemptRow>(`
      select attempt_id as "attemptId", lpad(transaction_id::text, 12, '0') as "transactionId",
        transaction_type as type, outcome, answer->>'message' as message
      from attempts`);
    const rows = await client.query<TransactionRow>(`
      select lpad(id::text, 12, '0') as "transactionId", attempt_id as "attemptId",
        transaction_type as type, state, is_approved as "isApproved",
        amount_cents as "amountCents", refunded_cents as "refundedCents"
      from transactions`);
    return { attempts: attempts.rows, rows: rows.rows };
  });
}
