/** Access: locks count per name and address. A name alone is slowed down, never locked. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import {
  type LoginPolicy,
  MANAGEMENT_POLICY,
  OPERATOR_POLICY,
  POS_POLICY,
} from "../../src/core/access/failures/login-policy.ts";
import { openChecker, openEnvironment, tally } from "../kit/access.ts";
import { openTestApp } from "../kit/app.ts";
import { ConsoleClient, OPERATOR, OWNER, PARTNER } from "../kit/console.ts";

const PASSWORD_POLICIES = [MANAGEMENT_POLICY, OPERATOR_POLICY, POS_POLICY];
/** Documentation addresses, one for each number. */
const addressOf = (n: number) => `198.51.${Math.floor(n / 250)}.${(n % 250) + 1}`;
const FRESH = "203.0.113.9";

async function openApi(t: TestContext, policy: LoginPolicy) {
  const env = await openEnvironment(t);
  const process = await env.openProcess();
  return { env, process, ...openChecker(process, policy) };
}

for (const policy of PASSWORD_POLICIES) {
  test(`${policy.interfaceName}: ten failures lock a name at one address, and nowhere else`, async (t) => {
    const { attempt } = await openApi(t, policy);
    for (let n = 0; n < 10; n++) assert.equal(await attempt("ada", `${n}`), "refused");
    assert.equal(await attempt("ada"), "locked");
    assert.equal(await attempt("ada", "right", FRESH), "admitted");
    assert.equal(await attempt("bob"), "admitted", "another name at that address");
  });

  test(`${policy.interfaceName}: a name is never locked by failures from many addresses`, async (t) => {
    const { attempt, process, env } = await openApi(t, policy);
    for (let n = 0; n < 80; n++) {
      assert.equal(await attempt("ada", "wrong", addressOf(n)), "refused", `${n}`);
    }
    assert.equal(await attempt("ada", "right", FRESH), "admitted");
    assert.ok(Math.max(...process.held) <= 3_000, "bounded");
    const [row] = await env.owner.rows<{ most: number }>`
      select max(cardinality(failed_at)) as most from login_failures`;
    assert.ok((row?.most ?? 0) <= 60, "however many failures, a row stays small");
  });
}

test("more failures of a name mean a longer delay of each attempt", async (t) => {
  const { attempt, process } = await openApi(t, MANAGEMENT_POLICY);
  for (let n = 0; n < 20; n++) await attempt("ada", "wrong", addressOf(n));
  assert.deepEqual(process.held, [], "few failures slow nobody");
  for (let n = 20; n < 70; n++) await attempt("ada", "wrong", addressOf(n));
  const { held } = process;
  assert.deepEqual(
    [...held].sort((a, b) => a - b),
    held,
    "growing",
  );
  assert.deepEqual([...new Set(held)], [250, 500, 1_000, 2_000, 3_000]);
  assert.equal(await attempt("bob", "wrong", addressOf(1)), "refused");
  assert.equal(held.length, 50, "other names are not slowed");
});

test("unknown names and correct passwords are delayed like all others", async (t) => {
  const { attempt, process } = await openApi(t, MANAGEMENT_POLICY);
  for (const name of ["ada", "nobody"]) {
    for (let n = 0; n < 30; n++) await attempt(name, "wrong", addressOf(n));
  }
  process.held.length = 0;
  await attempt("ada", "right", addressOf(101));
  await attempt("ada", "wrong", addressOf(102));
  await attempt("nobody", "wrong", addressOf(103));
  assert.deepEqual(process.held, [500, 500, 500]);
});

test("an address with an earlier successful login is not slowed down", async (t) => {
  const { attempt, process } = await openApi(t, MANAGEMENT_POLICY);
  assert.equal(await attempt("ada", "right", FRESH), "admitted");
  for (let n = 0; n < 40; n++) await attempt("ada", "wrong", addressOf(n));
  process.held.length = 0;
  assert.equal(await attempt("ada", "right", FRESH), "admitted");
  assert.deepEqual(process.held, []);
  await attempt("ada", "right", "203.0.113.10");
  assert.equal(process.held.length, 1, "another one is");
});

test("one address alone does not slow a name down", async (t) => {
  const { attempt, process } = await openApi(t, MANAGEMENT_POLICY);
  for (let n = 0; n < 90; n++) await attempt("ada", `${n}`);
  assert.equal(await attempt("ada", "right", FRESH), "admitted");
  assert.deepEqual(process.held, [], "what a lock refused counts nowhere else");
});

test("a name is fast again fifteen minutes after the last failures", async (t) => {
  const { attempt, process, env } = await openApi(t, POS_POLICY);
  for (let n = 0; n < 40; n++) await attempt("ada", "wrong", addressOf(n));
  env.clock.advance({ minutes: 15 });
  process.held.length = 0;
  assert.equal(await attempt("ada", "right", FRESH), "admitted");
  assert.deepEqual(process.held, []);
});

test("failures slow a name down in every process", async (t) => {
  const { attempt, env } = await openApi(t, MANAGEMENT_POLICY);
  for (let n = 0; n < 30; n++) await attempt("ada", "wrong", addressOf(n));
  const other = await env.openProcess();
  await openChecker(other, MANAGEMENT_POLICY).attempt("ada", "right", FRESH);
  assert.deepEqual(other.held, [500]);
});

test("the number of waiting attempts is limited; other names are not affected", async (t) => {
  const { attempt, process } = await openApi(t, MANAGEMENT_POLICY);
  for (const name of ["ada", "bob"]) {
    for (let n = 0; n < 20; n++) await attempt(name, "wrong", addressOf(n));
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  process.gate = promise;
  const answers = Array.from({ length: 50 }, (_, n) => attempt("ada", "wrong", addressOf(n + 100)));
  const crowd = Array.from({ length: 5 }, (_, n) => attempt("bob", `${n}`, FRESH));
  let told = 0;
  for (const answer of [...answers, ...crowd]) void answer.then(() => told++);
  const startMs = performance.now();
  while ((process.held.length < 22 || told < 33) && performance.now() - startMs < 5_000) {
    await new Promise((done) => setTimeout(done, 10));
  }
  resolve();
  assert.deepEqual(tally(await Promise.all(answers)), { refused: 20, busy: 30 });
  assert.deepEqual(tally(await Promise.all(crowd)), { refused: 2, busy: 3 }, "two of an address");
  process.gate = undefined;
  assert.equal(await attempt("ada", "right", "203.0.113.10"), "admitted", "places are free again");
});

test("addresses of one IPv6 /64 count as one, for locks and for successful logins", async (t) => {
  const { attempt } = await openApi(t, MANAGEMENT_POLICY);
  for (let n = 0; n < 10; n++) await attempt("ada", `${n}`, `2001:db8:1:2::${n + 1}`);
  assert.equal(await attempt("ada", "right", "2001:db8:1:2:ffff::1"), "locked");
  assert.equal(await attempt("ada", "right", "2001:db8:1:3::1"), "admitted");
});

const HERE = "192.0.2.7";
const THERE = "192.0.2.8";

test("A: wrong passwords from other addresses do not lock a management user", async (t) => {
  const { server } = await openTestApp(t, { trustedProxies: ["127.0.0.1"] });
  const call = async (password: string, address: string) => {
    const authorization = `Basic ${Buffer.from(`harbor:${password}`).toString("base64")}`;
    const headers = { authorization, "x-forwarded-for": address };
    return (await server.inject({ url: "/api/v1/partners", headers })).statusCode;
  };
  for (let n = 0; n < 12; n++) assert.equal(await call(`wrong ${n}`, HERE), 401);
  assert.equal(await call("certification-partner", HERE), 401, "locked there");
  assert.equal(await call("certification-partner", THERE), 200);
});

for (const proof of [OPERATOR, PARTNER, OWNER]) {
  test(`console: wrong passwords from elsewhere do not shut a ${proof.as} out`, async (t) => {
    const { server } = await openTestApp(t, { trustedProxies: ["127.0.0.1"] });
    const signIn = async (password: string, address: string) => {
      const payload = { ...proof, password };
      const headers = { "x-forwarded-for": address };
      const url = "/console/api/session";
      return (await server.inject({ method: "POST", url, headers, payload })).statusCode;
    };
    for (let n = 0; n < 12; n++) await signIn(`wrong ${n}`, HERE);
    assert.equal(await signIn(proof.password, HERE), 401, "locked there");
    assert.equal(await signIn(proof.password, THERE), 200);
  });
}

interface Line {
  readonly id: string;
  readonly kind: string;
  readonly name: string | null;
  readonly address: string | null;
}

test("operators see locks by name and address and slowed names, and clear both", async (t) => {
  const { server } = await openTestApp(t, { trustedProxies: ["127.0.0.1"] });
  const guess = async (address: string, n: number) => {
    const payload = { ...PARTNER, password: `wrong ${n}` };
    const headers = { "x-forwarded-for": address };
    await server.inject({ method: "POST", url: "/console/api/session", headers, payload });
  };
  for (let n = 0; n < 10; n++) await guess(HERE, n);
  for (let n = 0; n < 11; n++) await guess(addressOf(n), n);
  const operator = await ConsoleClient.signedIn(server, OPERATOR);
  const linesOf = async () =>
    (await operator.get<{ locks: readonly Line[] }>("/operations/logins")).body.locks;
  const lines = await linesOf();
  assert.deepEqual(
    lines.map(({ kind, name, address }) => [kind, name, address]),
    [
      ["locked", "harbor", HERE],
      ["slowed", "harbor", null],
    ],
  );
  for (const { id } of lines) {
    assert.equal((await operator.post("/operations/logins/unlock", { id })).status, 204);
    assert.equal((await operator.post("/operations/logins/unlock", { id })).status, 409);
  }
  assert.deepEqual(await linesOf(), []);
});
