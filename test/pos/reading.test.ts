/** The point of sale through HTTP: sessions, the account, and the form of answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Unavailable } from "../../src/wire/internal-error.ts";
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
  get,
  logIn,
  logInForToken,
  MULTIPART,
  multipart,
  OWNER,
  openApi,
  openShop,
  PASSWORD,
  post,
} from "../kit/pos-interface.ts";
import { openShared } from "../kit/shared.ts";

test("the account can be viewed with and without a trailing slash", async (t) => {
  const shop = await openShared(t, openShop);
  const token = await logInForToken(shop);
  for (const path of ["/account", "/account/"]) {
    const answer = await get(shop, `${path}?token=${token}`);
    assert.equal(answer.statusCode, 200);
    assertHeaders(answer);
    assert.deepEqual(answer.json(), {
      id: 120000000001,
      name: `Shop ${BOOKS}`,
      time_zone: "America/New_York",
      receipt_email: null,
      currency: "USD",
      tax_before_discount: false,
    });
  }
});

test("every call refuses a missing, unknown or malformed token", async (t) => {
  const shop = await openShared(t, openShop);
  const token = await logInForToken(shop);
  const unknown = "00000000-0000-4000-8000-000000000000";
  const queries = ["", "?token=", `?token=${unknown}`, "?token=%00", `?token=${token}x`];
  queries.push(`?token=${token}&token=${token}`, `?Token=${token}`, `?token[]=${token}`);
  for (const query of queries) {
    assertDetail(await get(shop, `/account${query}`), 401, query);
    assertDetail(await get(shop, `/account/logout/${query}`), 401, query);
    assertDetail(await post(shop, `/account${query}`, "name=x"), 401, query);
  }
  const inBody = await post(shop, "/account", `name=x&token=${token}`);
  assertDetail(inBody, 401, "a token in the body is no token");
});

test("logout is 204 and ends only this token", async (t) => {
  const shop = await openShared(t, openShop);
  const [token, other] = [await logInForToken(shop), await logInForToken(shop)];
  const answer = await get(shop, `/account/logout/?token=${token}`);
  assert.equal(answer.statusCode, 204);
  assert.equal(answer.body, "");
  assert.equal(answer.headers["content-type"], undefined);
  assert.equal(answer.headers["cache-control"], "no-store");
  assert.equal(answer.headers["referrer-policy"], "no-referrer");
  assertDetail(await get(shop, `/account?token=${token}`), 401);
  assertDetail(await get(shop, `/account/logout?token=${token}`), 401);
  assert.equal((await get(shop, `/account?token=${other}`)).statusCode, 200);
});

test("a token expires 30 days after its last use", async (t) => {
  const shop = await openShop(t);
  const token = await logInForToken(shop);
  const ask = () => get(shop, `/account?token=${token}`);
  for (let use = 0; use < 3; use++) {
    shop.clock.advance({ hours: 30 * 24 - 1, minutes: 59, seconds: 59 });
    assert.equal((await ask()).statusCode, 200);
  }
  shop.clock.advance({ hours: 30 * 24 });
  assertDetail(await ask(), 401);
});

test("the use of a token is written at most once a minute", async (t) => {
  const shop = await openShop(t);
  const token = await logInForToken(shop);
  const usedAfter = async (duration: Temporal.DurationLike) => {
    shop.clock.advance(duration);
    await get(shop, `/account?token=${token}`);
    const [row] = await shop.owner.rows<{ used_at: Temporal.Instant }>`
      select used_at from pos_sessions`;
    return row?.used_at.toString();
  };
  assert.equal(await usedAfter({ seconds: 59 }), "2026-11-15T12:00:00Z");
  assert.equal(await usedAfter({ seconds: 1 }), "2026-11-15T12:01:00Z");
  assert.equal(await usedAfter({ seconds: 59 }), "2026-11-15T12:01:00Z");
});

test("a user who is disabled after the login is refused immediately", async (t) => {
  const shop = await openShop(t);
  const token = await logInForToken(shop);
  const ask = () => get(shop, `/account?token=${token}`);
  await shop.owner.rows`update pos_users set is_active = false`;
  assertDetail(await ask(), 401);
  await shop.owner.rows`update pos_users set is_active = true`;
  assert.equal((await ask()).statusCode, 200);
  await shop.owner.rows`update accounts set is_active = false`;
  assertDetail(await ask(), 401);
});

test("an update changes only the sent fields and returns the record", async (t) => {
  const shop = await openShop(t);
  const token = await logInForToken(shop);
  const update = (body: string, options = {}) =>
    post(shop, `/account/?token=${token}`, body, options);
  const record = { id: 120000000001, currency: "USD", tax_before_discount: false };

  const first = await update(
    "name=B%C3%BCcher+%26+Co&receipt_email=desk@books.test&id=7&currency=EUR",
  );
  const named = { ...record, name: "Bücher & Co", receipt_email: "desk@books.test" };
  assert.deepEqual(first.json(), { ...named, time_zone: "America/New_York" });
  assertHeaders(first);

  const second = await update(multipart({ time_zone: "europe/berlin" }), MULTIPART);
  assert.deepEqual(second.json(), { ...named, time_zone: "Europe/Berlin" });
  const third = await update("receipt_email=");
  assert.deepEqual(third.json(), { ...second.json(), receipt_email: null });
  const nothing = await shop.server.inject({
    method: "POST",
    url: `/api/json/account?token=${token}`,
  });
  assert.deepEqual(nothing.json(), third.json());
  assert.deepEqual((await get(shop, `/account?token=${token}`)).json(), third.json());
});

test("an invalid update lists every invalid field and changes nothing", async (t) => {
  const shop = await openShared(t, openShop);
  const token = await logInForToken(shop);
  const cases: [body: string, invalid: string[]][] = [
    ["name=&receipt_email=nobody&time_zone=Mars/Olympus", ["name", "receipt_email", "time_zone"]],
    ["name=+++", ["name"]],
    ["name=a%0Ab", ["name"]],
    [`name=${"n".repeat(101)}&receipt_email=ok@books.test`, ["name"]],
    ["name=Good&time_zone=", ["time_zone"]],
    ["name=Good&time_zone=%2B05:00", ["time_zone"]],
    ["name=Good&time_zone=2020-01-01T00:00[Europe/Berlin]", ["time_zone"]],
    ["name=Good&receipt_email=a@b.test,c@d.test", ["receipt_email"]],
    ["name=Good&name=Better", ["name"]],
    ["receipt_email=&receipt_email=", ["receipt_email"]],
  ];
  for (const [body, invalid] of cases) {
    assertFields(await post(shop, `/account?token=${token}`, body), invalid, body);
  }
  const account = (await get(shop, `/account?token=${token}`)).json();
  assert.equal(account.name, `Shop ${BOOKS}`);
  assert.equal(account.receipt_email, null);
});

test("only admins can change the account; every role can view it", async (t) => {
  const shop = await openShared(t, openShop);
  for (const role of ["manager", "cashier"]) {
    const email = `${role}@books.test`;
    await addUser(shop.owner, BOOKS, email, { role });
    const token = await logInForToken(shop, { ...OWNER, email });
    assertDetail(await post(shop, `/account?token=${token}`, "name=Mine"), 403, role);
    assert.equal((await get(shop, `/account?token=${token}`)).json().name, `Shop ${BOOKS}`);
  }
});

test("an update changes no other account", async (t) => {
  const shop = await openShop(t);
  await addAccount(shop.owner, CLINIC);
  await post(shop, `/account?token=${await logInForToken(shop)}`, `name=Mine&id=${CLINIC}`);
  const names = await shop.owner.rows<{ name: string }>`select name from accounts order by id`;
  assert.deepEqual(names, [{ name: "Mine" }, { name: `Shop ${CLINIC}` }]);
});

test("an unknown path is 404, a known path with another method is 405", async (t) => {
  const shop = await openShared(t, openShop);
  for (const path of ["", "/", "/nothing", "/account/none/", "/account/login/more"]) {
    assertDetail(await get(shop, path), 404, path);
    assertDetail(await post(shop, path, "{}", { type: "application/json" }), 404, path);
  }
  const put = (url: string) => shop.server.inject({ method: "PUT", url, payload: "x" });
  assertDetail(await get(shop, "/account/login/"), 405);
  assertDetail(await post(shop, "/account/logout/", ""), 405);
  const answer = await put("/api/json/account/");
  assertDetail(answer, 405);
  assert.deepEqual(answer.headers.allow?.split(", ").sort(), ["GET", "HEAD", "OPTIONS", "POST"]);
  const options = await shop.server.inject({ method: "OPTIONS", url: "/api/json/account/" });
  assert.deepEqual([options.statusCode, options.body], [204, ""]);
  assert.equal(options.headers.allow, answer.headers.allow);
  const query = await shop.server.inject({ method: "QUERY" as "GET", url: "/api/json/account/" });
  assertDetail(query, 405);
});

test("another content type or a file is 415; a body that is too large is 413", async (t) => {
  const shop = await openShared(t, openShop);
  const path = "/account/login/";
  const file = multipart(OWNER).replace('"email"', '"email"; filename="e.txt"');
  for (const type of ["application/json", "text/plain", "application/xml", "nonsense"]) {
    assertDetail(await post(shop, path, JSON.stringify(OWNER), { type }), 415, type);
  }
  assertDetail(await post(shop, path, file, MULTIPART), 415);
  const large = "x".repeat(2 ** 20);
  assertDetail(await post(shop, path, `email=${large}`), 413);
  assertDetail(await post(shop, path, multipart({ email: large }), MULTIPART), 413);
  assertDetail(
    await post(shop, path, multipart({ email: large.slice(0, 2 ** 19) }), MULTIPART),
    413,
  );
});

test("an unavailable database is 503, another failure is 500, and each is logged once", async (t) => {
  const away = poolOf("postgres://postgres@127.0.0.1:1/none");
  t.after(() => away.close());
  const closed = await openApi(t, away);
  const unavailable = await logIn(closed);
  assertDetail(unavailable, 503);
  assert.match(unavailable.json().detail, /[Tt]ry again/);
  assert.equal(closed.log.length, 1);

  const keys = { ...custody, fingerprint: () => assert.fail("the key is gone") };
  const broken = await openApi(t, away, { keys });
  const failed = await logIn(broken);
  assertDetail(failed, 500);
  assert.doesNotMatch(failed.body, /key/);
  assert.equal(broken.log.length, 1);
  for (const line of [...closed.log, ...broken.log]) assert.ok(!line.includes(PASSWORD));
});

test("during shutdown the answer is 503, and nothing is logged", async (t) => {
  const closing = () => {
    throw new Unavailable("shutting down");
  };
  const shop = await openShared(t, openShop);
  const api = await openApi(t, shop.app, { keys: { ...custody, fingerprint: closing } });
  assertDetail(await logIn(api), 503);
  assert.deepEqual(api.log, []);
});

test("a database lost in the middle is 503, and calls work again once it is back", async (t) => {
  const shop = await openShop(t);
  const token = await logInForToken(shop);
  await shop.owner.rows`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  const answers = await Promise.all([1, 2, 3].map(() => get(shop, `/account?token=${token}`)));
  for (const { statusCode } of answers) assert.ok(statusCode === 200 || statusCode === 503);
  assert.equal((await get(shop, `/account?token=${token}`)).statusCode, 200);
});
