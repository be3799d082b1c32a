/** Area C: logging in at the point of sale, and what stops those who guess. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Access } from "../../src/core/access/access.ts";
import { POS_POLICY } from "../../src/core/access/failures/login-policy.ts";
import { hashPassword } from "../../src/core/access/password.ts";
import { APP_ROLE } from "../../src/db/roles.ts";
import { Secret } from "../../src/values/secret.ts";
import { openChecker } from "../kit/access.ts";
import { poolOf } from "../kit/database.ts";
import {
  addAccount,
  addUser,
  assertDetail,
  assertFields,
  assertHeaders,
  BOOKS,
  CLINIC,
  custody,
  type Fields,
  FORM,
  get,
  logIn,
  MULTIPART,
  multipart,
  OWNER,
  openApi,
  openShop,
  post,
  tally,
  tokenOf,
} from "../kit/pos-interface.ts";

test("login answers token, user and account; ids are integers, moments are UTC", async (t) => {
  const shop = await openShop(t);
  const answer = await logIn(shop);
  assert.equal(answer.statusCode, 200);
  assertHeaders(answer);
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
    name: `Shop ${BOOKS}`,
    time_zone: "America/New_York",
    receipt_email: null,
    currency: "USD",
    tax_before_discount: false,
  });
});

test("login is taken urlencoded and multipart, with and without its last slash", async (t) => {
  const shop = await openShop(t);
  const urlencoded = new URLSearchParams(OWNER).toString();
  for (const path of ["/account/login/", "/account/login"]) {
    assert.equal((await post(shop, path, urlencoded)).statusCode, 200);
    assert.equal((await post(shop, path, multipart(OWNER), MULTIPART)).statusCode, 200);
  }
});

test("an email address is the same in any case", async (t) => {
  const shop = await openShop(t);
  await addUser(shop.owner, BOOKS, "Second@Books.test");
  for (const email of ["OWNER@books.TEST", "second@books.test"]) {
    assert.equal((await logIn(shop, { ...OWNER, email })).statusCode, 200);
  }
});

test("a login with missing or malformed fields names all of them at once", async (t) => {
  const shop = await openShop(t);
  const all = ["account_id", "email", "passsword"];
  const cases: [body: string, invalid: string[]][] = [
    ["", all],
    ["account_id=&email=&passsword=", all],
    [`account_id=${BOOKS}&email=owner@books.test&password=x`, ["passsword"]],
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
    assertFields(await post(shop, "/account/login/", body), invalid, body);
  }
  const blank = multipart({ account_id: "", email: "x", passsword: "\0" });
  assertFields(await post(shop, "/account/login/", blank, MULTIPART), all);
  const bodiless = await shop.server.inject({ method: "POST", url: "/api/json/account/login/" });
  assertFields(bodiless, all);
});

test("a body that is not UTF-8, damaged or of 10,000 fields is refused as a whole", async (t) => {
  const shop = await openShop(t);
  const bodies: [body: string | Buffer, type: string][] = [
    [Buffer.from("email=\xff", "latin1"), FORM],
    ["email=%ff", FORM],
    ["a=1&".repeat(10_000), FORM],
    [Buffer.from(multipart({ email: "\xff" }), "latin1"), MULTIPART.type],
    [multipart(OWNER).slice(0, -8), MULTIPART.type],
    [multipart({ a: "1" }).replace("--x--\r\n", "").repeat(10_000), MULTIPART.type],
    [multipart(OWNER), "multipart/form-data"],
  ];
  for (const [body, type] of bodies) {
    assertFields(await post(shop, "/account/login/", body, { type }), ["body"]);
  }
});

test("wrong account, email or password, and whoever is disabled, are refused alike", async (t) => {
  const shop = await openShop(t);
  await addAccount(shop.owner, CLINIC);
  await addUser(shop.owner, CLINIC, "owner@clinic.test");
  await addUser(shop.owner, BOOKS, "left@books.test");
  await addUser(shop.owner, BOOKS, "invited@books.test", { hash: null });
  await shop.owner.rows`update accounts set is_active = false where id = ${CLINIC}`;
  await shop.owner.rows`update pos_users set is_active = false where email = 'left@books.test'`;
  const answers = await Promise.all(
    [
      { passsword: "certification-owneR" },
      { email: "nobody@books.test" },
      { account_id: "999999999999" },
      { account_id: CLINIC },
      { account_id: CLINIC, email: "owner@clinic.test" },
      { email: "left@books.test" },
      { email: "invited@books.test" },
    ].map((wrong) => logIn(shop, { ...OWNER, ...wrong })),
  );
  for (const answer of answers) assertDetail(answer, 401);
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1);
});

test("an unknown user costs as much time as a wrong password", async (t) => {
  const shop = await openShop(t);
  // The processor's time, not the clock's: a busy machine must not decide this test.
  const spend = async (fields: Fields) => {
    const before = process.cpuUsage();
    assert.equal((await logIn(shop, fields)).statusCode, 401);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const spent = { known: [] as number[], unknown: [] as number[] };
  for (let run = 0; run < 8; run++) {
    spent.known.push(await spend({ ...OWNER, passsword: "wrong" }));
    spent.unknown.push(await spend({ ...OWNER, account_id: "5", email: "x@y.test" }));
  }
  const [known, unknown] = [Math.min(...spent.known), Math.min(...spent.unknown)];
  assert.ok(unknown > known / 2, `${unknown} µs against ${known} µs`);
});

test("another account's user of the same email address is another user", async (t) => {
  const shop = await openShop(t);
  await addAccount(shop.owner, CLINIC);
  const other = await hashPassword(new Secret("another-password"));
  const id = await addUser(shop.owner, CLINIC, "owner@books.test", { hash: other });
  assert.equal((await logIn(shop, { ...OWNER, account_id: CLINIC })).statusCode, 401);
  const answer = await logIn(shop, { ...OWNER, account_id: CLINIC, passsword: "another-password" });
  assert.equal(answer.json().user.id, id);
  assert.equal(answer.json().account.id, Number(CLINIC));
  const token = answer.json().token;
  assert.equal((await get(shop, `/account?token=${token}`)).json().id, Number(CLINIC));
});

test("ten failures of one email address, however many processes and requests at once, lock it", async (t) => {
  const shop = await openShop(t);
  const pool = poolOf(shop.url, APP_ROLE);
  const second = await openApi(t, pool, { clock: shop.clock });
  shop.beforeDrop(() => pool.close());
  const wrong = { ...OWNER, passsword: "wrong" };
  const attempts = Array.from({ length: 20 }, (_, n) =>
    logIn(n % 2 ? shop : second, { ...wrong, email: n % 3 ? wrong.email : "OWNER@BOOKS.TEST" }),
  );
  const answers = await Promise.all(attempts);
  assert.deepEqual(tally(answers), { 401: 10, 429: 10 });
  assertDetail(await logIn(shop), 429, "not even the right password");
  const elsewhere = await logIn(shop, OWNER, "192.0.2.1");
  assert.equal(elsewhere.statusCode, 200, "another address is not locked");
});

test("a lock ends fifteen minutes after the failures, and refusals do not prolong it", async (t) => {
  const shop = await openShop(t);
  const wrong = { ...OWNER, passsword: "wrong" };
  await Promise.all(Array.from({ length: 10 }, () => logIn(shop, wrong)));
  shop.clock.advance({ minutes: 14, seconds: 59 });
  assertDetail(await logIn(shop), 429);
  shop.clock.advance({ seconds: 1 });
  assert.equal((await logIn(shop)).statusCode, 200);
});

test("right logins are never counted", async (t) => {
  const shop = await openShop(t);
  for (let time = 0; time < 12; time++) assert.equal((await logIn(shop)).statusCode, 200);
});

test("a hundred failures from one address lock the address", async (t) => {
  const shop = await openShop(t);
  const access = new Access({ database: shop.app, custody, clock: shop.clock });
  const guesser = openChecker({ access }, POS_POLICY);
  for (let n = 0; n < 90; n++) await guesser.attempt(`${n}@books.test`, "wrong", "192.0.2.1");
  const attempts = Array.from({ length: 20 }, (_, n) =>
    logIn(shop, { ...OWNER, email: `guess${n}@books.test` }, "192.0.2.1"),
  );
  assert.deepEqual(tally(await Promise.all(attempts)), { 401: 10, 429: 10 });
  assertDetail(await logIn(shop, OWNER, "192.0.2.1"), 429);
  assert.equal((await logIn(shop, OWNER, "192.0.2.2")).statusCode, 200);
});

test("only digests are kept of a token and of a typed email address", async (t) => {
  const shop = await openShop(t);
  const token = await tokenOf(shop);
  await logIn(shop, { ...OWNER, email: "secret@books.test" });
  const [row] = await shop.owner.rows<{ dump: string }>`
    select (select string_agg(s::text, '') from pos_sessions s)
      || (select string_agg(f::text, '') from login_failures f) as dump`;
  assert.ok(row);
  for (const clear of [token, "secret@books.test"]) {
    assert.ok(!row.dump.includes(clear));
    assert.ok(!row.dump.includes(Buffer.from(clear).toString("hex")));
  }
});
