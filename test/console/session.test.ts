/** Console sessions: sign-in, expiration, CSRF protection and two-factor authentication. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../src/db/sql.ts";
import type { Session, SignIn, Welcome } from "../../src/interfaces/console/contract.ts";
import { openTestApp } from "../kit/app.ts";
import { currentCode } from "../kit/authenticator.ts";
import { ConsoleClient, OPERATOR, OWNER, PARTNER } from "../kit/console.ts";
import { openShared } from "../kit/shared.ts";
import { untilSomebodyWaits } from "../kit/waits.ts";

const CLIENT: SignIn = { as: "partner", name: "quayside", password: "certification-client" };

test("each kind of user signs in with the permissions of their role", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const welcome = await new ConsoleClient(server).get<Welcome>("/welcome");
  const people = welcome.body.people ?? [];
  assert.ok(people.some(({ as }) => as === "operator"));
  for (const { label, ...proof } of people) {
    const { status, body } = await new ConsoleClient(server).signIn(proof);
    assert.equal(status, 200, label);
    assert.ok(body.may.length > 0, label);
    assert.equal(body.environment, "certification");
  }
  const owner = await new ConsoleClient(server).signIn(OWNER);
  assert.deepEqual(owner.body.person.home, { id: "120000000001", name: "Main Street Books" });
  assert.equal(owner.body.timeZone, "America/New_York");
  assert.ok(!owner.body.may.includes("accounts"));
  const operator = await new ConsoleClient(server).signIn(OPERATOR);
  assert.ok(operator.body.may.includes("certification"));
  assert.ok(!operator.body.may.includes("payments"));
});

test("production has no Test mode tools and no test users", async (t) => {
  const { server } = await openTestApp(t, { environment: "production" });
  const { body } = await new ConsoleClient(server).get<Welcome>("/welcome");
  assert.equal(body.people, undefined);
  const operator = await new ConsoleClient(server).signIn(OPERATOR);
  assert.ok(!operator.body.may.includes("certification"));
});

test("a wrong password, name or user type gives the same error", async (t) => {
  const { server } = await openTestApp(t);
  const tries: SignIn[] = [
    { ...OPERATOR, password: "wrong" },
    { ...OPERATOR, name: "nobody" },
    { ...PARTNER, as: "operator" },
    { ...OWNER, accountId: "120000000002" },
    { ...OWNER, accountId: "999999999999" },
  ];
  for (const proof of tries) {
    const client = new ConsoleClient(server);
    const { status, body } = await client.signIn(proof);
    assert.deepEqual([status, body.error.code, client.cookie], [401, "refused", ""]);
  }
});

test("ten failures lock the login, also for the right password, and are audited", async (t) => {
  const { server, database } = await openTestApp(t);
  for (let count = 0; count < 10; count++) {
    await new ConsoleClient(server).signIn({ ...OPERATOR, password: `wrong ${count}` });
  }
  const { status, body } = await new ConsoleClient(server).signIn(OPERATOR);
  assert.deepEqual([status, body.error.code], [401, "locked"]);
  const [row] = await database.owner.rows<{ count: number }>`
    select count(*)::int as count from audit_entries
    where action = 'console.sign_in' and result = 'refused' and subject_id = 'operator'`;
  assert.equal(row?.count, 10, "the lock has an entry of its own");
});

test("the session cookie is limited to /console, HttpOnly, and Secure behind TLS", async (t) => {
  const { server } = await openTestApp(t, { publicUrl: "https://pay.example" });
  const url = "/console/api/session";
  const answer = await server.inject({ method: "POST", url, payload: OPERATOR });
  const cookie = String(answer.headers["set-cookie"]);
  assert.match(
    cookie,
    /^sixdoors_console=[\w-]{43}; Path=\/console; HttpOnly; Secure; SameSite=Strict$/,
  );
  assert.equal(answer.headers["cache-control"], "no-store");
  assert.equal(answer.headers["referrer-policy"], "no-referrer");
  assert.equal(answer.headers["x-content-type-options"], "nosniff");
});

test("every request except GET requires the CSRF token", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const client = await ConsoleClient.signedIn(server, OPERATOR);
  client.csrfToken = "";
  assert.equal((await client.delete("/session")).status, 403);
  client.csrfToken = (await ConsoleClient.signedIn(server, PARTNER)).csrfToken;
  assert.equal((await client.delete("/session")).status, 403, "another session's");
  assert.equal((await client.get("/session")).status, 200, "nothing was ended");
});

test("signing out ends the session immediately", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const client = await ConsoleClient.signedIn(server, OPERATOR);
  assert.equal((await client.delete("/session")).status, 204);
  assert.equal((await client.get("/session")).status, 204, "signed out");
  const { status, body } = await client.post("/authenticator");
  assert.deepEqual([status, body.error.code], [401, "signed_out"]);
});

test("a session ends 15 minutes after its last use, and after twelve hours of use", async (t) => {
  const { server, clock } = await openTestApp(t);
  const idle = await ConsoleClient.signedIn(server, OPERATOR);
  clock.advance({ minutes: 14 });
  assert.equal((await idle.get("/session")).status, 200);
  clock.advance({ minutes: 14 });
  assert.equal((await idle.get("/session")).status, 200);
  clock.advance({ minutes: 15 });
  assert.equal((await idle.get("/session")).status, 204);
  const busy = await ConsoleClient.signedIn(server, OPERATOR);
  for (let part = 0; part < 71; part++) {
    clock.advance({ minutes: 10 });
    assert.equal((await busy.get("/session")).status, 200);
  }
  clock.advance({ minutes: 10 });
  assert.equal((await busy.get("/session")).status, 204);
});

test("a page that reloads by itself keeps no session open, and learns how long it still lasts", async (t) => {
  const { server, clock } = await openTestApp(t);
  const { cookie } = await ConsoleClient.signedIn(server, OPERATOR);
  const ask = async (path: string, idleSeconds: string) => {
    const headers = { cookie, "x-idle-seconds": idleSeconds };
    const answer = await server.inject({ url: `/console/api${path}`, headers });
    return answer.statusCode === 200 ? (answer.json().secondsLeft ?? "open") : answer.statusCode;
  };
  clock.advance({ minutes: 9 });
  assert.equal(await ask("/operations/overview", "540"), "open");
  clock.advance({ minutes: 5 });
  assert.equal(await ask("/session", "840"), 60);
  assert.equal(await ask("/session", "240"), 660, "the person was here four minutes ago");
  assert.equal(await ask("/session", "900"), 660, "a use is never taken back");
  clock.advance({ minutes: 11 });
  assert.equal(await ask("/session", "nonsense"), 204);
  assert.equal(await ask("/operations/overview", "1"), 401);
});

test("disabled users and users with a changed password are signed out", async (t) => {
  const { server, database } = await openTestApp(t);
  const [operator, partner, owner] = await Promise.all(
    [OPERATOR, PARTNER, OWNER].map((proof) => ConsoleClient.signedIn(server, proof)),
  );
  await database.owner.rows`update operators set is_active = false`;
  assert.equal((await operator?.get("/session"))?.status, 204);
  await database.owner.rows`update contact_credentials set password_hash = 'another'`;
  assert.equal((await partner?.get("/session"))?.status, 204);
  await database.owner.rows`update pos_users set password_hash = 'another'`;
  assert.equal((await owner?.get("/session"))?.status, 204);
});

const PASSWORDS = [
  [OPERATOR, sql`update operators set password_hash = 'another'`],
  [PARTNER, sql`update contact_credentials set password_hash = 'another'`],
  [OWNER, sql`update pos_users set password_hash = 'another'`],
] as const;

for (const [proof, change] of PASSWORDS) {
  test(`${proof.as}: a password that changes during sign-in opens no session`, async (t) => {
    const { server, database } = await openTestApp(t);
    const client = new ConsoleClient(server);
    const { signing } = await database.owner.atomically(async (db) => {
      // Makes the sign-in wait after the password was checked and before the user is read.
      await db.rows`lock table login_failures in share mode`;
      const begun = { signing: client.signIn(proof) };
      await untilSomebodyWaits(database.owner);
      await db.rows`${change}`;
      return begun;
    });
    await signing;
    assert.equal((await client.get("/session")).status, 204);
  });
}

for (const [proof, change] of PASSWORDS) {
  test(`${proof.as}: a password that was changed meanwhile cannot be replaced with the old one`, async (t) => {
    const { server, database } = await openTestApp(t);
    const client = await ConsoleClient.signedIn(server, proof);
    const wish = { currentPassword: proof.password, newPassword: "a long password of theirs" };
    const { asking } = await database.owner.atomically(async (db) => {
      await db.rows`${change}`;
      const begun = { asking: client.post("/password", wish) };
      await untilSomebodyWaits(database.owner);
      return begun;
    });
    const { status, body } = await asking;
    assert.deepEqual([status, Object.keys(body.error.fields ?? {})], [422, ["currentPassword"]]);
    assert.equal((await client.get("/session")).status, 204);
  });
}

test("a client user belongs to the client", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const { body } = await new ConsoleClient(server).get<Welcome>("/welcome");
  const proof = body.people?.find(({ label }) => label.includes("Client"));
  assert.ok(proof);
  const client = await ConsoleClient.signedIn(server, { ...CLIENT, ...proof });
  const session = await client.get<Session>("/session");
  assert.equal(session.body.person.kind, "client");
  assert.ok(!session.body.may.includes("management.change"));
});

test("with two-factor authentication, signing in requires a code, and each code works once", async (t) => {
  const app = await openTestApp(t);
  const { server, clock } = app;
  const client = await ConsoleClient.signedIn(server, OPERATOR);
  const begun = await client.post<{ secret: string; uri: string }>("/authenticator");
  const { secret, uri } = begun.body;
  assert.match(uri, new RegExp(`^otpauth://totp/Sixdoors%3Aoperator\\?secret=${secret}`));
  assert.equal((await new ConsoleClient(server).signIn(OPERATOR)).status, 200, "not yet asked for");
  assert.equal((await client.post("/authenticator/confirm", { code: "000000" })).status, 422);
  const code = currentCode(secret, app);
  assert.equal((await client.post("/authenticator/confirm", { code })).status, 204);

  const without = await new ConsoleClient(server).signIn(OPERATOR);
  assert.deepEqual([without.status, without.body.error.code], [401, "code_needed"]);
  const again = await new ConsoleClient(server).signIn({ ...OPERATOR, code });
  assert.deepEqual([again.status, again.body.error.code], [401, "refused"], "used already");
  clock.advance({ seconds: 60 });
  const proof = { ...OPERATOR, code: currentCode(secret, app) };
  assert.equal((await new ConsoleClient(server).signIn(proof)).status, 200);
  assert.equal((await client.post("/authenticator")).status, 409, "one is in use");
  clock.advance({ seconds: 60 });
  const last = currentCode(secret, app);
  assert.equal((await client.post("/authenticator/remove", { code: last })).status, 204);
  assert.equal((await new ConsoleClient(server).signIn(OPERATOR)).status, 200);
});

test("five wrong codes lock two-factor sign-in", async (t) => {
  const app = await openTestApp(t);
  const client = await ConsoleClient.signedIn(app.server, OPERATOR);
  const { body } = await client.post<{ secret: string }>("/authenticator");
  await client.post("/authenticator/confirm", { code: currentCode(body.secret, app) });
  app.clock.advance({ seconds: 60 });
  const right = currentCode(body.secret, app);
  for (let count = 1; count <= 5; count++) {
    const code = String((Number(right) + count) % 1_000_000).padStart(6, "0");
    await new ConsoleClient(app.server).signIn({ ...OPERATOR, code });
  }
  const { body: said } = await new ConsoleClient(app.server).signIn({ ...OPERATOR, code: right });
  assert.equal(said.error.code, "locked");
});

test("invalid input is reported by field", async (t) => {
  const { server } = await openTestApp(t);
  const { status, body } = await new ConsoleClient(server).signIn({
    as: "merchant",
    name: " ",
    password: "",
  });
  assert.equal(status, 422);
  assert.deepEqual(Object.keys(body.error.fields ?? {}).sort(), ["accountId", "name", "password"]);
});

test("an unknown address returns a JSON error, signed in or not", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const { status, body } = await new ConsoleClient(server).get("/nothing");
  assert.deepEqual([status, body.error.code], [404, "not_found"]);
});
