/** Users change their own password with the old one, and request reset emails. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { post } from "../kit/app.ts";
import { emailsTo } from "../kit/emails.ts";
import {
  type Answer,
  assertDetail,
  assertErrors,
  BOOKS,
  logIn,
  openShopApp,
  PASSWORD,
  Phone,
  type TestShop,
} from "../kit/pos.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";
import { untilSomebodyWaits } from "../kit/waits.ts";

const NEW = "the-new-password-of-ann";

interface Shop extends TestShop {
  /** The address of a user that only this test has. */
  readonly ann: string;
}

let people = 0;

async function openShop(t: Lifetime, opened = openShared(t, openShopApp)): Promise<Shop> {
  return { ...(await opened), ann: `ann-${++people}@books.test` };
}

async function addAnn({ owner, ann }: Shop, own: Record<string, string> = {}): Promise<number> {
  const form = { email: ann, role: "cashier", password: PASSWORD, ...own };
  const answer = await owner.post("/users/", form);
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json().id;
}

async function logInWith(shop: Shop, password: string): Promise<Answer> {
  const form = { account_id: BOOKS, email: shop.ann, passsword: password };
  return post(shop.server, "/api/json/account/login/", form);
}

function askForReset({ server }: TestShop, form: Record<string, string>, from = "192.0.2.1") {
  return server.inject({
    method: "POST",
    url: "/api/json/account/password/reset/",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(form).toString(),
    remoteAddress: from,
  });
}

async function resetLinks(shop: Shop, email = shop.ann): Promise<readonly URL[]> {
  const emails = await emailsTo(shop, email);
  return emails.map(({ text }) => new URL(/http\S+/.exec(text)?.[0] ?? ""));
}

function setBy(shop: TestShop, link: URL | undefined, password: string): Promise<Answer> {
  const reset_token = link?.searchParams.get("reset_token") ?? "";
  return post(shop.server, link?.pathname ?? "", { reset_token, password });
}

test("every role can change its own password; other tokens end, this one stays valid", async (t) => {
  const shop = await openShop(t);
  const id = await addAnn(shop);
  const [phone, other] = [await logIn(shop, shop.ann), await logIn(shop, shop.ann)];
  const form = { old_password: PASSWORD, password: NEW };
  const answer = await phone.post("/account/password/", form);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual([answer.json().id, answer.json().email], [id, shop.ann]);
  assert.equal((await phone.get("/account")).statusCode, 200);
  assertDetail(await other.get("/account"), 401);
  assertDetail(await logInWith(shop, PASSWORD), 401);
  assert.equal((await logInWith(shop, NEW)).statusCode, 200);
  const acts = await shop.database.owner.rows<{ all: string }>`
    select audit_entries::text as all from audit_entries
    where action = 'pos_user.change_password' and subject_id = ${String(id)}`;
  assert.equal(acts.length, 1);
  assert.ok(!acts[0]?.all.includes(NEW) && !acts[0]?.all.includes(PASSWORD));
});

test("a wrong old password, a short new one or a missing field changes nothing", async (t) => {
  const shop = await openShop(t);
  await addAnn(shop);
  const phone = await logIn(shop, shop.ann);
  const change = (form: Record<string, string>) => phone.post("/account/password/", form);
  assertErrors(await change({ old_password: "not-the-password", password: NEW }), ["old_password"]);
  assertErrors(await change({ old_password: PASSWORD, password: "short" }), ["password"]);
  assertErrors(await change({ password: NEW }), ["old_password"]);
  assertErrors(await change({}), ["old_password", "password"]);
  const stranger = new Phone(shop, "4f6a3c58-0a7e-4c0e-9a55-1d2f5f0b7c11");
  assertDetail(
    await stranger.post("/account/password/", { old_password: PASSWORD, password: NEW }),
    401,
  );
  assert.equal((await logInWith(shop, PASSWORD)).statusCode, 200);
});

test("wrong old passwords count as failed logins: after ten it is 429", async (t) => {
  const shop = await openShop(t);
  await addAnn(shop);
  const phone = await logIn(shop, shop.ann);
  const wrong = { old_password: "not-the-password", password: NEW };
  for (let tries = 0; tries < 10; tries++) {
    assertErrors(await phone.post("/account/password/", wrong), ["old_password"]);
  }
  const locked = await phone.post("/account/password/", { old_password: PASSWORD, password: NEW });
  assertDetail(locked, 429);
  assert.ok(Number(locked.headers["retry-after"]) > 0);
});

test("a password that an admin set meanwhile is not replaced", async (t) => {
  const shop = await openShop(t);
  const id = await addAnn(shop);
  const phone = await logIn(shop, shop.ann);
  const { coming } = await shop.database.owner.atomically(async (db) => {
    await db.rows`select from pos_users where id = ${id} for update`;
    const waiting = phone.post("/account/password/", { old_password: PASSWORD, password: NEW });
    await untilSomebodyWaits(shop.database.owner);
    await db.rows`update pos_users set password_hash = 'another' where id = ${id}`;
    return { coming: waiting };
  });
  assertErrors(await coming, ["old_password"]);
  assertDetail(await logInWith(shop, NEW), 401);
});

test("the link of a reset email sets a password once and ends all sessions", async (t) => {
  const shop = await openShop(t);
  await addAnn(shop);
  const phone = await logIn(shop, shop.ann);
  const answer = await askForReset(shop, { account_id: BOOKS, email: shop.ann.toUpperCase() });
  assertDetail(answer, 200);
  const [link, ...more] = await resetLinks(shop);
  assert.deepEqual(more, []);
  assert.equal((await phone.get("/account")).statusCode, 200, "asking alone changes nothing");
  assert.equal((await logInWith(shop, PASSWORD)).statusCode, 200);
  const page = await shop.server.inject(`${link?.pathname}${link?.search}`);
  assert.equal(page.statusCode, 200);
  assert.equal((await setBy(shop, link, NEW)).statusCode, 200);
  assertDetail(await setBy(shop, link, PASSWORD), 404, "it works once");
  assertDetail(await phone.get("/account"), 401);
  assertDetail(await logInWith(shop, PASSWORD), 401);
  assert.equal((await logInWith(shop, NEW)).statusCode, 200);
  await shop.flush();
  const logged = await shop.database.owner.rows<{ row: string }>`
    select request_log::text as row from request_log`;
  const token = link?.searchParams.get("reset_token") ?? "none";
  for (const { row } of logged) assert.ok(!row.includes(token) && !row.includes(NEW));
});

test("a reset link expires after an hour", async (t) => {
  const shop = await openShop(t, openShopApp(t));
  await addAnn(shop);
  await askForReset(shop, { account_id: BOOKS, email: shop.ann });
  const [link] = await resetLinks(shop);
  shop.clock.advance({ minutes: 60 });
  assertDetail(await setBy(shop, link, NEW), 404);
  assertDetail(await logInWith(shop, NEW), 401);
});

test("the answer to a reset request does not show whether the user exists", async (t) => {
  const shop = await openShop(t);
  await addAnn(shop);
  await addAnn(shop, { email: "off@books.test", is_active: "0" });
  const answers: Answer[] = [];
  const timesMs: number[] = [];
  const people = [
    { account_id: BOOKS, email: shop.ann },
    { account_id: BOOKS, email: "off@books.test" },
    { account_id: BOOKS, email: "nobody@books.test" },
    { account_id: "120000000002", email: shop.ann },
    { account_id: "999999999999", email: shop.ann },
  ];
  for (const [at, form] of people.entries()) {
    const startedMs = performance.now();
    answers.push(await askForReset(shop, form, `192.0.2.${at + 1}`));
    timesMs.push(performance.now() - startedMs);
  }
  assert.deepEqual(
    [...new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))],
    [`200 ${answers[0]?.body}`],
  );
  // All answers take the same time, which is longer than the work for an existing user.
  for (const timeMs of timesMs) assert.ok(timeMs >= 295, `${timeMs}`);
  assert.equal((await resetLinks(shop)).length, 1);
  assert.deepEqual(await resetLinks(shop, "off@books.test"), []);
  assert.deepEqual(await resetLinks(shop, "nobody@books.test"), []);
  assertErrors(await askForReset(shop, { account_id: "x", email: "nobody" }), [
    "account_id",
    "email",
  ]);
});

test("reset requests are limited per email address and IP address: the sixth in 15 minutes is 429", async (t) => {
  const shop = await openShop(t, openShopApp(t));
  for (const email of [shop.ann, "nobody@books.test"]) {
    for (let tries = 0; tries < 5; tries++) {
      assertDetail(await askForReset(shop, { account_id: BOOKS, email }), 200);
    }
    const answer = await askForReset(shop, { account_id: BOOKS, email });
    assertDetail(answer, 429);
    assert.ok(Number(answer.headers["retry-after"]) > 0);
    assertDetail(await askForReset(shop, { account_id: BOOKS, email }, "198.51.100.1"), 200);
  }
  shop.clock.advance({ minutes: 15 });
  assertDetail(await askForReset(shop, { account_id: BOOKS, email: shop.ann }), 200);
});

test("a user gets one reset email in five minutes, and can still log in", async (t) => {
  const shop = await openShop(t, openShopApp(t));
  await addAnn(shop);
  const ask = (from: string) => askForReset(shop, { account_id: BOOKS, email: shop.ann }, from);
  await Promise.all(["192.0.2.1", "192.0.2.2", "192.0.2.3"].map(ask));
  await ask("192.0.2.4");
  const first = await resetLinks(shop);
  assert.equal(first.length, 1);
  assert.equal((await logInWith(shop, PASSWORD)).statusCode, 200);
  shop.clock.advance({ minutes: 5 });
  await ask("192.0.2.5");
  assert.equal((await resetLinks(shop)).length, 2);
});

test("a reset request does not end a link from an admin", async (t) => {
  const shop = await openShop(t, openShopApp(t));
  const created = await shop.owner.post("/users/", { email: shop.ann, role: "cashier" });
  assert.equal(created.statusCode, 201, created.body);
  const [invitation] = await resetLinks(shop);
  await askForReset(shop, { account_id: BOOKS, email: shop.ann });
  assert.equal((await resetLinks(shop)).length, 2);
  shop.clock.advance({ minutes: 61 });
  assert.equal((await setBy(shop, invitation, NEW)).statusCode, 200);
  assert.equal((await logInWith(shop, NEW)).statusCode, 200);
});

test("using a link ends all other links of the user", async (t) => {
  const shop = await openShop(t);
  await shop.owner.post("/users/", { email: shop.ann, role: "cashier" });
  await askForReset(shop, { account_id: BOOKS, email: shop.ann });
  const [invitation, reset] = await resetLinks(shop);
  assert.equal((await setBy(shop, reset, NEW)).statusCode, 200);
  assertDetail(await setBy(shop, invitation, PASSWORD), 404);
  assert.equal((await logInWith(shop, NEW)).statusCode, 200);
});
