/** Coalescing must not change any answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Finish, NewAttempt } from "../../src/core/payments/attempts/attempt.ts";
import { attemptEnding } from "../../src/core/payments/outcome.ts";
import type { Cents } from "../../src/values/money.ts";
import { BOOKS } from "../kit/accounts.ts";
import { aNewAttempt, approve, openTestPayments, type TestPayments } from "../kit/payments.ts";

function endOf({ attempt }: NewAttempt, currency = "USD"): Finish {
  const approval = approve({ amount: attempt.amount as Cents });
  assert.equal(approval.kind, "approved");
  const note = { ...attempt.note, draft: { ...attempt.note.draft, currency } };
  const own = { ...attempt, note };
  return {
    attempt: own,
    ...attemptEnding(own, approval as Extract<typeof approval, { kind: "approved" }>),
    events: [],
    finishedAt: attempt.startedAt,
  };
}

async function count({ database }: TestPayments, table: string): Promise<number> {
  const tables: Record<string, () => Promise<{ count: number }[]>> = {
    transactions: () => database.owner.rows`select count(*)::int as count from transactions`,
    open: () => database.owner.rows`select count(*)::int as count from open_attempts`,
    attempts: () => database.owner.rows`select count(*)::int as count from attempts`,
  };
  const [row] = (await tables[table]?.()) ?? [];
  return row?.count ?? -1;
}

test("of fifty requests with one id in one statement, one starts", async (t) => {
  const payments = await openTestPayments(t);
  const { needs, clock, db } = payments;
  const id = await needs.ids.next();
  await db.rows`insert into issued_ids values (${BOOKS.id}, ${id}, ${clock.business()})`;
  const rivals = await Promise.all(Array.from({ length: 50 }, () => aNewAttempt(payments, { id })));
  const begun = await Promise.all(rivals.map((rival) => needs.attempts.start(rival)));
  assert.equal(begun.filter(Boolean).length, 1);
  const [open] = await db.rows<{ attempt_id: string }>`select attempt_id from open_attempts`;
  assert.equal(open?.attempt_id, rivals[begun.indexOf(true)]?.attempt.attemptId);
});

test("of fifty requests with one key in one statement, one starts", async (t) => {
  const payments = await openTestPayments(t);
  const key = new Uint8Array(32).fill(7);
  const rivals = await Promise.all(
    Array.from({ length: 50 }, () => aNewAttempt(payments, { key })),
  );
  const begun = await Promise.all(rivals.map((rival) => payments.needs.attempts.start(rival)));
  assert.equal(begun.filter(Boolean).length, 1);
  assert.equal(await count(payments, "open"), 1);
});

test("one invalid row fails alone among sixty-three valid ones", async (t) => {
  const payments = await openTestPayments(t);
  const { needs } = payments;
  const all = await Promise.all(Array.from({ length: 64 }, () => aNewAttempt(payments)));
  assert.ok((await Promise.all(all.map((one) => needs.attempts.start(one)))).every(Boolean));
  // PostgreSQL does not accept U+0000, so the whole statement fails.
  const ends = all.map((one, place) => endOf(one, place === 13 ? "U\u0000D" : "USD"));
  const results = await Promise.allSettled(ends.map((end) => needs.attempts.finish(end)));
  const failed = results.flatMap(({ status }, place) => (status === "rejected" ? [place] : []));
  assert.deepEqual(failed, [13]);
  assert.equal(await count(payments, "transactions"), 63);
  assert.equal(await count(payments, "open"), 1, "the guilty one is still to be resolved");
});

test("an attempt ends once, even if many processes end it", async (t) => {
  const payments = await openTestPayments(t);
  const one = await aNewAttempt(payments);
  await payments.needs.attempts.start(one);
  const ended = await Promise.all(
    Array.from({ length: 8 }, () => payments.needs.attempts.finish(endOf(one))),
  );
  assert.equal(ended.filter(Boolean).length, 1);
  assert.equal(await count(payments, "attempts"), 1);
});

test("if the connection breaks during a statement, each request still gets its real answer", async (t) => {
  const payments = await openTestPayments(t);
  const { needs, database } = payments;
  let cuts = 0;
  const cutter = setInterval(async () => {
    const cut = await database.owner.rows`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state = 'active'
        and query like '%open_attempts%' and query not like '%terminate%' limit 1`;
    cuts += cut.length;
  }, 3);
  t.after(() => clearInterval(cutter));
  const told = { begun: 0, ended: 0 };
  const round = async () => {
    const one = await aNewAttempt(payments);
    if (!(await needs.attempts.start(one))) return;
    told.begun++;
    if (await needs.attempts.finish(endOf(one))) told.ended++;
  };
  for (let rounds = 0; rounds < 20 || (cuts < 10 && rounds < 200); rounds++) {
    await Promise.allSettled(Array.from({ length: 32 }, round));
  }
  clearInterval(cutter);
  assert.ok(cuts >= 10, `${cuts} cuts`);
  const transactions = await count(payments, "transactions");
  assert.ok(transactions >= told.ended, `${transactions} written, ${told.ended} told`);
  assert.equal(await count(payments, "attempts"), transactions);
  assert.ok((await count(payments, "open")) + transactions >= told.begun, "none is lost");
});
