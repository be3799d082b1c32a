/** The merchant's users in the console API: invitations, roles, disabling and the last admin. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MerchantUser } from "../../src/interfaces/console/business/contract.ts";
import type { NumberedPage } from "../../src/interfaces/console/contract.ts";
import { openTestApp, post } from "../kit/app.ts";
import { ConsoleClient, OWNER } from "../kit/console.ts";
import { emailsTo } from "../kit/emails.ts";
import { untilSomebodyWaits } from "../kit/waits.ts";

const NEW = { email: "new@books.test", role: "cashier", firstName: "Nia", lastName: "Newman" };
const PASSWORD = "a password for the point of sale";

async function listOf(client: ConsoleClient): Promise<readonly MerchantUser[]> {
  return (await client.get<NumberedPage<MerchantUser>>("/users")).body.items;
}

async function answer(app: Awaited<ReturnType<typeof openTestApp>>, text: string) {
  const [, path = ""] = /https?:\/\/[^/\s]+(\/\S+)/.exec(text) ?? [];
  return post(app.server, path, { password: PASSWORD, password_again: PASSWORD });
}

test("an invited user receives an email, chooses a password and signs in", async (t) => {
  const app = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const { status, body } = await owner.post<{ id: string }>("/users", NEW);
  assert.equal(status, 200, JSON.stringify(body));
  const invited = (await listOf(owner)).find(({ id }) => id === body.id);
  assert.deepEqual([invited?.hasPassword, invited?.role], [false, "cashier"]);
  assert.ok(invited?.linkUntil);
  const [message] = await emailsTo(app, NEW.email);
  assert.match(message?.subject ?? "", /invites you to its point of sale/);
  const answered = await answer(app, message?.text ?? "");
  assert.ok(answered.statusCode < 400, answered.body);
  const proof = { ...OWNER, name: NEW.email, password: PASSWORD };
  await ConsoleClient.signedIn(app.server, proof);
  const here = (await listOf(owner)).find(({ id }) => id === body.id);
  assert.ok(here?.hasPassword);
  assert.ok(here?.seenAt);
});

test("a password link is sent by email, and using it ends the user's sessions", async (t) => {
  const app = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const cashier = { ...OWNER, name: "cashier@books.test", password: "certification-cashier" };
  const session = await ConsoleClient.signedIn(app.server, cashier);
  const id = (await listOf(owner)).find(({ email }) => email === cashier.name)?.id;
  assert.equal((await owner.post(`/users/${id}/link`)).status, 200);
  assert.equal((await session.get("/users")).status, 403, "the old password works until then");
  const [message] = await emailsTo(app, cashier.name);
  assert.match(message?.subject ?? "", /new point-of-sale password/);
  await answer(app, message?.text ?? "");
  assert.equal((await session.get("/users")).status, 401);
  await ConsoleClient.signedIn(app.server, { ...cashier, password: PASSWORD });
});

test("sending a link to a user who is being deleted returns 404", async (t) => {
  const { server, database } = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(server, OWNER);
  const { id } = (await owner.post<{ id: string }>("/users", NEW)).body;
  const { sending } = await database.owner.atomically(async (db) => {
    await db.rows`delete from pos_users where id = ${id}`;
    const begun = { sending: owner.post(`/users/${id}/link`) };
    await untilSomebodyWaits(database.owner);
    return begun;
  });
  assert.equal((await sending).status, 404);
});

test("changing a role and disabling a user take effect immediately", async (t) => {
  const app = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const cashier = { ...OWNER, name: "cashier@books.test", password: "certification-cashier" };
  const session = await ConsoleClient.signedIn(app.server, cashier);
  const id = (await listOf(owner)).find(({ email }) => email === cashier.name)?.id;
  assert.equal((await owner.patch(`/users/${id}`, { role: "manager" })).status, 200);
  assert.equal((await session.get("/reports/choices")).status, 200);
  assert.equal((await owner.patch(`/users/${id}`, { isActive: false })).status, 200);
  assert.equal((await session.get("/users")).status, 401);
  assert.equal((await owner.post(`/users/${id}/link`)).status, 409);
  const acts = await app.database.owner.rows<{ action: string }>`
    select action from audit_entries where action like 'pos_user.%' and door = '/console'`;
  assert.equal(acts.length, 2);
});

test("the last admin cannot be demoted or disabled", async (t) => {
  const { server } = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(server, OWNER);
  const you = (await listOf(owner)).find(({ isYou }) => isYou);
  assert.equal(you?.email, OWNER.name);
  const path = `/users/${you?.id}`;
  for (const change of [{ role: "manager" }, { isActive: false }]) {
    const said = await owner.patch(path, change);
    assert.deepEqual([said.status, said.body.error.code], [409, "conflict"]);
    assert.match(said.body.error.message, /last admin/);
  }
});

test("user errors are reported by field, and users of other accounts are not found", async (t) => {
  const { server } = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(server, OWNER);
  const bad = await owner.post("/users", { email: "x", role: "king" });
  assert.deepEqual(Object.keys(bad.body.error.fields ?? {}).sort(), ["email", "role"]);
  const taken = await owner.post("/users", { ...NEW, email: "Manager@books.test" });
  assert.deepEqual([taken.status, Object.keys(taken.body.error.fields ?? {})], [422, ["email"]]);
  const other = { ...OWNER, accountId: "120000000002", name: "owner@clinic.test" };
  const clinic = await ConsoleClient.signedIn(server, other);
  const [theirs] = await listOf(clinic);
  assert.equal((await owner.patch(`/users/${theirs?.id}`, { role: "cashier" })).status, 404);
  assert.equal((await owner.post(`/users/${theirs?.id}/link`)).status, 404);
  assert.equal((await owner.post("/users/abc/link")).status, 404);
});
