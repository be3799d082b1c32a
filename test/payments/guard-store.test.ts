/** Races for a guard against duplicates, in database transactions that overlap as the test says. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { DuplicateGuard, NewAttempt } from "../../src/core/payments/attempts/attempt.ts";
import {
  claimGuard,
  EARLIER_MAX,
  joinGuard,
} from "../../src/core/payments/attempts/duplicate-guard-store.ts";
import { BOOKS } from "../kit/accounts.ts";
import { aNewAttempt, openTestPayments, type TestPayments } from "../kit/payments.ts";
import { until } from "../kit/until.ts";
import { countLockWaits, untilSomebodyWaits } from "../kit/waits.ts";

async function aGuarded(
  payments: TestPayments,
  own: Partial<DuplicateGuard> = {},
): Promise<NewAttempt> {
  const begun = await aNewAttempt(payments);
  const until = begun.attempt.startedAt.add({ minutes: 5 });
  const guard = { digest: new Uint8Array(32).fill(3), until, isOverridden: false, ...own };
  return { ...begun, claim: { ...begun.claim, guard } };
}

/** The second claims while the first has not committed. Returns what the second was told. */
async function claimInTurn(
  { db, database }: TestPayments,
  first: NewAttempt,
  second: NewAttempt,
): Promise<string | undefined> {
  const [claimed, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const before = db.atomically(async (own) => {
    assert.equal(await claimGuard(own, first), undefined);
    claimed.resolve();
    await commit.promise;
  });
  await claimed.promise;
  const after = db.atomically((own) => claimGuard(own, second));
  await untilSomebodyWaits(database.owner);
  commit.resolve();
  await before;
  return after;
}

test("of two payments that claim a free guard, the second waits and is told the first", async (t) => {
  const payments = await openTestPayments(t);
  const [first, second] = [await aGuarded(payments), await aGuarded(payments)];
  assert.equal(await claimInTurn(payments, first, second), first.attempt.transactionId);
});

test("of two payments that take over an expired guard, the second is told the first", async (t) => {
  const payments = await openTestPayments(t);
  const old = await aGuarded(payments, { until: payments.clock.business() });
  await payments.db.atomically((own) => claimGuard(own, old));
  const [first, second] = [await aGuarded(payments), await aGuarded(payments)];
  assert.equal(await claimInTurn(payments, first, second), first.attempt.transactionId);
});

test("of two payments that have found the same expired guard, one takes it over", async (t) => {
  const payments = await openTestPayments(t);
  const { db, database, clock } = payments;
  await db.atomically(async (own) => {
    await claimGuard(own, await aGuarded(payments, { until: clock.business() }));
  });
  const rivals = [await aGuarded(payments), await aGuarded(payments)];
  // The lock lets them read the row, but not change it.
  const told = await database.owner.atomically(async (own) => {
    await own.rows`select from duplicate_guards where account_id = ${BOOKS.id} for update`;
    const claims = rivals.map((rival) => db.atomically((other) => claimGuard(other, rival)));
    await until(async () => (await countLockWaits(database.owner)) === rivals.length);
    return claims;
  });
  const [one, other] = await Promise.all(told);
  const ids = rivals.map(({ attempt }) => attempt.transactionId);
  assert.deepEqual([one, other], one === undefined ? [undefined, ids[0]] : [ids[1], undefined]);
});

test("a payment that overrides the guard waits for the first, and then has the guard", async (t) => {
  const payments = await openTestPayments(t);
  const first = await aGuarded(payments);
  const second = await aGuarded(payments, { isOverridden: true });
  assert.equal(await claimInTurn(payments, first, second), undefined);
  const third = await aGuarded(payments);
  const told = await payments.db.atomically((own) => claimGuard(own, third));
  assert.equal(told, second.attempt.transactionId);
});

async function claim({ db }: TestPayments, begun: NewAttempt): Promise<string | undefined> {
  return db.atomically((own) => claimGuard(own, begun));
}

test("payments that a full row has no room for count until their minutes are over", async (t) => {
  const payments = await openTestPayments(t);
  const { clock } = payments;
  const start = clock.business();
  const oldest = start.add({ minutes: 8 });
  await claim(payments, await aGuarded(payments, { until: oldest }));
  for (let n = 0; n <= EARLIER_MAX; n++) {
    assert.equal(
      await claim(payments, await aGuarded(payments, { until: start, isOverridden: true })),
      undefined,
    );
  }
  const [row] = await payments.database.owner.rows<{ count: number }>`
    select cardinality(earlier_attempt_ids) as count from duplicate_guards`;
  assert.equal(row?.count, EARLIER_MAX);
  clock.advance({ minutes: 7 });
  assert.notEqual(await claim(payments, await aGuarded(payments)), undefined);
  clock.advance({ minutes: 1 });
  assert.equal(await claim(payments, await aGuarded(payments)), undefined);
});

test("payments count that the previous release has replaced by its own", async (t) => {
  const payments = await openTestPayments(t);
  const { database, clock } = payments;
  const first = await aGuarded(payments);
  await claim(payments, first);
  await claim(payments, await aGuarded(payments, { isOverridden: true }));
  // The previous release knows the last payment of a row only.
  await database.owner.rows`
    update duplicate_guards set attempt_id = ${randomUUID()}, transaction_id = 1,
      expires_at = ${clock.business()}`;
  assert.equal(await claim(payments, await aGuarded(payments)), first.attempt.transactionId);
});

test("a payment that is restored twice is in its row once", async (t) => {
  const payments = await openTestPayments(t);
  const [lost, other] = [await aGuarded(payments), await aGuarded(payments)];
  await claim(payments, other);
  const { guard } = lost.claim;
  assert.ok(guard !== undefined);
  for (let n = 0; n < 2; n++) await joinGuard(payments.db, lost.attempt, guard);
  const [row] = await payments.database.owner.rows`
    select attempt_id, earlier_attempt_ids as earlier from duplicate_guards`;
  assert.deepEqual(row, {
    attempt_id: lost.attempt.attemptId,
    earlier: [other.attempt.attemptId],
  });
});

test("of fifty equal payments in one statement, one starts", async (t) => {
  const payments = await openTestPayments(t);
  const rivals = await Promise.all(Array.from({ length: 50 }, () => aGuarded(payments)));
  const begun = await Promise.all(rivals.map((rival) => payments.needs.attempts.start(rival)));
  assert.equal(begun.filter(Boolean).length, 1);
  const open = await payments.database.owner.rows`select from open_attempts`;
  assert.equal(open.length, 1);
});
