/** Concurrent payments of which one cannot be stored, or whose connection is cut: each gets its own result. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hasHeard, type Payment, type Way } from "../../faults/ledger.ts";
import { ACCOUNTS } from "../../faults/merchant.ts";
import { inTurn, type Proof } from "../../faults/proof.ts";
import { poison } from "../../faults/sabotage.ts";
import { openServed, openServedByProxy } from "../../faults/served.ts";
import { CUTS } from "../../faults/tcp-proxy.ts";
import { onPlainServer } from "../../kit/cluster.ts";
import { tier } from "../../kit/tier.ts";

const AT_ONCE = tier(32, 64);
const POISONED_BATCHES = tier(1, 40);
const CUT_BATCHES = tier(3, 100);
const SETTINGS = { PROCESSOR_TIMEOUT_MS: "500", DATABASE_TIMEOUT_MS: "3000" };
const WAYS: readonly Way[] = ["id", "key", "plain"];

/** The statement that is cut: it begins payments, stores orders at the host, or finishes payments. */
const STAGES: readonly ((hasMark: boolean, hasVerdict: boolean) => boolean)[] = [
  (hasMark, hasVerdict) => hasMark && !hasVerdict,
  (hasMark, hasVerdict) => !hasMark && hasVerdict,
  (hasMark, hasVerdict) => hasMark && hasVerdict,
];

test("a payment that cannot be stored", async (t) => {
  const proof = await openServed(t, { settings: SETTINGS });

  await t.test("at its start, fails alone", async () => {
    for (let batch = 0; batch < POISONED_BATCHES; batch++) {
      const { guilty, heal } = await payPoisoned(proof, "open_attempts");
      assert.equal((await requestStatus(proof, guilty)).found, false);
      await heal();
    }
    await assertAllTrue(proof);
  });

  await t.test("with its result, fails alone and is reconciled later", async () => {
    for (let batch = 0; batch < POISONED_BATCHES; batch++) {
      const { guilty, heal } = await payPoisoned(proof, "transactions");
      const { found, isApproved, message } = await requestStatus(proof, guilty);
      assert.deepEqual([found, isApproved, message], [true, false, "IN PROGRESS"]);
      await heal();
    }
    await assertAllTrue(proof);
  });
});

test(
  `${AT_ONCE} payments get correct results when their connection is cut, ${CUT_BATCHES} times`,
  onPlainServer("payments connect to workers, past the proxy"),
  async (t) => {
    const { proof, proxy } = await openServedByProxy(t, SETTINGS);
    const { random } = proof;
    for (let batch = 0; batch < CUT_BATCHES; batch++) {
      const payments = await openBatch(proof);
      // Even a short run cuts each statement.
      const [isStage, fate] = [STAGES[batch] ?? random.of(STAGES), random.of(CUTS)];
      proxy.arm((bytes) => {
        if (!isStage(bytes.includes(`p${proof.seed}q`), bytes.includes("APPROVED")))
          return undefined;
        proxy.disarm();
        return fate;
      });
      await payAtOnce(proof, payments);
      proxy.disarm();
      assertClear(payments, `after a cut ${fate}, FAULT_SEED=${proof.seed}`);
    }
    proof.assertSome("lines cut", proxy.cuts(), CUT_BATCHES * 0.8);
    await assertAllTrue(proof);
    const vague = proof.ledger.payments.filter((payment) => hasHeard(payment, "temporary"));
    t.diagnostic(`${vague.length} of ${proof.ledger.payments.length} were told to ask`);
  },
);

function assertClear(payments: readonly Payment[], when: string): void {
  const kinds = payments.flatMap(({ hearings }) => hearings.map(({ heard }) => heard.kind));
  const strange = kinds.filter((kind) => kind !== "approved" && kind !== "temporary");
  assert.deepEqual(strange, [], when);
}

/** The payment that cannot be stored is answered "ask for the status", all others are approved. */
async function payPoisoned(proof: Proof, table: "open_attempts" | "transactions") {
  const payments = await openBatch(proof);
  // One with an id, so that its status can be requested.
  const guilty = proof.random.of(payments.filter(({ way }) => way === "id"));
  const heal = await poison(proof.place.databaseUrl, table, guilty.mark);
  await payAtOnce(proof, payments);
  const kinds = payments.map(({ hearings }) => hearings[0]?.heard.kind);
  const expected = payments.map((payment) => (payment === guilty ? "temporary" : "approved"));
  assert.deepEqual(kinds, expected, `FAULT_SEED=${proof.seed}, guilty is ${guilty.mark}`);
  return { guilty, heal };
}

/** With an id, with a key, and without. Ids are fetched before the payments. */
async function openBatch(proof: Proof): Promise<readonly Payment[]> {
  const payments: Payment[] = [];
  await inTurn(Array.from({ length: AT_ONCE }), async (_, place) => {
    const accountId = ACCOUNTS[place % ACCOUNTS.length] ?? assert.fail();
    const way = proof.random.of(WAYS);
    const wish = { accountId, way, type: "SALE" } as const;
    if (way !== "id") {
      payments.push(proof.ledger.open(wish));
      return;
    }
    const transactionId = await proof.merchant.fetchId(proof.url(0), accountId);
    assert.ok(transactionId, "an id could not be had");
    payments.push(proof.ledger.open({ ...wish, transactionId }));
  });
  return payments;
}

async function payAtOnce(proof: Proof, payments: readonly Payment[]): Promise<void> {
  await Promise.all(
    payments.map(async (payment) => {
      const heard = await proof.merchant.pay(proof.url(0), payment);
      payment.hearings.push({ in: "storm", heard });
    }),
  );
}

async function assertAllTrue(proof: Proof): Promise<void> {
  await proof.quiet();
  await proof.assertTrue();
  await proof.retryCalmly(proof.ledger.payments);
  await proof.assertTrue();
}

function requestStatus(proof: Proof, { accountId, transactionId = "" }: Payment) {
  return proof.merchant.statusOf(proof.url(0), accountId, transactionId);
}
