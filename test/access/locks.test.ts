/** Access: failed logins are counted across processes, and too many of them lock. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { removeOldAccessRecords } from "../../src/core/access/access.ts";
import { WRONG } from "../../src/core/access/credential-checker.ts";
import {
  GATEWAY_POLICY,
  type LoginPolicy,
  MANAGEMENT_POLICY,
  PARSER_POLICY,
  POS_POLICY,
} from "../../src/core/access/failures/login-policy.ts";
import { credentials, HOME, openChecker, openEnvironment, tally } from "../kit/access.ts";

const times = <Result>(count: number, work: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

test("of fifty concurrent failures in two processes, exactly ten are answered as wrong", async (t) => {
  const env = await openEnvironment(t);
  for (const policy of [MANAGEMENT_POLICY, PARSER_POLICY, POS_POLICY]) {
    const [one, two] = await Promise.all([env.openProcess(), env.openProcess()]);
    const interfaces = [openChecker(one, policy), openChecker(two, policy)];
    const answers = await times(
      50,
      async (n) => interfaces[n % 2]?.attempt("ada", `wrong ${n}`) ?? "",
    );
    assert.deepEqual(tally(answers), { refused: 10, locked: 40 }, policy.interfaceName);
  }
});

test("fifty equal wrong credentials at once are judged once and counted each", async (t) => {
  const env = await openEnvironment(t);
  const { checker } = openChecker(await env.openProcess(), PARSER_POLICY);
  let judged = 0;
  const slowly = async () => {
    judged++;
    await env.owner.rows`select pg_sleep(0.2)`;
    return WRONG;
  };
  const answers = await times(50, () => checker.admit(credentials("ada", "wrong"), slowly));
  assert.deepEqual(tally(answers.map(({ kind }) => kind)), { refused: 10, locked: 40 });
  assert.ok(judged < 10, String(judged));
});

test("exactly 100 failures of any names lock an address, and no other address", async (t) => {
  const env = await openEnvironment(t);
  for (const policy of [MANAGEMENT_POLICY, POS_POLICY]) {
    const { attempt } = openChecker(await env.openProcess(), policy);
    const answers = await times(130, (n) => attempt(`name ${n}`, "wrong"));
    assert.deepEqual(tally(answers), { refused: 100, locked: 30 }, policy.interfaceName);
    assert.equal(await attempt("ada"), "locked");
    assert.equal(await attempt("ada", "right", "192.0.2.2"), "admitted");
  }
});

test("an attempt that a lock refuses is not counted elsewhere", async (t) => {
  const env = await openEnvironment(t);
  const { attempt } = openChecker(await env.openProcess(), POS_POLICY);
  await times(50, (n) => attempt("ada", `${n}`));
  const answers = await times(95, (n) => attempt(`name ${n}`, "wrong"));
  assert.deepEqual(tally(answers), { refused: 90, locked: 5 });
});

test("a locked caller is refused with the right secret, in every process, until the lock ends", async (t) => {
  const env = await openEnvironment(t);
  const ends: [policy: LoginPolicy, seconds: number][] = [
    [MANAGEMENT_POLICY, 30 * 60],
    [PARSER_POLICY, 15 * 60],
    [POS_POLICY, 15 * 60],
  ];
  for (const [policy, seconds] of ends) {
    const [one, two] = await Promise.all([env.openProcess(), env.openProcess()]);
    const [here, there] = [openChecker(one, policy), openChecker(two, policy)];
    await times(10, (n) => here.attempt("ada", `wrong ${n}`));
    env.clock.advance({ seconds: seconds - 1 });
    for (const api of [here, there]) assert.equal(await api.attempt("ada"), "locked");
    env.clock.advance({ seconds: 1 });
    for (const api of [here, there]) assert.equal(await api.attempt("ada"), "admitted");
  }
});

test("a correct secret among fifty concurrent guesses does not bypass the lock", async (t) => {
  const env = await openEnvironment(t);
  const { checker } = openChecker(await env.openProcess(), POS_POLICY);
  const { promise: judgedLater, resolve: judge } = Promise.withResolvers<void>();
  const late = checker.admit(credentials("ada"), async () => {
    await judgedLater;
    return { kind: "right", caller: "ada", dependsOn: [] };
  });
  const { attempt } = openChecker(await env.openProcess(), POS_POLICY);
  await times(10, (n) => attempt("ada", `wrong ${n}`));
  judge();
  assert.deepEqual(await late, { kind: "locked", forMs: 15 * 60_000 });
});

test("attempts during a lock do not prolong it, and after it ten more are allowed", async (t) => {
  const env = await openEnvironment(t);
  const { attempt } = openChecker(await env.openProcess(), PARSER_POLICY);
  for (let round = 0; round < 2; round++) {
    assert.deepEqual(tally(await times(10, (n) => attempt("ada", `${n}`))), { refused: 10 });
    for (let minute = 0; minute < 15; minute++) {
      assert.equal(await attempt("ada", "wrong"), "locked");
      env.clock.advance({ minutes: 1 });
    }
  }
});

test("only failures of the last fifteen minutes count", async (t) => {
  const env = await openEnvironment(t);
  const { attempt } = openChecker(await env.openProcess(), PARSER_POLICY);
  await times(5, (n) => attempt("ada", `${n}`));
  env.clock.advance({ minutes: 10 });
  await times(4, (n) => attempt("ada", `${n}`));
  env.clock.advance({ minutes: 5 });
  assert.deepEqual(tally(await times(6, (n) => attempt("ada", `${n}`))), { refused: 6 });
  assert.equal(await attempt("ada"), "locked");
});

test("a success clears the count of its name if the policy says so, never the address's", async (t) => {
  const env = await openEnvironment(t);
  const management = openChecker(await env.openProcess(), MANAGEMENT_POLICY);
  for (let round = 0; round < 10; round++) {
    await times(9, (n) => management.attempt("ada", `${n}`));
    assert.equal(await management.attempt("ada"), "admitted");
  }
  await times(9, (n) => management.attempt("bob", `${n}`));
  assert.equal(await management.attempt("bob", "wrong"), "refused", "the hundredth");
  assert.equal(await management.attempt("ada"), "locked");

  const parser = openChecker(await env.openProcess(), PARSER_POLICY);
  await times(9, (n) => parser.attempt("ada", `${n}`));
  assert.equal(await parser.attempt("ada"), "admitted");
  assert.equal(await parser.attempt("ada", "wrong"), "refused");
  assert.equal(await parser.attempt("ada"), "locked");
});

test("a silent lock takes as long as a wrong password", async (t) => {
  const env = await openEnvironment(t);
  const { attempt, judged } = openChecker(await env.openProcess(), MANAGEMENT_POLICY);
  await times(10, (n) => attempt("ada", `${n}`));
  assert.equal(judged.length, 10);
  for (const secret of ["right", "wrong"]) assert.equal(await attempt("ada", secret), "locked");
  assert.equal(judged.length, 12);
});

test("attempts under a silently locked name still count for the address", async (t) => {
  const env = await openEnvironment(t);
  const { attempt, judged } = openChecker(await env.openProcess(), MANAGEMENT_POLICY);
  await times(10, (n) => attempt("ada", `${n}`));
  for (let n = 0; n < 100; n++) await attempt("ada", n % 2 ? "right" : `${n}`);
  assert.equal(await attempt("bob"), "locked");
  assert.equal(judged.length, 100);
});

test("a known lock needs no lookup", async (t) => {
  const env = await openEnvironment(t);
  const process = await env.openProcess();
  const { attempt, judged } = openChecker(process, GATEWAY_POLICY);
  await times(100, (n) => attempt("ada", `${n}`));
  assert.equal(await attempt("ada"), "locked");
  const [asked, judgedBefore] = [process.pool.asked, judged.length];
  for (let n = 0; n < 20; n++) assert.equal(await attempt("ada"), "locked");
  assert.deepEqual([process.pool.asked, judged.length], [asked, judgedBefore]);
});

test("one account with a wrong key does not lock the others of its address", async (t) => {
  const env = await openEnvironment(t);
  const { attempt } = openChecker(await env.openProcess(), GATEWAY_POLICY);
  await times(150, (n) => attempt("120000000001", `${n}`));
  assert.equal(await attempt("120000000001"), "locked");
  assert.equal(await attempt("120000000001", "right", "192.0.2.2"), "admitted");
  assert.equal(await attempt("120000000002"), "admitted");
});

test("a lock that an operator removes ends in every process at its next check", async (t) => {
  const env = await openEnvironment(t);
  const process = await env.openProcess();
  const { attempt } = openChecker(process, PARSER_POLICY);
  await times(10, (n) => attempt("ada", `${n}`));
  assert.equal(await attempt("ada"), "locked");
  await env.owner.rows`delete from login_failures`;
  assert.equal(await attempt("ada"), "locked", "known, and not looked up");
  await process.access.watch.checkForChanges();
  assert.equal(await attempt("ada"), "admitted");
});

test("replays and old timestamps are not counted", async (t) => {
  const env = await openEnvironment(t);
  const { checker, attempt } = openChecker(await env.openProcess(), PARSER_POLICY);
  for (let n = 0; n < 20; n++) {
    const stale = async () => ({ kind: "wrong", isCounted: false, reason: "used_nonce" }) as const;
    const admission = await checker.admit(credentials("ada", `nonce ${n}`), stale);
    assert.deepEqual(admission, { kind: "refused", reason: "used_nonce" });
  }
  assert.deepEqual(await env.owner.rows`select from login_failures`, []);
  assert.equal(await attempt("ada"), "admitted");
});

test("IPv6 addresses of one /64 count as one", async (t) => {
  const env = await openEnvironment(t);
  const { attempt } = openChecker(await env.openProcess(), PARSER_POLICY);
  await times(10, (n) => attempt("ada", `${n}`, `2001:db8:1:2::${n + 1}`));
  assert.equal(await attempt("ada", "right", "2001:db8:1:2:ffff::1"), "locked");
  assert.equal(await attempt("ada", "right", "2001:db8:1:3::1"), "admitted");
});

test("failures at one interface do not count at another", async (t) => {
  const env = await openEnvironment(t);
  const process = await env.openProcess();
  await times(10, (n) => openChecker(process, PARSER_POLICY).attempt("ada", `${n}`));
  assert.equal(await openChecker(process, PARSER_POLICY).attempt("ada"), "locked");
  assert.equal(await openChecker(process, POS_POLICY).attempt("ada"), "admitted");
});

test("names and addresses are stored as digests only", async (t) => {
  const env = await openEnvironment(t);
  const { attempt } = openChecker(await env.openProcess(), POS_POLICY);
  await times(10, (n) => attempt("ada@books.test", `${n}`));
  const [row] = await env.owner.rows<{ dump: string }>`
    select (select string_agg(f::text, '') from login_failures f)
      || (select string_agg(c::text, '') from access_changes c) as dump`;
  assert.ok(row !== undefined && row.dump.length > 100);
  for (const clear of ["ada@books.test", HOME]) {
    assert.ok(!row.dump.includes(clear));
    assert.ok(!row.dump.includes(Buffer.from(clear).toString("hex")));
  }
});

test("failures and changes that no longer matter are removed", async (t) => {
  const env = await openEnvironment(t);
  const { attempt } = openChecker(await env.openProcess(), PARSER_POLICY);
  await times(10, (n) => attempt("locked", `${n}`));
  await attempt("ada", "wrong");
  await env.owner.rows`
    insert into access_changes (xid, subject, changed_at)
    values ('1', 'account:1', now() - interval '61 minutes')`;
  const left = async () => {
    await removeOldAccessRecords(env.app, env.clock.wall());
    const [row] = await env.owner.rows<{ failures: number; changes: number }>`
      select (select count(*)::integer from login_failures) as failures,
        (select count(*)::integer from access_changes) as changes`;
    return row;
  };
  assert.deepEqual(await left(), { failures: 2, changes: 1 });
  env.clock.advance({ minutes: 29, seconds: 59 });
  assert.equal((await left())?.failures, 2);
  env.clock.advance({ seconds: 1 });
  assert.equal((await left())?.failures, 0);
});
