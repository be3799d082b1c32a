/** Access: every process notices every change within a second, whenever it commits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Access } from "../../src/core/access/access.ts";
import {
  GATEWAY_POLICY,
  MANAGEMENT_POLICY,
  PARSER_POLICY,
} from "../../src/core/access/failures/login-policy.ts";
import { accountSubject } from "../../src/core/access/memory/change-subject.ts";
import { CountedPool, credentials, openChecker } from "../kit/access.ts";
import { ACCOUNT_ID, openFilled, openInterfaces } from "../kit/known-callers.ts";

test("a change that commits late, after others that began later, is noticed", async (t) => {
  const { env, here, interfaces } = await openFilled(t);
  await env.owner.rows`insert into accounts (id, name, time_zone) values (7, 'New', 'UTC')`;
  await interfaces.account();
  const { watch } = here.access;
  const heard: string[] = [];
  watch.onChange((subjects) => heard.push(...subjects));
  await env.owner.atomically(async (db) => {
    await db.rows`update accounts set is_active = false where id = ${ACCOUNT_ID}`;
    await watch.checkForChanges();
    await env.owner.rows`update accounts set name = 'Other' where id = 7`;
    await watch.checkForChanges();
    await env.owner.rows`update accounts set name = 'Another' where id = 7`;
    await watch.checkForChanges();
    assert.deepEqual(heard, ["account:7", "account:7"]);
    assert.equal((await interfaces.account()).kind, "admitted");
  });
  await watch.checkForChanges();
  assert.deepEqual(heard.slice(2), [accountSubject(ACCOUNT_ID)]);
  assert.equal((await interfaces.account()).kind, "refused");
});

test("a change that is rolled back is not reported", async (t) => {
  const { env, here } = await openFilled(t);
  const heard: string[] = [];
  here.access.watch.onChange((subjects) => heard.push(...subjects));
  const undo = new Error("undo");
  const changing = env.owner.atomically(async (db) => {
    await db.rows`update accounts set is_active = false`;
    throw undo;
  });
  await assert.rejects(changing, undo);
  await here.access.watch.checkForChanges();
  assert.deepEqual(heard, []);
});

test("thousands of changes at once are reported as everything", async (t) => {
  const { env, here } = await openFilled(t);
  await env.owner.rows`
    insert into accounts (id, name, time_zone)
    select n, 'Shop', 'UTC' from generate_series(1, 6000) n`;
  await env.owner.rows`update accounts set is_active = false`;
  const heard: string[] = [];
  here.access.watch.onChange((subjects) => heard.push(...subjects));
  await here.access.watch.checkForChanges();
  assert.deepEqual(heard, ["everything"]);
});

test("changes that were imported from another server are not reported", async (t) => {
  const { env, here } = await openFilled(t);
  await env.owner.rows`
    insert into access_changes (xid, subject) values ('9000000000000000', 'account:1')`;
  const heard: string[] = [];
  here.access.watch.onChange((subjects) => heard.push(...subjects));
  await here.access.watch.checkForChanges();
  assert.deepEqual(heard, []);
});

test("a login that was judged before a change is not remembered after it", async (t) => {
  const { env, here } = await openFilled(t);
  const { checker } = openChecker(here, GATEWAY_POLICY);
  const { promise: read, resolve: hasRead } = Promise.withResolvers<void>();
  const { promise: end, resolve: finish } = Promise.withResolvers<void>();
  const admission = checker.admit(credentials(ACCOUNT_ID), async () => {
    hasRead();
    await end;
    return { kind: "right", caller: "as it was", dependsOn: [accountSubject(ACCOUNT_ID)] };
  });
  await read;
  await env.owner.rows`update accounts set is_active = false`;
  await here.access.watch.checkForChanges();
  finish();
  assert.equal((await admission).kind, "admitted");
  assert.equal(checker.recall(credentials(ACCOUNT_ID)), undefined);
});

test("a lock ends the memory of the name at its address", async (t) => {
  const { here, there, interfaces } = await openFilled(t);
  await interfaces.user();
  const guesser = openChecker(there, MANAGEMENT_POLICY);
  for (let n = 0; n < 10; n++) await guesser.attempt("ada", `${n}`);
  await here.access.watch.checkForChanges();
  assert.equal((await interfaces.user()).kind, "locked");
});

test("the process that locks a caller forgets it at once, at every interface of the policy", async (t) => {
  const { here } = await openFilled(t);
  for (const policy of [PARSER_POLICY, MANAGEMENT_POLICY]) {
    const [guessed, other] = [openChecker(here, policy), openChecker(here, policy)];
    await Promise.all([guessed.attempt("grace"), other.attempt("grace")]);
    const isKnown = () =>
      [guessed, other].map(({ checker }) => checker.recall(credentials("grace")));
    for (let n = 0; n < 9; n++) await guessed.attempt("grace", `${n}`);
    assert.deepEqual(isKnown(), ["grace", "grace"]);
    await guessed.attempt("grace", "the tenth");
    assert.deepEqual(isKnown(), [undefined, undefined]);
    assert.equal(await guessed.attempt("grace"), "locked");
  }
});

test("a running process notices a change within a second", async (t) => {
  const { env } = await openFilled(t);
  const pool = new CountedPool(env.url);
  const access = new Access({ database: pool, custody: env.custody, clock: env.clock });
  env.beforeDrop(async () => {
    access.close();
    await pool.close();
  });
  await access.start();
  const interfaces = openInterfaces({ access, pool }, env);
  for (let round = 0; round < 3; round++) {
    const isActive = round % 2 === 1;
    assert.equal((await interfaces.account()).kind, isActive ? "refused" : "admitted");
    await env.owner.rows`update accounts set is_active = ${isActive}`;
    const changedMs = performance.now();
    while ((await interfaces.account()).kind === (isActive ? "refused" : "admitted"))
      await pause(10);
    const tookMs = performance.now() - changedMs;
    assert.ok(tookMs < 1_000, `${tookMs} ms`);
  }
  access.close();
  await pause(100);
  const { asked } = pool;
  await pause(400);
  assert.equal(pool.asked, asked, "a closed one looks no more");
});
