/** What a reset of a login leaves: no passkey of somebody else, and the authenticator. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { LoginChoices } from "../../src/interfaces/console/contract.ts";
import type { OperatorRow } from "../../src/interfaces/console/operator/contract.ts";
import { post, type TestApp } from "../kit/app.ts";
import { currentCode } from "../kit/authenticator.ts";
import { ConsoleClient, OPERATOR, OWNER, PARTNER } from "../kit/console.ts";
import { emailsTo } from "../kit/emails.ts";
import { addPasskey, askToSignIn, openPasskeyApp, signInWith } from "../kit/passkey-people.ts";

const NEW = "a completely new password";

async function followLink(app: TestApp, email: string) {
  const visitor = new ConsoleClient(app.server);
  await visitor.post("/password/forgotten", { email });
  const texts = (await emailsTo(app, email)).map(({ text }) => text);
  const text = texts.find((one) => /#[\w-]{43}/.test(one)) ?? assert.fail("no link");
  assert.match(text, /removes the passkeys of the login/);
  const token = /#([\w-]{43})/.exec(text)?.[1] ?? "";
  const offered = await visitor.post<LoginChoices>("/password/reset/logins", { token });
  const choices = offered.body.choices.map(({ choice }) => choice);
  return visitor.post("/password/reset", { token, newPassword: NEW, choices });
}

test("a password reset by email removes passkeys and keeps the authenticator, for everyone", async (t) => {
  const app = await openPasskeyApp(t);
  const { owner } = app.database;
  await owner.rows`update operators set email = 'chief@gateway.test' where user_name = 'operator'`;
  const [contact] = await owner.rows<{ email: string }>`
    select person.email from contact_credentials login
    join contacts person on person.id = login.contact_id where login.user_name = ${PARTNER.name}`;
  for (const [proof, email] of [
    [OWNER, OWNER.name],
    [PARTNER, contact?.email ?? assert.fail()],
    [OPERATOR, "chief@gateway.test"],
  ] as const) {
    const { client, passkey } = await addPasskey(app, proof);
    const { secret } = (await client.post<{ secret: string }>("/authenticator")).body;
    const code = currentCode(secret, app);
    assert.equal((await client.post("/authenticator/confirm", { code })).status, 204);
    assert.equal((await followLink(app, email)).status, 200, proof.as);
    const used = await signInWith(app, passkey.use(await askToSignIn(app)));
    assert.equal(used.status, 401, `${proof.as}: the passkey is removed`);
    const signedIn = await new ConsoleClient(app.server).signIn({ ...proof, password: NEW });
    assert.equal(signedIn.body.error.code, "code_needed", `${proof.as}: the code is still asked`);
    const subjects = (await emailsTo(app, email)).map(({ subject }) => subject);
    const removed = `The passkeys of the login ${proof.name} were removed`;
    assert.ok(subjects.includes(removed), subjects.join());
  }
});

test("a link to set a password that an administrator sends removes passkeys, too", async (t) => {
  const app = await openPasskeyApp(t);
  const { owner } = app.database;
  const [contact] = await owner.rows<{ id: string; email: string }>`
    select person.id, person.email from contact_credentials login
    join contacts person on person.id = login.contact_id where login.user_name = ${PARTNER.name}`;
  const [user] = await owner.rows<{ id: string }>`
    select id from pos_users where email = ${OWNER.name}`;
  for (const [proof, email, path] of [
    [OWNER, OWNER.name, `/users/${user?.id}/link`],
    [PARTNER, contact?.email ?? "", `/management/users/${contact?.id}/welcome`],
  ] as const) {
    const { client, passkey } = await addPasskey(app, proof);
    assert.ok((await client.post(path)).status < 300, proof.as);
    const links = (await emailsTo(app, email)).map(({ text }) => /http\S+/.exec(text)?.[0]);
    const link = new URL(links.find((one) => one !== undefined) ?? assert.fail("no link"));
    const fields = { ...Object.fromEntries(link.searchParams), password: NEW, password_again: NEW };
    assert.equal((await post(app.server, link.pathname, fields)).statusCode, 200, proof.as);
    assert.equal((await signInWith(app, passkey.use(await askToSignIn(app)))).status, 401);
  }
});

test("the list of operators says who has passkeys, which another operator removes", async (t) => {
  const app = await openPasskeyApp(t);
  await app.database.owner.rows`
    insert into operators (user_name, password_hash)
    select 'ben', password_hash from operators where user_name = 'operator'`;
  const { passkey } = await addPasskey(app, { ...OPERATOR, name: "ben" });
  const operator = await ConsoleClient.signedIn(app.server, OPERATOR);
  const findBen = async () => {
    const { body } = await operator.get<{ items: OperatorRow[] }>("/operator/operators");
    return body.items.find(({ userName }) => userName === "ben");
  };
  const before = await findBen();
  assert.deepEqual([before?.hasAuthenticator, before?.hasPasskeys], [false, true]);
  const path = `/operator/operators/${before?.id}/authenticator/remove`;
  assert.equal((await operator.post(path)).status, 204);
  assert.equal((await findBen())?.hasPasskeys, false);
  assert.equal((await signInWith(app, passkey.use(await askToSignIn(app)))).status, 401);
});
