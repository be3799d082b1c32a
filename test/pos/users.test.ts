/** Users of the point of sale: the last admin, passwords and invitations. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { post } from "../kit/app.ts";
import { emailsTo } from "../kit/emails.ts";
import * as pos from "../kit/pos.ts";
import { openShared } from "../kit/shared.ts";

async function ownerId({ owner }: pos.TestShop): Promise<number> {
  const { results } = (await owner.get("/users/")).json();
  return results.find(({ email }: { email: string }) => email === "owner@books.test").id;
}

test("the last active admin cannot be deleted, demoted or disabled", async (t) => {
  const shop = await pos.openShopApp(t);
  const id = await ownerId(shop);
  const path = `/users/${id}/`;
  pos.assertErrors(await shop.owner.call("DELETE", path), ["role"]);
  pos.assertErrors(await shop.owner.post(path, { role: "manager" }), ["role"]);
  pos.assertErrors(await shop.owner.post(path, { is_active: "0" }), ["role"]);
  assert.equal((await shop.owner.post(path, { role: "admin", is_active: "1" })).statusCode, 200);
  const sleeping = { email: "b@books.test", role: "admin", password: pos.PASSWORD };
  const second = (await shop.owner.post("/users/", sleeping)).json();
  await shop.owner.post(`/users/${second.id}/`, { is_active: "false" });
  pos.assertErrors(
    await shop.owner.call("DELETE", path),
    ["role"],
    "a sleeping admin does not count",
  );
  await shop.owner.post(`/users/${second.id}/`, { is_active: "true" });
  assert.equal((await shop.owner.post(path, { role: "cashier" })).statusCode, 200);
  pos.assertDetail(await shop.owner.get("/users/"), 403);
});

test("if all admins demote each other at once, one stays admin", async (t) => {
  const shop = await pos.openShopApp(t);
  const [first] = [await ownerId(shop)];
  const phones = [{ id: first, phone: shop.owner }];
  for (const name of ["b", "c", "d"]) {
    const email = `${name}@books.test`;
    const made = await shop.owner.post("/users/", { email, role: "admin", password: pos.PASSWORD });
    phones.push({ id: made.json().id, phone: await pos.logIn(shop, email) });
  }
  const demotions = phones.map(({ phone }, at) => {
    const other = phones[(at + 1) % phones.length];
    return phone.post(`/users/${other?.id}/`, { role: "cashier" });
  });
  await Promise.all(demotions);
  const [row] = await shop.database.owner.rows<{ left: string }>`
    select count(*) as left from pos_users
    where account_id = 120000000001 and role = 'admin' and is_active`;
  assert.ok(Number(row?.left) >= 1);
});

test("a user who is deleted, disabled or gets another password is logged out immediately", async (t) => {
  const shop = await openShared(t, pos.openShopApp);
  const form = { email: "b@books.test", role: "cashier", password: pos.PASSWORD };
  const { id } = (await shop.owner.post("/users/", form)).json();
  const phone = await pos.logIn(shop, "b@books.test");
  assert.equal((await phone.get(`/users/${id}/`)).json().email, "b@books.test");
  await shop.owner.post(`/users/${id}/`, { password: "another-password" });
  pos.assertDetail(await phone.get("/account"), 401);
  await shop.owner.post(`/users/${id}/`, { password: pos.PASSWORD });
  const again = await pos.logIn(shop, "b@books.test");
  await shop.owner.post(`/users/${id}/`, { is_active: "0" });
  pos.assertDetail(await again.get("/account"), 401);
  await shop.owner.post(`/users/${id}/`, { is_active: "1" });
  pos.assertDetail(await again.get("/account"), 401, "the token of before stays ended");
  const back = await pos.logIn(shop, "b@books.test");
  assert.equal((await shop.owner.call("DELETE", `/users/${id}/`)).statusCode, 204);
  pos.assertDetail(await back.get("/account"), 401);
  assert.equal((await shop.owner.post("/users/", form)).statusCode, 201, "the address is free");
});

test("a user without a password is invited, and the link sets it once within a week", async (t) => {
  const shop = await pos.openShopApp(t);
  const form = { email: "ann@books.test", role: "cashier", first_name: "Ann" };
  assert.equal((await shop.owner.post("/users/", form)).statusCode, 201);
  const [message] = await emailsTo(shop, "ann@books.test");
  assert.match(message?.subject ?? "", /Main Street Books/);
  const [link = ""] = /http\S+/.exec(message?.text ?? "") ?? [];
  const url = new URL(link);
  const page = await shop.server.inject(url.pathname + url.search);
  assert.equal(page.statusCode, 200);
  assert.match(String(page.headers["content-type"]), /text\/html/);
  assert.match(String(page.headers["content-security-policy"]), /default-src 'none'/);
  assert.equal(page.headers["referrer-policy"], "no-referrer");
  const reset_token = url.searchParams.get("reset_token") ?? "";
  const answer = (password: string) => post(shop.server, url.pathname, { reset_token, password });
  pos.assertErrors(await answer("short"), ["password"]);
  const set = await answer(pos.PASSWORD);
  assert.equal(set.statusCode, 200, set.body);
  assert.equal(set.json().email, "ann@books.test");
  await pos.logIn(shop, "ann@books.test");
  pos.assertDetail(await answer("and-another-one"), 404);
  assert.equal((await shop.server.inject(url.pathname + url.search)).statusCode, 404);

  await shop.owner.post("/users/", { email: "late@books.test", role: "cashier" });
  const [late] = await emailsTo(shop, "late@books.test");
  const [lateLink = ""] = /http\S+/.exec(late?.text ?? "") ?? [];
  shop.clock.advance({ hours: 7 * 24 });
  const token = new URL(lateLink).searchParams.get("reset_token") ?? "";
  const tooLate = await post(shop.server, url.pathname, {
    reset_token: token,
    password: pos.PASSWORD,
  });
  pos.assertDetail(tooLate, 404);
});

test("a user who is created disabled is invited when enabled", async (t) => {
  const shop = await openShared(t, pos.openShopApp);
  const form = { email: "bob@books.test", role: "cashier", password: pos.PASSWORD, is_active: "0" };
  const made = await shop.owner.post("/users/", form);
  assert.deepEqual([made.statusCode, made.json().is_active], [201, false], made.body);
  const login = { account_id: pos.BOOKS, email: form.email, passsword: pos.PASSWORD };
  pos.assertDetail(await post(shop.server, "/api/json/account/login/", login), 401);
  await shop.owner.post(`/users/${made.json().id}/`, { is_active: "1" });
  await pos.logIn(shop, form.email);
  assert.deepEqual(await emailsTo(shop, form.email), [], "who has a password needs no letter");

  const email = "abe@books.test";
  const ann = await shop.owner.post("/users/", { email, role: "cashier", is_active: "false" });
  assert.deepEqual(await emailsTo(shop, email), []);
  const on = () => shop.owner.post(`/users/${ann.json().id}/`, { is_active: "1" });
  assert.equal((await on()).json().is_active, true);
  assert.equal((await on()).statusCode, 200);
  assert.equal((await emailsTo(shop, email)).length, 1);
  const wrong = { email: "c@books.test", role: "cashier", is_active: "perhaps" };
  pos.assertErrors(await shop.owner.post("/users/", wrong), ["is_active"]);
});

test("no log and no request log has a token of a session or an invitation", async (t) => {
  const shop = await openShared(t, pos.openShopApp);
  await shop.owner.post("/users/", { email: "amy@books.test", role: "cashier" });
  const [message] = await emailsTo(shop, "amy@books.test");
  const [link = ""] = /http\S+/.exec(message?.text ?? "") ?? [];
  const url = new URL(link);
  await shop.server.inject(url.pathname + url.search);
  await shop.owner.get("/categories/?per_page=1");
  await shop.flush();
  const rows = await shop.database.owner.rows<{ row: string }>`
    select request_log::text as row from request_log`;
  const kept = rows.map(({ row }) => row).join("\n");
  assert.ok(kept.includes("/categories/"));
  for (const secret of [shop.owner.token, url.searchParams.get("reset_token") ?? "none"]) {
    assert.ok(!kept.includes(secret));
  }
});

test("changes of users and the account are in the audit log", async (t) => {
  const shop = await pos.openShopApp(t);
  const form = { email: "b@books.test", role: "cashier", password: pos.PASSWORD };
  const { id } = (await shop.owner.post("/users/", form)).json();
  await shop.owner.call("PUT", `/users/${id}/`, { form: { role: "manager" } });
  await shop.owner.call("DELETE", `/users/${id}/`);
  await shop.owner.post("/account", { name: "New name" });
  const acts = await shop.database.owner.rows<{ action: string; all: string }>`
    select action, audit_entries::text as all from audit_entries
    where actor_kind = 'merchant_user' order by id`;
  const actions = acts.map(({ action }) => action);
  const expected = ["pos_user.create", "pos_user.update", "pos_user.delete", "account.update"];
  assert.deepEqual(actions, expected);
  for (const { all } of acts) assert.ok(!all.includes(pos.PASSWORD) && all.includes("/api/json"));
});

test("emails reach addresses of the maximum length, with any characters", async (t) => {
  const shop = await openShared(t, pos.openShopApp);
  const addresses = ["a", "é", "😀"].map((one) => `${one.repeat(246)}@books.t`);
  for (const email of addresses) {
    const made = await shop.owner.post("/users/", { email, role: "cashier" });
    assert.equal(made.statusCode, 201, made.body);
    assert.equal((await emailsTo(shop, email)).length, 1);
    const longer = { email: `b${email}`, role: "cashier" };
    pos.assertErrors(await shop.owner.post("/users/", longer), ["email"]);
  }
});
