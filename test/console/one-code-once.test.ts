/** An authenticator code can be used only once, also by concurrent requests. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { SignIn } from "../../src/interfaces/console/contract.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";
import { currentCode } from "../kit/authenticator.ts";
import { ConsoleClient, OPERATOR, OWNER, PARTNER } from "../kit/console.ts";

async function openWithAuthenticator(t: TestContext, proof: SignIn) {
  const app = await openTestApp(t, { trustedProxies: ["127.0.0.1"] });
  const client = await ConsoleClient.signedIn(app.server, proof);
  const { secret } = (await client.post<{ secret: string }>("/authenticator")).body;
  const first = currentCode(secret, app);
  assert.equal((await client.post("/authenticator/confirm", { code: first })).status, 204);
  app.clock.advance({ seconds: 60 });
  return { app, client, secret, code: currentCode(secret, app) };
}

function times<Result>(count: number, work: (n: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => work(n)));
}

for (const proof of [OPERATOR, PARTNER, OWNER]) {
  test(`${proof.as}: of concurrent sign-ins with the same code, exactly one succeeds`, async (t) => {
    const { app, code } = await openWithAuthenticator(t, proof);
    const before = await sessionsIn(app);
    const answers = await times(20, () => new ConsoleClient(app.server).signIn({ ...proof, code }));
    const opened = answers.filter(({ status }) => status === 200);
    assert.equal(opened.length, 1);
    assert.equal((await sessionsIn(app)) - before, 1);
    const rest = answers.filter(({ status }) => status !== 200);
    for (const { status } of rest) assert.ok(status === 401 || status === 429, `${status}`);
  });
}

async function sessionsIn({ database }: TestApp): Promise<number> {
  const rows = await database.owner.rows`select from console_sessions`;
  return rows.length;
}

test("of concurrent confirmations with the same code, exactly one succeeds", async (t) => {
  const app = await openTestApp(t);
  const client = await ConsoleClient.signedIn(app.server, OPERATOR);
  const { secret } = (await client.post<{ secret: string }>("/authenticator")).body;
  const code = currentCode(secret, app);
  const answers = await times(10, () => client.post("/authenticator/confirm", { code }));
  assert.equal(answers.filter(({ status }) => status === 204).length, 1);
  const acts = await app.database.owner.rows`
    select from audit_entries where action = 'authenticator.set'`;
  assert.equal(acts.length, 1);
});

test("of concurrent removals with the same code, exactly one succeeds", async (t) => {
  const { app, client, code } = await openWithAuthenticator(t, OPERATOR);
  const answers = await times(5, () => client.post("/authenticator/remove", { code }));
  assert.equal(answers.filter(({ status }) => status === 204).length, 1);
  const acts = await app.database.owner.rows`
    select from audit_entries where action = 'authenticator.remove'`;
  assert.equal(acts.length, 1);
});

test("a code of a replaced secret is rejected", async (t) => {
  const app = await openTestApp(t);
  const client = await ConsoleClient.signedIn(app.server, OPERATOR);
  const { secret } = (await client.post<{ secret: string }>("/authenticator")).body;
  const code = currentCode(secret, app);
  await client.post("/authenticator");
  assert.equal((await client.post("/authenticator/confirm", { code })).status, 422);
  assert.equal((await new ConsoleClient(app.server).signIn(OPERATOR)).status, 200);
});

const wrongCode = (right: string, n: number) =>
  String((Number(right) + 1 + n) % 1_000_000).padStart(6, "0");

async function signInFrom(app: TestApp, code: string, address: string): Promise<string> {
  const answer = await app.server.inject({
    method: "POST",
    url: "/console/api/session",
    headers: { "x-forwarded-for": address },
    payload: { ...OPERATOR, code },
  });
  return answer.statusCode === 200 ? "in" : answer.json().error.code;
}

test("five wrong codes lock two-factor sign-in at that IP address only", async (t) => {
  const { app, code } = await openWithAuthenticator(t, OPERATOR);
  for (let n = 0; n < 5; n++) {
    assert.equal(await signInFrom(app, wrongCode(code, n), "192.0.2.1"), "refused");
  }
  assert.equal(await signInFrom(app, code, "192.0.2.1"), "locked");
  assert.equal(await signInFrom(app, code, "192.0.2.2"), "in");
});

test("fifty wrong codes in a day lock two-factor sign-in at every IP address", async (t) => {
  const { app, code } = await openWithAuthenticator(t, OPERATOR);
  for (let n = 0; n < 50; n++) {
    assert.equal(await signInFrom(app, wrongCode(code, n), `192.0.2.${n}`), "refused");
  }
  assert.equal(await signInFrom(app, code, "198.51.100.1"), "locked");
});
