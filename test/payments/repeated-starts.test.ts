/**
 * Attempts whose first statement failed for the caller but was or will be committed: a connection that
 * is cut during the commit, or another row of the batch that failed. They have begun, once.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { NewAttempt } from "../../src/core/payments/attempts/attempt.ts";
import { AttemptStore } from "../../src/core/payments/attempts/attempt-store.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { COORDINATOR } from "../../src/db/sharding/coordinator.ts";
import { BOOKS } from "../kit/accounts.ts";
import { onPlainServer } from "../kit/cluster.ts";
import { aNewAttempt, openOwnPayments, type TestPayments } from "../kit/payments.ts";

const ONE_SERVER = onPlainServer("the coordinator is a plain server here");
const CUT = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });

type Script = Partial<Record<"run" | "rows" | "atomically" | "cluster", unknown>>;

/** The pool with other methods. */
function scriptPool(db: DatabasePool, script: Script): DatabasePool {
  return new Proxy(db, {
    get: (target, name) => {
      if (Object.hasOwn(script, name)) return script[name as keyof Script];
      const own = Reflect.get(target, name, target);
      return typeof own === "function" ? own.bind(target) : own;
    },
  });
}

/** Every account is written through the coordinator, as if its worker could not be reached. */
const WORKERS_AWAY = { isSharded: () => true, placement: () => COORDINATOR };

function openStore({ clock }: TestPayments, db: DatabasePool): AttemptStore {
  const oldestIssuedId = () => clock.business().subtract({ hours: 24 });
  return new AttemptStore({ db, queueMax: 100, oldestIssuedId, wall: () => clock.wall() });
}

type Kind = "id" | "key" | "guard" | "nothing";
let made = 0;

async function aClaimOf(payments: TestPayments, kind: Kind): Promise<NewAttempt> {
  const digest = new Uint8Array(32).fill(++made);
  if (kind === "key") return aNewAttempt(payments, { key: digest });
  if (kind === "id") return aNewAttempt(payments, { id: await issueId(payments) });
  const begun = await aNewAttempt(payments);
  if (kind === "nothing") return begun;
  const until = begun.attempt.startedAt.add({ minutes: 5 });
  return { ...begun, claim: { ...begun.claim, guard: { digest, until, isOverridden: false } } };
}

async function issueId({ needs, db, clock }: TestPayments): Promise<string> {
  const id = await needs.ids.next();
  await db.rows`insert into issued_ids values (${BOOKS.id}, ${id}, ${clock.business()})`;
  return id;
}

async function countOpen({ db }: TestPayments, { attempt }: NewAttempt): Promise<number> {
  const rows = await db.rows`
    select from open_attempts
    where account_id = ${attempt.accountId} and attempt_id = ${attempt.attemptId}`;
  return rows.length;
}

/** The first call fails at once, and reaches the database only just before the second one. */
function cutFirst<Words extends readonly unknown[], Result>(
  call: (...words: Words) => Promise<Result>,
) {
  let late: Words | undefined;
  let calls = 0;
  return async (...words: Words): Promise<Result> => {
    if (++calls === 1) {
      late = words;
      throw CUT;
    }
    if (late !== undefined) await call(...late);
    late = undefined;
    return call(...words);
  };
}

for (const kind of ["id", "key", "guard", "nothing"] as const) {
  test(`an attempt that claims ${kind} has begun if the connection was cut during its commit`, {
    ...ONE_SERVER,
  }, async (t) => {
    const payments = await openOwnPayments(t);
    const run = cutFirst(payments.db.run.bind(payments.db));
    const store = openStore(payments, scriptPool(payments.db, { run }));
    const begun = await aClaimOf(payments, kind);
    assert.equal(await store.start(begun), true);
    assert.equal(await countOpen(payments, begun), 1);
  });

  test(`an attempt that claims ${kind} has begun if the coordinator was cut during its commit`, {
    ...ONE_SERVER,
  }, async (t) => {
    const payments = await openOwnPayments(t);
    const atomically = cutFirst(payments.db.atomically.bind(payments.db));
    const script = { atomically, cluster: WORKERS_AWAY };
    const store = openStore(payments, scriptPool(payments.db, script));
    const begun = await aClaimOf(payments, kind);
    assert.equal(await store.start(begun), true);
    assert.equal(await countOpen(payments, begun), 1);
  });
}

test("an id that another request has used is still refused after a cut", ONE_SERVER, async (t) => {
  const payments = await openOwnPayments(t);
  const id = await issueId(payments);
  const first = await aNewAttempt(payments, { id });
  assert.equal(await payments.needs.attempts.start(first), true);
  const run = cutFirst(payments.db.run.bind(payments.db));
  const store = openStore(payments, scriptPool(payments.db, { run }));
  assert.equal(await store.start(await aNewAttempt(payments, { id })), false);
});

test("a row that still runs when another one fails is not run twice", ONE_SERVER, async (t) => {
  const payments = await openOwnPayments(t);
  const { db } = payments;
  const [bad, good] = [await aClaimOf(payments, "id"), await aClaimOf(payments, "id")];
  const lookedUp = Promise.withResolvers<void>();
  let runs = 0;
  const atomically: DatabasePool["atomically"] = async (work) => {
    if (++runs === 1) throw CUT;
    if (runs > 2) return db.atomically(work);
    return db.atomically(async (own) => {
      const result = await work(own);
      // Not committed before it is looked up, if it is looked up while it runs.
      await Promise.race([lookedUp.promise, pause(200)]);
      return result;
    });
  };
  const rows = async (literals: TemplateStringsArray, ...slots: readonly unknown[]) => {
    const found = await db.rows(literals, ...slots);
    if (slots.includes(good.attempt.attemptId)) lookedUp.resolve();
    return found;
  };
  const script = { atomically, rows, cluster: WORKERS_AWAY };
  const store = openStore(payments, scriptPool(db, script));
  assert.deepEqual(await Promise.all([store.start(bad), store.start(good)]), [true, true]);
  assert.equal(runs, 3, "only the failed row was repeated");
});
