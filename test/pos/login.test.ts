/** Logins at the point of sale, and the limits for failed logins. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Access } from "../../src/core/access/access.ts";
import { POS_POLICY } from "../../src/core/access/failures/login-policy.ts";
import { PasswordHashing } from "../../src/core/access/password.ts";
import { APP_ROLE } from "../../src/db/roles.ts";
import { Secret } from "../../src/values/secret.ts";
import { openChecker } from "../kit/access.ts";
import { poolOf } from "../kit/database.ts";
import { hashCheaply } from "../kit/passwords.ts";
import * as pos from "../kit/pos-interface.ts";
import { openShared } from "../kit/shared.ts";

test("login returns token, user and account; ids are integers, times are UTC", async (t) => {
  const shop = await openShared(t, pos.openShop);
  const answer = await pos.logIn(shop);
  assert.equal(answer.statusCode, 200);
  pos.assertHeaders(answer);
  const { token, user, account } = answer.json();
  assert.match(token, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.equal(typeof user.id, "number");
  assert.match(user.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const { id, created_at, updated_at, ...rest } = user;
  assert.deepEqual(rest, {
    first_name: "",
    last_name: "",
    email: "owner@books.test",
    role: "admin",
    is_active: true,
  });
  assert.deepEqual(account, {
    id: 120000000001,
    name: `Shop ${pos.BOOKS}`,
    time_zone: "America/New_York",
    receipt_email: null,
    currency: "USD",
    tax_before_discount: false,
  });
});

test("login accepts urlencoded and multipart forms, with and without a trailing slash", async (t) => {
  const shop = await openShared(t, pos.openShop);
  const urlencoded = new URLSearchParams(pos.OWNER).toString();
  for (const path of ["/account/login/", "/account/login"]) {
    assert.equal((await pos.post(shop, path, urlencoded)).statusCode, 200);
    assert.equal(
      (await pos.post(shop, path, pos.multipart(pos.OWNER), pos.MULTIPART)).statusCode,
      200,
    );
  }
});

test("the case of the email address does not matter", async (t) => {
  const shop = await openShared(t, pos.openShop);
  await pos.addUser(shop.owner, pos.BOOKS, "Second@Books.test");
  for (const email of ["OWNER@books.TEST", "second@books.test"]) {
    assert.equal((await pos.logIn(shop, { ...pos.OWNER, email })).statusCode, 200);
  }
});

test("a login with missing or invalid fields lists all of them", async (t) => {
  const shop = await openShared(t, pos.openShop);
  const all = ["account_id", "email", "passsword"];
  const cases: [body: string, invalid: string[]][] = [
    ["", all],
    ["account_id=&email=&passsword=", all],
    [`account_id=${pos.BOOKS}&email=owner@books.test&password=x`, ["passsword"]],
    ["account_id=12a&email=nobody&passsword=x", ["account_id", "email"]],
    ["account_id=0&email=a@b.test&passsword=x", ["account_id"]],
    ["account_id=-1&email=a@b.test&passsword=x", ["account_id"]],
    ["account_id=1234567890123&email=a@b.test&passsword=x", ["account_id"]],
    [`account_id=1&email=${"a".repeat(300)}@b.test&passsword=${"x".repeat(300)}`, all.slice(1)],
    ["account_id=1&account_id=1&email=a@b.test&email=a@b.test&passsword=x&passsword=x", all],
    ["account_id=1%00&email=a%00@b.test&passsword=x%00", all],
    ["account_id=1&email=a%0D%0ABcc:x@b.test&passsword=x", ["email"]],
    ["__proto__=1&constructor=2&toString=3", all],
  ];
  for (const [body, invalid] of cases) {
    pos.assertFields(await pos.post(shop, "/account/login/", body), invalid, body);
  }
  const blank = pos.multipart({ account_id: "", email: "x", passsword: "\0" });
  pos.assertFields(await pos.post(shop, "/account/login/", blank, pos.MULTIPART), all);
  const bodiless = await shop.server.inject({ method: "POST", url: "/api/json/account/login/" });
  pos.assertFields(bodiless, all);
});

test("a body that is not UTF-8, damaged or has 10,000 fields is refused", async (t) => {
  const shop = await openShared(t, pos.openShop);
  const bodies: [body: string | Buffer, type: string][] = [
    [Buffer.from("email=\xff", "latin1"), pos.FORM],
    ["email=%ff", pos.FORM],
    ["a=1&".repeat(10_000), pos.FORM],
    [Buffer.from(pos.multipart({ email: "\xff" }), "latin1"), pos.MULTIPART.type],
    [pos.multipart(pos.OWNER).slice(0, -8), pos.MULTIPART.type],
    [pos.multipart({ a: "1" }).replace("--x--\r\n", "").repeat(10_000), pos.MULTIPART.type],
    [pos.multipart(pos.OWNER), "multipart/form-data"],
  ];
  for (const [body, type] of bodies) {
    pos.assertFields(await pos.post(shop, "/account/login/", body, { type }), ["body"]);
  }
});

test("a wrong account, email or password and a disabled user get the same answer", async (t) => {
  const shop = await openShared(t, pos.openShop);
  await pos.addAccount(shop.owner, pos.CLINIC);
  await pos.addUser(shop.owner, pos.CLINIC, "owner@clinic.test");
  await pos.addUser(shop.owner, pos.BOOKS, "left@books.test");
  await pos.addUser(shop.owner, pos.BOOKS, "invited@books.test", { hash: null });
  await shop.owner.rows`update accounts set is_active = false where id = ${pos.CLINIC}`;
  await shop.owner.rows`update pos_users set is_active = false where email = 'left@books.test'`;
  const answers = await Promise.all(
    [
      { passsword: "certification-owneR" },
      { email: "nobody@books.test" },
      { account_id: "999999999999" },
      { account_id: pos.CLINIC },
      { account_id: pos.CLINIC, email: "owner@clinic.test" },
      { email: "left@books.test" },
      { email: "invited@books.test" },
    ].map((wrong) => pos.logIn(shop, { ...pos.OWNER, ...wrong })),
  );
  for (const answer of answers) pos.assertDetail(answer, 401);
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1);
});

test("an unknown user takes as much time as a wrong password", async (t) => {
  const shop = await openShared(t, pos.openShop);
  const passwords = new PasswordHashing();
  const api = await pos.openApi(t, shop.app, { clock: shop.clock, passwords });
  const hash = await passwords.hash(new Secret(pos.PASSWORD));
  await pos.addUser(shop.owner, pos.BOOKS, "clerk@books.test", { hash });
  // Measures processor time, so that a busy machine does not affect the test.
  const spend = async (fields: pos.Fields) => {
    const before = process.cpuUsage();
    assert.equal((await pos.logIn(api, fields)).statusCode, 401);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const spent = { known: [] as number[], unknown: [] as number[] };
  for (let run = 0; run < 8; run++) {
    spent.known.push(await spend({ ...pos.OWNER, email: "clerk@books.test", passsword: "wrong" }));
    spent.unknown.push(await spend({ ...pos.OWNER, account_id: "5", email: "x@y.test" }));
  }
  const [known, unknown] = [Math.min(...spent.known), Math.min(...spent.unknown)];
  assert.ok(unknown > known / 2, `${unknown} µs against ${known} µs`);
});

test("users of two accounts with the same email address are different users", async (t) => {
  const shop = await pos.openShop(t);
  await pos.addAccount(shop.owner, pos.CLINIC);
  const other = await hashCheaply(new Secret("another-password"));
  const id = await pos.addUser(shop.owner, pos.CLINIC, "owner@books.test", { hash: other });
  assert.equal((await pos.logIn(shop, { ...pos.OWNER, account_id: pos.CLINIC })).statusCode, 401);
  const answer = await pos.logIn(shop, {
    ...pos.OWNER,
    account_id: pos.CLINIC,
    passsword: "another-password",
  });
  assert.equal(answer.json().user.id, id);
  assert.equal(answer.json().account.id, Number(pos.CLINIC));
  const token = answer.json().token;
  assert.equal((await pos.get(shop, `/account?token=${token}`)).json().id, Number(pos.CLINIC));
});

test("ten failures for an email address lock it, across processes and concurrent requests", async (t) => {
  const shop = await pos.openShop(t);
  const pool = poolOf(shop.url, APP_ROLE);
  const second = await pos.openApi(t, pool, { clock: shop.clock });
  shop.beforeDrop(() => pool.close());
  const wrong = { ...pos.OWNER, passsword: "wrong" };
  const attempts = Array.from({ length: 20 }, (_, n) =>
    pos.logIn(n % 2 ? shop : second, { ...wrong, email: n % 3 ? wrong.email : "OWNER@BOOKS.TEST" }),
  );
  const answers = await Promise.all(attempts);
  assert.deepEqual(pos.tally(answers), { 401: 10, 429: 10 });
  pos.assertDetail(await pos.logIn(shop), 429, "not even the right password");
  const elsewhere = await pos.logIn(shop, pos.OWNER, "192.0.2.1");
  assert.equal(elsewhere.statusCode, 200, "another address is not locked");
});

test("a lock ends fifteen minutes after the failures, and refused logins do not extend it", async (t) => {
  const shop = await pos.openShop(t);
  const wrong = { ...pos.OWNER, passsword: "wrong" };
  await Promise.all(Array.from({ length: 10 }, () => pos.logIn(shop, wrong)));
  shop.clock.advance({ minutes: 14, seconds: 59 });
  pos.assertDetail(await pos.logIn(shop), 429);
  shop.clock.advance({ seconds: 1 });
  assert.equal((await pos.logIn(shop)).statusCode, 200);
});

test("successful logins are not counted", async (t) => {
  const shop = await openShared(t, pos.openShop);
  for (let time = 0; time < 12; time++) assert.equal((await pos.logIn(shop)).statusCode, 200);
});

test("a hundred failures from one IP address lock it", async (t) => {
  const shop = await pos.openShop(t);
  const access = new Access({ database: shop.app, custody: pos.custody, clock: shop.clock });
  const guesser = openChecker({ access }, POS_POLICY);
  for (let n = 0; n < 90; n++) await guesser.attempt(`${n}@books.test`, "wrong", "192.0.2.1");
  const attempts = Array.from({ length: 20 }, (_, n) =>
    pos.logIn(shop, { ...pos.OWNER, email: `guess${n}@books.test` }, "192.0.2.1"),
  );
  assert.deepEqual(pos.tally(await Promise.all(attempts)), { 401: 10, 429: 10 });
  pos.assertDetail(await pos.logIn(shop, pos.OWNER, "192.0.2.1"), 429);
  assert.equal((await pos.logIn(shop, pos.OWNER, "192.0.2.2")).statusCode, 200);
});

test("only digests of tokens and entered email addresses are stored", async (t) => {
  const shop = await openShared(t, pos.openShop);
  const token = await pos.logInForToken(shop);
  await pos.logIn(shop, { ...pos.OWNER, email: "secret@books.test" });
  const [row] = await shop.owner.rows<{ dump: string }>`
    select (select string_agg(s::text, '') from pos_sessions s)
      || (select string_agg(f::text, '') from login_failures f) as dump`;
  assert.ok(row);
  for (const clear of [token, "secret@books.test"]) {
    assert.ok(!row.dump.includes(clear));
    assert.ok(!row.dump.includes(Buffer.from(clear).toString("hex")));
  }
});
