/** Single sign-on with a real OpenID Connect provider: groups, roles, and answers that are refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { OpenIdProvider } from "../../src/adapters/sign-in/openid-provider.ts";
import { admitSignOnOperator } from "../../src/core/sessions/sign-on/admit-operator.ts";
import type {
  CursorPage,
  LoginChoices,
  Session,
  Welcome,
} from "../../src/interfaces/console/contract.ts";
import type { ApprovalLine } from "../../src/interfaces/console/operator/contract.ts";
import { Secret } from "../../src/values/secret.ts";
import { readGroupRoles } from "../../src/values/sign-on-roles.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";
import { ConsoleClient, OPERATOR, OWNER } from "../kit/console.ts";
import { emailsTo } from "../kit/emails.ts";
import { CLIENT, openOidcProvider, type ProviderPerson } from "../kit/oidc-provider.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const PUBLIC_URL = "http://127.0.0.1:8080";
const BEGIN = "/console/api/single-sign-on";

async function openSignOnApp(t: Lifetime) {
  const provider = await openOidcProvider(t, PUBLIC_URL);
  const app = await openTestApp(t, {
    publicUrl: PUBLIC_URL,
    signOnIssuer: provider.issuer,
    signOnClientId: CLIENT.id,
    signOnClientSecret: new Secret(CLIENT.secret),
    signOnRoles: readGroupRoles("ops=administrator;audit=auditor;shops=users") ?? new Map(),
    signOnLabel: "Example Corp",
  });
  return { app, ...provider };
}

type Opened = Awaited<ReturnType<typeof openSignOnApp>>;

/** A browser's cookies, by host. */
class Jar {
  readonly #cookies = new Map<string, string>();

  take(headers: readonly string[]): void {
    for (const line of headers) {
      const [pair = ""] = line.split(";");
      const [name = "", ...value] = pair.split("=");
      if (/expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value.join("="));
    }
  }

  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
}

async function visit(app: TestApp, jar: Jar, url: string) {
  const answer = await app.server.inject({ url, headers: { cookie: jar.header } });
  jar.take([answer.headers["set-cookie"] ?? []].flat());
  return answer;
}

/** Follows the provider's redirects until it sends the browser back. Returns the path here. */
async function passProvider(url: string): Promise<string> {
  const jar = new Jar();
  let address = url;
  for (let step = 0; step < 10; step++) {
    const answer = await fetch(address, { redirect: "manual", headers: { cookie: jar.header } });
    jar.take(answer.headers.getSetCookie());
    address = new URL(answer.headers.get("location") ?? "", address).href;
    if (address.startsWith(PUBLIC_URL)) return address.slice(PUBLIC_URL.length);
  }
  throw new Error(`the provider does not send the browser back: ${address}`);
}

async function signOn({ app, next }: Opened, person: ProviderPerson, jar = new Jar()) {
  Object.assign(next, { person, isDenied: false });
  const begun = await visit(app, jar, BEGIN);
  const back = await passProvider(begun.headers.location ?? "");
  const ended = await visit(app, jar, back);
  return { jar, back, at: ended.headers.location };
}

async function readSession(app: TestApp, jar: Jar): Promise<Session | undefined> {
  const answer = await visit(app, jar, "/console/api/session");
  return answer.statusCode === 200 ? answer.json() : undefined;
}

test("a member of an operators' group becomes an operator with the role of the group", async (t) => {
  const opened = await openShared(t, openSignOnApp);
  const { app } = opened;
  const welcome = await new ConsoleClient(app.server).get<Welcome>("/welcome");
  assert.equal(welcome.body.signOn, "Example Corp");
  const ada = { sub: "a1", name: "Ada Byron", groups: ["ops", "other"] };
  const { jar, at } = await signOn(opened, ada);
  assert.equal(at, "/console/");
  const session = await readSession(app, jar);
  assert.deepEqual(session?.person, {
    kind: "operator",
    name: "Ada-Byron",
    role: "Operator, administrator",
  });
  const again = await signOn(opened, { ...ada, groups: ["audit"] });
  assert.equal((await readSession(app, again.jar))?.person.role, "Operator, auditor");
  const operators = await app.database.owner.rows`
    select from operators where sign_on_subject = 'a1'`;
  assert.equal(operators.length, 1);
});

test("a person whose group was taken away is refused, and their sessions end", async (t) => {
  const opened = await openShared(t, openSignOnApp);
  const bob = { sub: "b1", name: "bob", groups: ["ops"] };
  const { jar } = await signOn(opened, bob);
  assert.equal((await readSession(opened.app, jar))?.person.name, "bob");
  const { at } = await signOn(opened, { ...bob, groups: [] });
  assert.equal(at, "/console/?signOnError=not_allowed");
  assert.equal(await readSession(opened.app, jar), undefined);
});

test("a disabled operator does not come back through the provider", async (t) => {
  const opened = await openShared(t, openSignOnApp);
  const eve = { sub: "e1", name: "eve", groups: ["ops"] };
  await signOn(opened, eve);
  await opened.app.database.owner.rows`
    update operators set is_active = false where user_name = 'eve'`;
  assert.equal((await signOn(opened, eve)).at, "/console/?signOnError=not_allowed");
});

test("the last administrator stays one, whatever the groups say, and the audit log says so", async (t) => {
  const opened = await openSignOnApp(t);
  const { app } = opened;
  const people = ["l1", "l2"].map((sub) => ({ sub, name: sub, groups: ["ops"] }));
  for (const person of people) await signOn(opened, person);
  await app.database.owner.rows`
    update operators set is_active = false where sign_on_subject is null`;
  const jars = [];
  for (const person of people) {
    jars.push((await signOn(opened, { ...person, groups: ["audit"] })).jar);
  }
  const roles = await Promise.all(
    jars.map(async (jar) => (await readSession(app, jar))?.person.role),
  );
  assert.deepEqual(roles, ["Operator, auditor", "Operator, administrator"]);
  const acts = await app.database.owner.rows`
    select subject_id as who, result from audit_entries
    where action = 'operator.change_role' order by id`;
  assert.deepEqual(acts, [
    { who: "l1", result: "done" },
    { who: "l2", result: "refused" },
  ]);
  await signOn(opened, people[0] ?? assert.fail());
  const { jar } = await signOn(opened, { ...people[1], sub: "l2", groups: ["audit"] });
  assert.equal((await readSession(app, jar))?.person.role, "Operator, auditor", "no longer last");
});

test("of two administrators who lose the role at the same time, one stays", async (t) => {
  const { app, issuer } = await openSignOnApp(t);
  const { owner, app: db } = app.database;
  await owner.rows`update operators set is_active = false`;
  await owner.rows`
    insert into operators (user_name, role, password_hash, sign_on_issuer, sign_on_subject)
    select 's' || n, 'administrator', '', ${issuer}, 's' || n from generate_series(1, 4) n`;
  const { custody, clock } = app;
  const admit = (n: number) => {
    const [subject, name] = [`s${n}`, `s${n}`];
    const identity = { issuer, subject, name, verifiedEmail: undefined, groups: [] };
    return admitSignOnOperator({ db, custody, clock }, identity, { role: "auditor", from: {} });
  };
  await Promise.all([4, 3, 2, 1].map(admit));
  const left = await owner.rows`
    select from operators where is_active and role = 'administrator'`;
  assert.equal(left.length, 1);
});

test("an operator of single sign-on gets the verified address, which resets no password", async (t) => {
  const opened = await openSignOnApp(t);
  const { app } = opened;
  const { owner } = app.database;
  await owner.rows`update operators set email = 'chief@corp.test' where user_name = 'operator'`;
  const fay = { sub: "f1", name: "fay", groups: ["ops"], email: "fay@corp.test" };
  const emailOf = async () =>
    (
      await owner.rows<{ email: string | null }>`
      select email from operators where user_name = 'fay'`
    )[0]?.email;
  await signOn(opened, { ...fay, email_verified: false });
  assert.equal(await emailOf(), null, "an address that is not verified is not stored");
  await signOn(opened, { ...fay, email_verified: true });
  assert.equal(await emailOf(), "fay@corp.test");
  const { status } = await new ConsoleClient(app.server).post("/password/forgotten", {
    email: "fay@corp.test",
  });
  assert.equal(status, 204);
  assert.deepEqual(await emailsTo(app, "fay@corp.test"), [], "there is no password to reset");
  const [notice] = await emailsTo(app, "chief@corp.test");
  assert.equal(notice?.subject, "Single sign-on created the operator login fay");
});

test("a person with a password and single sign-on does not approve for themselves", async (t) => {
  const opened = await openSignOnApp(t);
  const { app } = opened;
  const { owner } = app.database;
  await owner.rows`update operators set email = 'Ada@corp.test' where user_name = 'operator'`;
  await owner.rows`update accounts set dual_control = true where id = ${OWNER.accountId}`;
  const password = await ConsoleClient.signedIn(app.server, OPERATOR);
  const change = { cardMerchantId: "NEW1" };
  await password.patch(`/operator/accounts/${OWNER.accountId}`, change);
  const { body } = await password.get<CursorPage<ApprovalLine>>("/operator/approvals");
  const ada = { sub: "t1", name: "ada", groups: ["ops"], email: "ada@corp.test" };
  const { jar } = await signOn(opened, { ...ada, email_verified: true });
  const session = await readSession(app, jar);
  const answer = await app.server.inject({
    method: "POST",
    url: `/console/api/operator/approvals/${body.items[0]?.id}/approve`,
    headers: { cookie: jar.header, "x-csrf-token": session?.csrfToken ?? "" },
  });
  assert.equal(answer.statusCode, 409);
  assert.match(answer.json().error.message, /uses single sign-on and the other one does not/);
  const [notice] = await emailsTo(app, "ada@corp.test");
  assert.match(notice?.text ?? "", /The same email address belongs to: operator\./);
});

test("users need a verified address, and choose between several logins", async (t) => {
  const opened = await openShared(t, openSignOnApp);
  const { app } = opened;
  const owner = { sub: "o1", name: "Owner", groups: ["shops"], email: OWNER.name };
  const unverified = await signOn(opened, { ...owner, email_verified: false });
  assert.equal(unverified.at, "/console/?signOnError=not_allowed");
  const one = await signOn(opened, { ...owner, email_verified: true });
  assert.equal((await readSession(app, one.jar))?.person.home?.id, OWNER.accountId);
  const both = { ...owner, groups: ["shops", "audit"], email_verified: true };
  const { jar, at } = await signOn(opened, both);
  assert.equal(at, "/console/single-sign-on");
  assert.equal(await readSession(app, jar), undefined);
  const url = `${BEGIN}/logins`;
  const { choices } = (await visit(app, jar, url)).json<LoginChoices>();
  assert.deepEqual(
    choices.map(({ kind }) => kind),
    ["operator", "merchant"],
  );
  const choose = () =>
    app.server.inject({
      method: "POST",
      url,
      headers: { cookie: jar.header },
      payload: { choice: choices[1]?.choice ?? "" },
    });
  const chosen = await choose();
  jar.take([chosen.headers["set-cookie"] ?? []].flat());
  assert.equal((await readSession(app, jar))?.person.kind, "merchant");
  assert.equal((await choose()).statusCode, 404, "the choice works once");
});

test("an answer works once, and only in the browser that began", async (t) => {
  const opened = await openShared(t, openSignOnApp);
  const { app, next } = opened;
  Object.assign(next, { person: { sub: "c1", name: "cy", groups: ["ops"] }, isDenied: false });
  const mine = new Jar();
  const begun = await visit(app, mine, BEGIN);
  const back = await passProvider(begun.headers.location ?? "");
  const stolen = await visit(app, new Jar(), back);
  assert.equal(stolen.headers.location, "/console/?signOnError=expired");
  const cookie = mine.header;
  assert.equal((await visit(app, mine, back)).headers.location, "/console/");
  const repeated = await app.server.inject({ url: back, headers: { cookie } });
  assert.equal(repeated.headers.location, "/console/?signOnError=expired");
  const changed = await visit(app, new Jar(), BEGIN);
  assert.match(changed.headers.location ?? "", /code_challenge_method=S256.*state=.*nonce=/);
});

test("a canceled sign-in and a wrong code are told apart, and nobody is signed in", async (t) => {
  const opened = await openShared(t, openSignOnApp);
  const { app, next } = opened;
  const jar = new Jar();
  const begun = await visit(app, jar, BEGIN);
  next.isDenied = true;
  const back = await passProvider(begun.headers.location ?? "");
  assert.equal((await visit(app, jar, back)).headers.location, "/console/?signOnError=denied");
  const other = new Jar();
  const second = await visit(app, other, BEGIN);
  const state = new URL(second.headers.location ?? "").searchParams.get("state");
  const forged = `${BEGIN}/callback?code=invented&state=${state}&iss=${opened.issuer}`;
  assert.equal((await visit(app, other, forged)).headers.location, "/console/?signOnError=failed");
  assert.equal(await readSession(app, other), undefined);
});

test("signing out also leads to the provider, and its password cannot be used", async (t) => {
  const opened = await openShared(t, openSignOnApp);
  const { app } = opened;
  const { jar } = await signOn(opened, { sub: "d1", name: "dan", groups: ["ops"] });
  const session = await readSession(app, jar);
  const headers = { cookie: jar.header, "x-csrf-token": session?.csrfToken ?? "" };
  const left = await app.server.inject({ method: "DELETE", url: "/console/api/session", headers });
  assert.match(left.json().continueAt, new RegExp(`^${opened.issuer}/session/end\\?`));
  const byPassword = await new ConsoleClient(app.server).signIn({
    as: "operator",
    name: "dan",
    password: "anything at all",
  });
  assert.equal(byPassword.body.error.code, "refused");
});

test("a provider that cannot be reached gives an error with its address", async () => {
  const provider = new OpenIdProvider({
    issuer: "http://127.0.0.1:1",
    clientId: CLIENT.id,
    clientSecret: new Secret(CLIENT.secret),
    groupClaim: "groups",
    label: "Example Corp",
    callbackUrl: `${PUBLIC_URL}/console/api/single-sign-on/callback`,
    signedOutUrl: `${PUBLIC_URL}/console/`,
  });
  await assert.rejects(provider.begin(), {
    name: "ProviderUnavailable",
    message: /^cannot read the settings of http:\/\/127\.0\.0\.1:1: /,
  });
});
