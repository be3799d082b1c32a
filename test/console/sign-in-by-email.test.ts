/** Sign-in by email without an account number, and links for forgotten passwords. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LOGINS_MAX } from "../../src/core/sessions/by-email/email-login-store.ts";
import type {
  LoginChoice,
  LoginChoices,
  Session,
  SignIn,
} from "../../src/interfaces/console/contract.ts";
import { Secret } from "../../src/values/secret.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";
import { currentCode } from "../kit/authenticator.ts";
import { ConsoleClient, OPERATOR, OWNER, PARTNER } from "../kit/console.ts";
import { emailsTo } from "../kit/emails.ts";
import { newBody } from "../kit/management.ts";
import { hashCheaply } from "../kit/passwords.ts";
import { openShared } from "../kit/shared.ts";

const PASSWORD = "one password for all logins";
const BOOKS = "120000000001";
const RIDGE = "120000000002";

/** A user of each account, with one email address. */
async function addMerchants(app: TestApp, email: string, accounts = [BOOKS, RIDGE]) {
  const hash = await hashCheaply(new Secret(PASSWORD));
  for (const account of accounts) {
    await app.database.owner.rows`
      insert into pos_users (account_id, email, role, password_hash)
      values (${account}, ${email}, 'admin', ${hash})`;
  }
}

/** The seed's operator, with the address and the password of the test. */
async function addOperator(app: TestApp, name: string, email: string) {
  const hash = await hashCheaply(new Secret(PASSWORD));
  await app.database.owner.rows`
    insert into operators (user_name, password_hash, email) values (${name}, ${hash}, ${email})`;
}

function signInByEmail(app: TestApp, name: string, more: Partial<SignIn> = {}) {
  return new ConsoleClient(app.server).signIn({ as: "email", name, password: PASSWORD, ...more });
}

function readChoices(body: unknown): readonly LoginChoice[] {
  return (body as LoginChoices).choices;
}

test("an email address of one login signs in at once, in any spelling", async (t) => {
  const app = await openShared(t, openTestApp);
  await addMerchants(app, "One@Shop.test", [RIDGE]);
  const { status, body } = await signInByEmail(app, "one@shop.TEST");
  assert.deepEqual([status, body.person?.home?.id], [200, RIDGE]);
});

test("an address of several logins offers those whose password is right", async (t) => {
  const app = await openShared(t, openTestApp);
  const email = "several@shop.test";
  await addMerchants(app, email);
  await addOperator(app, "several", email);
  await app.database.owner.rows`
    insert into operators (user_name, password_hash, email)
    values ('other', ${await hashCheaply(new Secret("another password"))}, ${email})`;
  const client = new ConsoleClient(app.server);
  const { body } = await client.signIn({ as: "email", name: email, password: PASSWORD });
  const choices = readChoices(body);
  assert.deepEqual(
    choices.map(({ kind, home }) => home?.id ?? kind),
    ["operator", BOOKS, RIDGE],
  );
  assert.equal(client.cookie, "", "nobody is signed in yet");
  const chosen = await signInByEmail(app, email, { choice: choices[2]?.choice ?? "" });
  assert.equal(chosen.body.person.home?.id, RIDGE);
  const otherId = "operator-999";
  const refused = await signInByEmail(app, email, { choice: otherId });
  assert.deepEqual([refused.status, refused.body.error.code], [401, "refused"]);
  const only = await signInByEmail(app, email, { password: "another password" });
  assert.deepEqual(only.body.person.name, "other");
});

test("an unknown address and a wrong password give one answer after one time", async (t) => {
  const app = await openShared(t, openTestApp);
  const email = "known@shop.test";
  await addMerchants(app, email);
  const ask = async (name: string) => {
    const startedAt = performance.now();
    const { status, body } = await signInByEmail(app, name, { password: "wrong password" });
    assert.ok(performance.now() - startedAt >= 495, "refusals wait");
    return [status, body.error.code, body.error.message];
  };
  const [known, unknown] = await Promise.all([ask(email), ask("nobody@shop.test")]);
  assert.deepEqual(known, unknown);
});

test("disabled logins and logins of disabled accounts are not found", async (t) => {
  const app = await openShared(t, openTestApp);
  const email = "disabled@shop.test";
  await addMerchants(app, email, [BOOKS]);
  await app.database.owner.rows`update pos_users set is_active = false where email = ${email}`;
  assert.equal((await signInByEmail(app, email)).status, 401);
});

test("guesses by email and by name lock each other", async (t) => {
  const app = await openTestApp(t);
  const email = "guessed@shop.test";
  await addMerchants(app, email, [BOOKS]);
  await addOperator(app, "guessed", email);
  const guesses = Array.from({ length: 10 }, (_, n) =>
    signInByEmail(app, email, { password: `wrong ${n}` }),
  );
  await Promise.all(guesses);
  const byEmail = await signInByEmail(app, email);
  assert.equal(byEmail.body.error.code, "locked");
  const proof = { name: "guessed", password: PASSWORD } as const;
  const byName = await new ConsoleClient(app.server).signIn({ as: "operator", ...proof });
  assert.equal(byName.body.error.code, "locked");
  const merchant = { accountId: BOOKS, name: email, password: PASSWORD } as const;
  const byAccount = await new ConsoleClient(app.server).signIn({ as: "merchant", ...merchant });
  assert.equal(byAccount.body.error.code, "locked");
});

test("the authenticator's code is asked after the choice", async (t) => {
  const app = await openShared(t, openTestApp);
  const email = "codes@shop.test";
  await addMerchants(app, email, [BOOKS]);
  const client = new ConsoleClient(app.server);
  await client.signIn({ as: "email", name: email, password: PASSWORD });
  const begun = await client.post<{ secret: string }>("/authenticator");
  await client.post("/authenticator/confirm", { code: currentCode(begun.body.secret, app) });
  const { body } = await signInByEmail(app, email);
  assert.equal(body.error.code, "code_needed");
});

async function askForLink(app: TestApp, email: string): Promise<string> {
  const { status } = await new ConsoleClient(app.server).post("/password/forgotten", { email });
  assert.equal(status, 204);
  const emails = await emailsTo(app, email);
  return /#([\w-]{43})/.exec(emails.at(-1)?.text ?? "")?.[1] ?? "";
}

test("a link sets a new password for the chosen logins, once, and ends their sessions", async (t) => {
  const app = await openShared(t, openTestApp);
  const email = "forgot@shop.test";
  await addMerchants(app, email);
  await addOperator(app, "forgot", email);
  const choices = readChoices((await signInByEmail(app, email)).body);
  const [operator = "", books = "", ridge = ""] = choices.map(({ choice }) => choice);
  const before = new ConsoleClient(app.server);
  await before.signIn({ as: "email", name: email, password: PASSWORD, choice: books });

  const token = await askForLink(app, email);
  const visitor = new ConsoleClient(app.server);
  const offered = await visitor.post<LoginChoices>("/password/reset/logins", { token });
  assert.deepEqual(
    offered.body.choices.map(({ choice }) => choice),
    [operator, books, ridge],
  );
  const wanted = { token, newPassword: "a completely new password" };
  const none = await visitor.post("/password/reset", { ...wanted, choices: ["pos_user-1"] });
  assert.equal(none.body.error.fields?.["choices"], "Choose at least one login.");
  const short = { ...wanted, newPassword: "short", choices: [books] };
  assert.equal((await visitor.post("/password/reset", short)).status, 422);
  const uses = await Promise.all(
    [1, 2].map(() => visitor.post("/password/reset", { ...wanted, choices: [books, operator] })),
  );
  assert.deepEqual(uses.map(({ status }) => status).sort(), [200, 404], "the link works once");
  assert.equal((await before.get("/session")).status, 204, "the session has ended");

  const now = await signInByEmail(app, email, { password: wanted.newPassword });
  assert.deepEqual(
    readChoices(now.body).map(({ choice }) => choice),
    [operator, books],
  );
  const kept = await signInByEmail(app, email);
  assert.equal(kept.body.person.home?.id, RIDGE, "the login that was not chosen is unchanged");
  const acts = await app.database.owner.rows<{ action: string }>`
    select action from audit_entries where action like 'console.re%' and subject_kind = 'operator'
      and subject_id = ${operator.replace("operator-", "")} order by id`;
  assert.deepEqual(
    acts.map(({ action }) => action),
    ["console.request_reset", "console.reset_password"],
  );
});

test("the answer is the same for an unknown address, and one email is sent in five minutes", async (t) => {
  const app = await openShared(t, openTestApp);
  const email = "often@shop.test";
  await addMerchants(app, email, [BOOKS]);
  const ask = (to: string) =>
    new ConsoleClient(app.server).post("/password/forgotten", { email: to });
  const answers = await Promise.all([ask(email), ask(email), ask("unknown@shop.test")]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [204, 204, 204],
  );
  assert.equal((await emailsTo(app, email)).length, 1);
  assert.equal((await emailsTo(app, "unknown@shop.test")).length, 0);
  const more = await Promise.all([1, 2, 3, 4, 5, 6].map(() => ask(email)));
  assert.ok(more.some(({ status }) => status === 429));
});

test("a link ends with another change of the password, and an expired link does not work", async (t) => {
  const app = await openShared(t, openTestApp);
  const email = "changed@shop.test";
  await addMerchants(app, email, [BOOKS]);
  const visitor = new ConsoleClient(app.server);
  const open = async (token: string) =>
    (await visitor.post("/password/reset/logins", { token })).status;
  const token = await askForLink(app, email);
  assert.equal(await open(token), 200);
  const client = new ConsoleClient(app.server);
  await client.signIn({ as: "email", name: email, password: PASSWORD });
  const change = { currentPassword: PASSWORD, newPassword: "changed in another way" };
  assert.equal((await client.post("/password", change)).status, 204);
  assert.equal(await open(token), 404);

  await app.database.owner.rows`delete from password_resets`;
  const second = await askForLink(app, email);
  await app.database.owner.rows`update password_resets set good_until = '2001-01-01'`;
  assert.equal(await open(second), 404);
});

test("users that a partner adds with somebody's address push nobody else out", async (t) => {
  const app = await openTestApp(t);
  const email = "wanted@shop.test";
  const harbor = await ConsoleClient.signedIn(app.server, PARTNER);
  for (let k = 0; k < LOGINS_MAX; k++) {
    const user = newBody.contact({ email, userRole: "Partner User" });
    assert.equal((await harbor.post("/management/users", user)).status, 200);
  }
  await addMerchants(app, email, [BOOKS]);
  await addOperator(app, "wanted", email);
  const { status, body } = await signInByEmail(app, email);
  assert.equal(status, 200);
  assert.deepEqual(
    readChoices(body).map(({ kind }) => kind),
    ["operator", "merchant"],
  );
});

test("a link ends with a change of the email address, for each kind of user", async (t) => {
  const app = await openTestApp(t);
  const { owner } = app.database;
  const email = "moved@shop.test";
  await addMerchants(app, email, [BOOKS]);
  await addOperator(app, "moved", email);
  await owner.rows`update contacts set email = ${email}
    where id = (select contact_id from contact_credentials where user_name = 'harbor')`;
  const token = await askForLink(app, email);
  const visitor = new ConsoleClient(app.server);
  const open = async () => {
    const { status, body } = await visitor.post<LoginChoices>("/password/reset/logins", { token });
    return status === 200 ? body.choices.map(({ choice }) => choice) : status;
  };
  const choices = (await open()) as string[];
  assert.equal(choices.length, 3);
  await owner.rows`update operators set email = 'new@shop.test' where email = ${email}`;
  assert.equal(((await open()) as string[]).length, 2);
  await owner.rows`update pos_users set email = 'new@shop.test' where email = ${email}`;
  await owner.rows`update contacts set email = 'new@shop.test' where email = ${email}`;
  assert.equal(await open(), 404);
  const reset = { token, newPassword: "a completely new password", choices };
  assert.equal((await visitor.post("/password/reset", reset)).status, 404);
  assert.equal((await signInByEmail(app, "new@shop.test")).status, 200, "nothing has changed");
});

test("operators set their own address with their password, and the old address gets a notice", async (t) => {
  const app = await openShared(t, openTestApp);
  const client = await ConsoleClient.signedIn(app.server, OPERATOR);
  const change = (email: string, currentPassword = OPERATOR.password) =>
    client.post("/profile/email", { email, currentPassword });
  assert.equal((await change("ops@gateway.test", "wrong")).status, 422);
  assert.equal((await change("not an address")).status, 422);
  assert.equal((await change("ops@gateway.test")).status, 204);
  assert.equal((await client.get<Session>("/session")).body.person.email, "ops@gateway.test");
  assert.equal((await change("new@gateway.test")).status, 204);
  const [notice] = await emailsTo(app, "ops@gateway.test");
  assert.match(notice?.subject ?? "", /was changed/);
  const merchant = await ConsoleClient.signedIn(app.server, OWNER);
  const denied = await merchant.post("/profile/email", {
    email: "x@y.test",
    currentPassword: OWNER.password,
  });
  assert.equal(denied.status, 403);
});
