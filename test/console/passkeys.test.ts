/** Passkeys: adding, signing in and removing, and the answers that are refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PasskeyList, Welcome } from "../../src/interfaces/console/contract.ts";
import { openTestApp } from "../kit/app.ts";
import { currentCode } from "../kit/authenticator.ts";
import { ConsoleClient, OPERATOR, OWNER, PARTNER } from "../kit/console.ts";
import { emailsTo } from "../kit/emails.ts";
import { SoftPasskey } from "../kit/passkey.ts";
import {
  addPasskey,
  askToSignIn,
  ORIGIN,
  openPasskeyApp,
  readChallenge,
  signInWith,
} from "../kit/passkey-people.ts";
import { openShared } from "../kit/shared.ts";

test("a passkey signs in alone, for each kind of user", async (t) => {
  const app = await openShared(t, openPasskeyApp);
  for (const proof of [OWNER, PARTNER, OPERATOR]) {
    const { passkey } = await addPasskey(app, proof);
    const { status, body } = await signInWith(app, passkey.use(await askToSignIn(app)));
    assert.equal(status, 200, proof.as);
    assert.equal(body.person.kind, proof.as);
  }
});

test("a challenge works once, and only for what it was made for", async (t) => {
  const app = await openShared(t, openPasskeyApp);
  const { client, passkey } = await addPasskey(app);
  const challenge = await askToSignIn(app);
  const answers = [1, 2].map(() => signInWith(app, passkey.use(challenge)));
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [200, 401]);
  const forCreation = await readChallenge(client, OWNER.password);
  assert.equal((await signInWith(app, passkey.use(forCreation))).status, 401);
  const invented = Buffer.from("an invented challenge").toString("base64url");
  assert.equal((await signInWith(app, passkey.use(invented))).status, 401);
});

test("another site, another key and a device without a check of its user are refused", async (t) => {
  const app = await openShared(t, openPasskeyApp);
  const { passkey } = await addPasskey(app);
  const wrong = async (choices: object) =>
    (await signInWith(app, passkey.use(await askToSignIn(app), choices))).status;
  assert.equal(await wrong({ origin: "https://pay.example.evil.test" }), 401);
  assert.equal(await wrong({ isVerified: false }), 401);
  const stranger = new SoftPasskey(ORIGIN).use(await askToSignIn(app));
  const stolenId = passkey.id.toString("base64url");
  assert.equal((await signInWith(app, stranger)).status, 401, "an unknown passkey");
  const forged = { ...stranger, id: stolenId, rawId: stolenId };
  assert.equal((await signInWith(app, forged)).status, 401, "the signature of another key");
  for (const answer of [{}, { id: 5 }, { id: stolenId, response: "text" }])
    assert.equal((await signInWith(app, answer)).status, 401);
});

test("a counter that does not go on is a copy, and is refused", async (t) => {
  const app = await openShared(t, openPasskeyApp);
  const { passkey } = await addPasskey(app, OWNER, { counter: 5 });
  const use = async (counter: number) =>
    (await signInWith(app, passkey.use(await askToSignIn(app), { counter }))).status;
  assert.deepEqual([await use(6), await use(6), await use(4), await use(7)], [200, 401, 401, 200]);
});

test("adding one needs the password, and an answer belongs to the person who asked", async (t) => {
  const app = await openShared(t, openPasskeyApp);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const refused = await owner.post("/passkeys/options", { currentPassword: "wrong" });
  assert.equal(refused.body.error.fields?.["currentPassword"], "The password is incorrect.");
  const operator = await ConsoleClient.signedIn(app.server, OPERATOR);
  const challenge = await readChallenge(owner, OWNER.password);
  const answer = new SoftPasskey(ORIGIN).create(challenge);
  assert.equal((await operator.post("/passkeys", { name: "x", answer })).status, 409);
  const again = new SoftPasskey(ORIGIN).create(await readChallenge(owner, OWNER.password), {
    isVerified: false,
  });
  assert.equal((await owner.post("/passkeys", { name: "x", answer: again })).status, 409);
});

test("with an authenticator, adding one also needs a code, which works once", async (t) => {
  const app = await openPasskeyApp(t);
  for (const proof of [OWNER, PARTNER, OPERATOR]) {
    const client = await ConsoleClient.signedIn(app.server, proof);
    const { secret } = (await client.post<{ secret: string }>("/authenticator")).body;
    const first = currentCode(secret, app);
    assert.equal((await client.post("/authenticator/confirm", { code: first })).status, 204);
    const begin = (more: object) =>
      client.post<{ challenge: string }>("/passkeys/options", {
        currentPassword: proof.password,
        ...more,
      });
    for (const wrong of [{}, { code: first }, { code: "12" }]) {
      const { status, body } = await begin(wrong);
      const fields = "error" in body ? (body.error as { fields?: object }).fields : undefined;
      assert.deepEqual([status, Object.keys(fields ?? {})], [422, ["code"]], proof.as);
    }
    app.clock.advance({ seconds: 60 });
    const code = currentCode(secret, app);
    const begun = await begin({ code });
    assert.equal(begun.status, 200, proof.as);
    assert.equal((await begin({ code })).status, 422, "the code is used up");
    const answer = new SoftPasskey(ORIGIN).create(begun.body.challenge);
    assert.equal((await client.post("/passkeys", { name: "Laptop", answer })).status, 204);
  }
});

test("a person gets an email when a passkey is added or removed", async (t) => {
  const app = await openPasskeyApp(t);
  const { owner } = app.database;
  await owner.rows`update operators set email = 'chief@gateway.test' where user_name = 'operator'`;
  const [contact] = await owner.rows<{ email: string }>`
    select person.email from contact_credentials login
    join contacts person on person.id = login.contact_id where login.user_name = ${PARTNER.name}`;
  for (const [proof, address] of [
    [OWNER, OWNER.name],
    [PARTNER, contact?.email ?? assert.fail()],
    [OPERATOR, "chief@gateway.test"],
  ] as const) {
    const { client } = await addPasskey(app, proof, { name: "Lost <phone>" });
    const [first] = await emailsTo(app, address);
    assert.equal(first?.subject, `A passkey was added to the login ${proof.name}`);
    assert.match(first.text, /The passkey Lost <phone> was added to the login/);
    assert.match(first.html, /Lost &lt;phone&gt;/);
    const { items } = (await client.get<PasskeyList>("/passkeys")).body;
    assert.equal((await client.delete(`/passkeys/${items[0]?.id}`)).status, 204);
    const [, second, ...more] = await emailsTo(app, address);
    assert.equal(second?.subject, `A passkey was removed from the login ${proof.name}`);
    assert.deepEqual(more, []);
  }
});

test("all administrators get an email about the passkey of an operator", async (t) => {
  const app = await openPasskeyApp(t);
  await app.database.owner.rows`
    insert into operators (user_name, password_hash, role, is_active, email) values
      ('ann', '', 'administrator', true, 'ann@gateway.test'),
      ('sue', '', 'support', true, 'sue@gateway.test'),
      ('old', '', 'administrator', false, 'old@gateway.test')`;
  await addPasskey(app, OPERATOR, { name: "Laptop" });
  await addPasskey(app, OWNER, { name: "Laptop" });
  const subjects = async (address: string) =>
    (await emailsTo(app, address)).map(({ subject }) => subject);
  assert.deepEqual(await subjects("ann@gateway.test"), [
    `A passkey was added to the login ${OPERATOR.name}`,
  ]);
  assert.deepEqual(await subjects("sue@gateway.test"), []);
  assert.deepEqual(await subjects("old@gateway.test"), []);
});

test("people see and remove only their own, and a removed one no longer signs in", async (t) => {
  const app = await openShared(t, openPasskeyApp);
  const { client, passkey } = await addPasskey(app, PARTNER, { name: "Lost phone" });
  const list = await client.get<PasskeyList>("/passkeys");
  const id = list.body.items.find(({ name }) => name === "Lost phone")?.id ?? "";
  const other = await ConsoleClient.signedIn(app.server, OWNER);
  const seen = await other.get<PasskeyList>("/passkeys");
  assert.ok(!seen.body.items.some((each) => each.id === id));
  assert.equal((await other.delete(`/passkeys/${id}`)).status, 404);
  assert.equal((await client.delete("/passkeys/not-an-id")).status, 404);
  assert.equal((await client.delete(`/passkeys/${id}`)).status, 204);
  assert.equal((await signInWith(app, passkey.use(await askToSignIn(app)))).status, 401);
  const acts = await app.database.owner.rows<{ action: string }>`
    select action from audit_entries where action like 'passkey.%' order by id desc limit 2`;
  assert.deepEqual(
    acts.map(({ action }) => action),
    ["passkey.remove", "passkey.add"],
  );
});

test("a disabled person does not sign in with a passkey", async (t) => {
  const app = await openPasskeyApp(t);
  const { passkey } = await addPasskey(app);
  await app.database.owner.rows`
    update pos_users set is_active = false where email = ${OWNER.name}`;
  assert.equal((await signInWith(app, passkey.use(await askToSignIn(app)))).status, 401);
});

test("an installation without a domain name has no passkeys", async (t) => {
  const app = await openTestApp(t, { publicUrl: "http://127.0.0.1:8080" });
  const welcome = await new ConsoleClient(app.server).get<Welcome>("/welcome");
  assert.equal(welcome.body.hasPasskeys, false);
  const asked = await new ConsoleClient(app.server).post("/session/passkey/options");
  assert.equal(asked.status, 404);
});
