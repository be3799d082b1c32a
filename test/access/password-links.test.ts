/** Links to set a password end when the user's email, password, role or isActive changes. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { FastifyInstance } from "fastify";
import { openTestApp, post, type TestApp } from "../kit/app.ts";
import { ConsoleClient, OPERATOR, OWNER } from "../kit/console.ts";
import { emailsTo } from "../kit/emails.ts";
import { newBody, openManagementApp, type Partner } from "../kit/management.ts";
import { BOOKS, openShopApp, type Phone } from "../kit/pos.ts";
import { openShared } from "../kit/shared.ts";
import { untilSomebodyWaits } from "../kit/waits.ts";

const PASSWORD = "the first password of theirs";
const OTHER = "another password of theirs";

/** Tests share an app, so each has its own users with their own addresses. */
let made = 0;
const next = () => ++made;

/** The path and query of every link that was sent to an address, oldest first. */
async function linksTo(app: TestApp, email: string): Promise<readonly string[]> {
  const emails = await emailsTo(app, email);
  return emails.map(({ text }) => {
    const { pathname, search } = new URL(/http\S+/.exec(text)?.[0] ?? "");
    return pathname + search;
  });
}

/** Opens the link and uses it. Returns both statuses. */
async function use(server: FastifyInstance, link: string, password = PASSWORD) {
  const opened = await server.inject(link);
  const url = new URL(link, "http://localhost");
  const fields = { ...Object.fromEntries(url.searchParams), password, password_again: password };
  const used = await post(server, url.pathname, fields);
  return [opened.statusCode, used.statusCode];
}

const WORKS = [200, 200];
const ENDED = [404, 404];

interface ManagementUser {
  readonly app: TestApp;
  readonly harbor: Partner;
  readonly path: string;
  readonly userName: string;
  readonly email: string;
}

interface Kind {
  readonly name: string;
  readonly userRole: string;
}

const KINDS: readonly Kind[] = [
  { name: "a partner's user", userRole: "Partner User" },
  { name: "a client's contact", userRole: "Client Custodian" },
];

type Change = (user: ManagementUser) => Promise<unknown>;
const patch =
  (body: object): Change =>
  ({ harbor, path }) =>
    harbor.patch(path, { ...body });

const corrected = (email: string) => `right-${email}`;

const CHANGES: Readonly<Record<string, Change>> = {
  "a corrected email address": (user) => patch({ email: corrected(user.email) })(user),
  "an email address that is changed and changed back": async (user) => {
    await patch({ email: corrected(user.email) })(user);
    await patch({ email: user.email })(user);
  },
  "another role": patch({ userRole: "Client Admin" }),
  "being disabled": patch({ isActive: false }),
  "being disabled and enabled again": async (user) => {
    await patch({ isActive: false })(user);
    await patch({ isActive: true })(user);
  },
  "a newer link": patch({ sendWelcomeEmail: true }),
  "a changed password": async ({ app, userName }) => {
    const proof = { as: "partner", name: userName, password: PASSWORD } as const;
    const client = await ConsoleClient.signedIn(app.server, proof);
    const wish = { currentPassword: PASSWORD, newPassword: OTHER };
    assert.equal((await client.post("/password", wish)).status, 204);
  },
};

async function openManagementUser(
  t: TestContext,
  { userRole, name }: Kind,
  opened = openShared(t, openManagementApp),
) {
  const { app, harbor, database } = await opened;
  const email = `person-${next()}@people.test`;
  const [client] = await database.owner.rows<{ id: string }>`
    select client.id from clients client join partners partner on partner.id = direct_partner_id
    where partner.reference = 'harbor' limit 1`;
  const ofClient = name.includes("client") ? { client: { id: client?.id } } : {};
  const wish = newBody.contact({ email, userRole, sendWelcomeEmail: true, ...ofClient });
  const path = `/users/${await harbor.post("/users", wish)}`;
  const [first = ""] = await linksTo(app, email);
  assert.deepEqual(await use(app.server, first), WORKS);
  await harbor.patch(path, { sendWelcomeEmail: true });
  const [, link = ""] = await linksTo(app, email);
  return { user: { app, harbor, path, userName: wish.userName, email }, link };
}

for (const kind of KINDS) {
  for (const [name, change] of Object.entries(CHANGES)) {
    test(`A: the link of ${kind.name} ends with ${name}`, async (t) => {
      const { user, link } = await openManagementUser(t, kind);
      await change(user);
      assert.deepEqual(await use(user.app.server, link), ENDED);
    });
  }

  test(`A: the link of ${kind.name} outlives a change of name and phone`, async (t) => {
    const { user, link } = await openManagementUser(t, kind);
    const { firstName, lastName, phone } = newBody.contact({
      firstName: "Ida",
      phone: "4105550199",
    });
    await patch({ firstName, lastName, phone })(user);
    assert.deepEqual(await use(user.app.server, link), WORKS);
  });
}

test("A: a new link that is sent with a change of email works", async (t) => {
  const [kind] = KINDS;
  assert.ok(kind);
  const { user, link } = await openManagementUser(t, kind);
  const email = corrected(user.email);
  await patch({ email, sendWelcomeEmail: true })(user);
  const [newer = ""] = await linksTo(user.app, email);
  assert.deepEqual(await use(user.app.server, link), ENDED);
  assert.deepEqual(await use(user.app.server, newer), WORKS);
});

test("A: no welcome email is sent to a disabled user", async (t) => {
  const { harbor } = await openShared(t, openManagementApp);
  const wish = newBody.contact({ isActive: false, sendWelcomeEmail: true });
  assert.deepEqual(await harbor.errors("POST", "/users", wish), ["sendWelcomeEmail 1003"]);
  const path = `/users/${await harbor.post("/users", { ...wish, sendWelcomeEmail: false })}`;
  const again = { sendWelcomeEmail: true };
  assert.deepEqual(await harbor.errors("PATCH", path, again), ["sendWelcomeEmail 1003"]);
  const off = { isActive: false, sendWelcomeEmail: true };
  assert.deepEqual(await harbor.errors("PATCH", path, off), ["sendWelcomeEmail 1003"]);
  await harbor.patch(path, { isActive: true, sendWelcomeEmail: true });
});

test("A: a link that is used while the email is being corrected sets nothing", async (t) => {
  const [kind] = KINDS;
  assert.ok(kind);
  const { user, link } = await openManagementUser(t, kind);
  const { app, path, userName } = user;
  const { using } = await app.database.owner.atomically(async (db) => {
    const id = path.split("/").at(-1);
    await db.rows`select from contact_credentials where contact_id = ${id} for update`;
    const begun = { using: use(app.server, link, OTHER) };
    await untilSomebodyWaits(app.database.owner);
    await db.rows`delete from password_links where contact_id = ${id}`;
    return begun;
  });
  assert.deepEqual(await using, [200, 404]);
  const proof = { as: "partner", name: userName, password: PASSWORD } as const;
  await ConsoleClient.signedIn(app.server, proof);
});

test("A: a link that is used while the partner is being disabled sets nothing", async (t) => {
  const [kind] = KINDS;
  assert.ok(kind);
  const { user, link } = await openManagementUser(t, kind, openManagementApp(t));
  const { app, path } = user;
  const id = path.split("/").at(-1);
  const passwordOf = () =>
    app.database.owner.rows`
      select password_hash from contact_credentials where contact_id = ${id}`;
  const before = await passwordOf();
  const { using } = await app.database.owner.atomically(async (db) => {
    await db.rows`select from contact_credentials where contact_id = ${id} for update`;
    const begun = { using: use(app.server, link, OTHER) };
    await untilSomebodyWaits(app.database.owner);
    await db.rows`update partners set is_active = false where reference = 'harbor'`;
    return begun;
  });
  assert.deepEqual(await using, [200, 404]);
  assert.deepEqual(await passwordOf(), before);
});

interface SaleUser {
  readonly app: TestApp;
  readonly owner: Phone;
  readonly id: string;
  readonly email: string;
  readonly console: ConsoleClient;
}

const newEmail = () => `ann-${next()}@books.test`;

type SaleChange = (user: SaleUser) => Promise<unknown>;
const send =
  (form: Record<string, string>): SaleChange =>
  async ({ owner, id }) => {
    const answer = await owner.post(`/users/${id}/`, form);
    assert.equal(answer.statusCode, 200, answer.body);
  };
const patchPerson =
  (change: object): SaleChange =>
  async ({ console, id }) => {
    const answer = await console.patch(`/users/${id}`, change);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };

const SALE_CHANGES: Readonly<Record<string, SaleChange>> = {
  "a corrected email address": (user) => send({ email: corrected(user.email) })(user),
  "an email address that is changed and changed back": async (user) => {
    await send({ email: corrected(user.email) })(user);
    await send({ email: user.email })(user);
  },
  "another role": send({ role: "manager" }),
  "another role, given at the console": patchPerson({ role: "manager" }),
  "being disabled": send({ is_active: "0" }),
  "being disabled at the console": patchPerson({ isActive: false }),
  "being disabled and enabled again": async (user) => {
    await send({ is_active: "0" })(user);
    await send({ is_active: "1" })(user);
  },
  "a newer link": async ({ console, id }) => {
    assert.equal((await console.post(`/users/${id}/link`)).status, 200);
  },
  "a password that an admin sets": send({ password: OTHER }),
  "a password that the person changes": async ({ app, email }) => {
    const proof = { ...OWNER, name: email, password: PASSWORD };
    const client = await ConsoleClient.signedIn(app.server, proof);
    const wish = { currentPassword: PASSWORD, newPassword: OTHER };
    assert.equal((await client.post("/password", wish)).status, 204);
  },
};

async function inviteCashier(t: TestContext) {
  const app = await openShared(t, openShopApp);
  const email = newEmail();
  const { id } = (await app.owner.post("/users/", { email, role: "cashier" })).json();
  return { app, id, email };
}

async function openSaleUser(t: TestContext): Promise<{ user: SaleUser; link: string }> {
  const { app, id, email } = await inviteCashier(t);
  const [first = ""] = await linksTo(app, email);
  assert.deepEqual(await use(app.server, first), WORKS);
  const console = await ConsoleClient.signedIn(app.server, OWNER);
  assert.equal((await console.post(`/users/${id}/link`)).status, 200);
  const [, link = ""] = await linksTo(app, email);
  return { user: { app, owner: app.owner, id, email, console }, link };
}

for (const [name, change] of Object.entries(SALE_CHANGES)) {
  test(`C: the link of a point-of-sale user ends with ${name}`, async (t) => {
    const { user, link } = await openSaleUser(t);
    await change(user);
    assert.deepEqual(await use(user.app.server, link), ENDED);
  });
}

test("C: the link of a point-of-sale user outlives a change of name", async (t) => {
  const { user, link } = await openSaleUser(t);
  const { email } = user;
  await send({ first_name: "Anne", role: "cashier", email, is_active: "1" })(user);
  assert.deepEqual(await use(user.app.server, link), WORKS);
});

test("C: an unanswered invitation ends with every change", async (t) => {
  const { app, id, email } = await inviteCashier(t);
  const [link = ""] = await linksTo(app, email);
  await app.owner.post(`/users/${id}/`, { is_active: "0" });
  assert.deepEqual(await use(app.server, link), ENDED);
  await app.owner.post(`/users/${id}/`, { is_active: "1" });
  assert.deepEqual(await use(app.server, link), ENDED);
  const [, newer = ""] = await linksTo(app, email);
  assert.deepEqual(await use(app.server, newer), WORKS);
});

test("C: a user without a password gets a new invitation with the change that ends the old one", async (t) => {
  const { app, id, email } = await inviteCashier(t);
  const right = corrected(email);
  await app.owner.post(`/users/${id}/`, { email: right });
  const [link = ""] = await linksTo(app, right);
  await app.owner.post(`/users/${id}/`, { first_name: "Ann" });
  assert.equal((await linksTo(app, right)).length, 1, "a name ends nothing");
  assert.deepEqual(await use(app.server, link), WORKS);
  await app.owner.post(`/users/${id}/`, { role: "manager" });
  assert.equal((await linksTo(app, right)).length, 1, "who has a password is not invited");
});

test("the invitation of a merchant's first admin ends with a corrected email address", async (t) => {
  const app = await openShared(t, openShopApp);
  const operator = await ConsoleClient.signedIn(app.server, OPERATOR);
  const email = newEmail();
  const admin = { email, firstName: "Ann", lastName: "Reed" };
  const invited = await operator.post<{ id: string }>(`/operator/accounts/${BOOKS}/users`, admin);
  assert.ok(invited.status < 300, JSON.stringify(invited.body));
  const [link = ""] = await linksTo(app, email);
  const [row] = await app.database.owner.rows<{ id: string }>`
    select id from pos_users where email = ${email}`;
  await app.owner.post(`/users/${row?.id}/`, { email: corrected(email) });
  assert.deepEqual(await use(app.server, link), ENDED);
});

/** A new operator who still has the one-time password. */
async function openNewOperator(t: TestContext) {
  const { server } = await openShared(t, openTestApp);
  const operator = await ConsoleClient.signedIn(server, OPERATOR);
  const name = `second-${next()}`;
  const created = await operator.post<{ password: string }>("/operator/operators", {
    userName: name,
  });
  const { body } = await operator.get<{ items: { id: string; userName: string }[] }>(
    "/operator/operators",
  );
  const id = body.items.find(({ userName }) => userName === name)?.id;
  const proof = { as: "operator", name, password: created.body.password } as const;
  const second = await ConsoleClient.signedIn(server, proof);
  const path = `/operator/operators/${id}`;
  const change = async (isActive: boolean) => {
    assert.equal((await operator.post(`${path}/switch`, { isActive })).status, 200);
  };
  return { server, operator, second, proof, path, change };
}

test("disabling an operator ends their one-time password for good", async (t) => {
  const { server, operator, proof, path, change } = await openNewOperator(t);
  for (const isActive of [false, true]) {
    await change(isActive);
    assert.equal((await new ConsoleClient(server).signIn(proof)).status, 401, `${isActive}`);
  }
  const given = await operator.post<{ password: string }>(`${path}/password`);
  await ConsoleClient.signedIn(server, { ...proof, password: given.body.password });
});

test("disabling and enabling an operator keeps the password that they chose", async (t) => {
  const { server, second, proof, change } = await openNewOperator(t);
  const wish = { currentPassword: proof.password, newPassword: OTHER };
  assert.equal((await second.post("/password", wish)).status, 204);
  await change(false);
  await change(true);
  await ConsoleClient.signedIn(server, { ...proof, password: OTHER });
});
