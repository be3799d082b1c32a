/** Locks and rate limits at the interfaces: each answers in its own format. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Access } from "../../src/core/access/access.ts";
import { GATEWAY_POLICY } from "../../src/core/access/failures/login-policy.ts";
import { PasswordHashing } from "../../src/core/access/password.ts";
import { Secret } from "../../src/values/secret.ts";
import { openChecker } from "../kit/access.ts";
import { ACCOUNT, OTHER_ACCOUNT, openSecondApp, openTestApp, type TestApp } from "../kit/app.ts";

const HOME = "127.0.0.1";
const LOGIN = "/api/json/account/login/";
const FORM = "application/x-www-form-urlencoded";
const STATUS = { action: "GET_TRANSACTION_ID", response_format: "JSON" };
const OWNER = { account_id: ACCOUNT.account_id, email: "owner@books.test" };

type Server = Pick<TestApp, "server">;

function postForm({ server }: Server, url: string, form: Record<string, string>, from = HOME) {
  const payload = new URLSearchParams(form).toString();
  const headers = { "content-type": FORM };
  return server.inject({ method: "POST", url, headers, payload, remoteAddress: from });
}

/** One call of each interface. Returns the result in one line. */
const INTERFACES: Record<string, (app: Server, secret?: string, from?: string) => Promise<string>> =
  {
    management: async ({ server }, password = "certification-partner", from = HOME) => {
      const authorization = `Basic ${Buffer.from(`harbor:${password}`).toString("base64")}`;
      const url = "/api/v1/partners";
      const reply = await server.inject({ url, headers: { authorization }, remoteAddress: from });
      return `${reply.statusCode} ${reply.json().errorCode ?? "good"}`;
    },
    parser: async ({ server }, partnerKey = "harbor-certification-key-00000001", from = HOME) => {
      const reply = await server.inject({
        method: "POST",
        url: "/api/decrypt/parser",
        payload: { partnerId: "harbor", partnerKey },
        remoteAddress: from,
      });
      // A caller who is logged in gets the error of a missing device type.
      return reply.json().errCode === 2000 ? "good" : `${reply.statusCode} ${reply.json().errCode}`;
    },
    pos: async (app, passsword = "certification-owner", from = HOME) => {
      const reply = await postForm(app, LOGIN, { ...OWNER, passsword }, from);
      return reply.statusCode === 200 ? "good" : `${reply.statusCode} ${reply.json().detail}`;
    },
    status: async (app, api_accesskey = ACCOUNT.api_accesskey, from = HOME) => {
      const form = { ...ACCOUNT, ...STATUS, api_accesskey };
      const reply = await postForm(app, "/api/tsapi/3.8", form, from);
      return `${reply.statusCode} ${reply.json().error_code}`;
    },
    payment: async (app, api_accesskey = ACCOUNT.api_accesskey, from = HOME) => {
      const form = { ...ACCOUNT, api_accesskey };
      const reply = await postForm(app, "/api/qsapi/3.8", form, from);
      return `${reply.statusCode} ${new URLSearchParams(reply.body).get("error_code")}`;
    },
    reporting: async (app, api_accesskey = ACCOUNT.api_accesskey, from = HOME) => {
      const form = { ...ACCOUNT, api_accesskey };
      const reply = await postForm(app, "/api/rsapi/3.8", form, from);
      return `${reply.statusCode} ${reply.headers["qs-response-code"]}`;
    },
  };

const WRONG_TEN_TIMES: [
  api: keyof typeof INTERFACES,
  wrong: string,
  locked: string,
  minutes: number,
][] = [
  ["management", "401 7401", "401 7401", 30],
  ["parser", "401 1003", "429 3004", 15],
  [
    "pos",
    "401 The account id, the email address or the password is wrong.",
    "429 Too many failed logins. Try again in 15 minutes.",
    15,
  ],
];

test("ten wrong secrets lock a caller, and each interface answers in its own format", async (t) => {
  const app = await openTestApp(t);
  for (const [name, wrong, locked, minutes] of WRONG_TEN_TIMES) {
    const api = INTERFACES[name] ?? assert.fail();
    for (let n = 0; n < 10; n++) assert.equal(await api(app, `guess ${n}`), wrong, name);
    for (const secret of ["guess", undefined]) assert.equal(await api(app, secret), locked, name);
    app.clock.advance({ minutes });
    assert.match(await api(app), /good/, name);
  }
});

test("C: a locked user is told how many minutes are left", async (t) => {
  const app = await openTestApp(t);
  const login = INTERFACES["pos"] ?? assert.fail();
  for (let n = 0; n < 10; n++) await login(app, `guess ${n}`);
  for (const [minutes, wait] of [
    [9, "6 minutes"],
    [5, "a minute"],
  ] as const) {
    app.clock.advance({ minutes });
    assert.equal(await login(app), `429 Too many failed logins. Try again in ${wait}.`);
  }
});

test("A: a locked user gets exactly the answer of a wrong password", async (t) => {
  const app = await openTestApp(t);
  const answer = async (password: string) => {
    const authorization = `Basic ${Buffer.from(`harbor:${password}`).toString("base64")}`;
    const reply = await app.server.inject({ url: "/api/v1/partners", headers: { authorization } });
    const { uuid, ...body } = reply.json();
    return [reply.statusCode, reply.headers["www-authenticate"], body];
  };
  const wrong = await answer("guess");
  for (let n = 0; n < 10; n++) await answer(`guess ${n}`);
  assert.deepEqual(await answer("certification-partner"), wrong);
  const retail = `Basic ${Buffer.from("harbor-retail:certification-partner").toString("base64")}`;
  const headers = { authorization: retail };
  const other = await app.server.inject({ url: "/api/v1/partners", headers });
  assert.equal(other.statusCode, 200, "nobody else is locked out");
});

test("D, E: after a hundred wrong keys the answer stays the same, and no key is looked up", async (t) => {
  const app = await openTestApp(t);
  const { database, custody, clock } = app;
  const access = new Access({ database: database.app, custody, clock });
  const { attempt } = openChecker({ access }, GATEWAY_POLICY);
  const told = {
    status: "200 20001",
    payment: "200 20001",
    reporting: "200 601 Authentication Failed",
  };
  for (let n = 0; n < 100; n++) await attempt(ACCOUNT.account_id, `guess ${n}`, HOME);
  for (const name of ["status", "payment", "reporting"] as const) {
    assert.equal(await INTERFACES[name]?.(app), told[name]);
  }
  assert.equal(
    await INTERFACES["status"]?.(app, undefined, "192.0.2.1"),
    "200 0",
    "elsewhere it is good",
  );
  await database.owner.rows`alter table account_keys rename to mislaid`;
  for (const name of ["status", "payment", "reporting"] as const) {
    assert.equal(await INTERFACES[name]?.(app), told[name]);
  }
});

test("the same email address and password at two accounts are judged separately", async (t) => {
  const app = await openTestApp(t);
  const passsword = "certification-manager";
  const logIn = (account_id: string) => {
    const form = { account_id, email: "manager@books.test", passsword };
    return postForm(app, "/api/json/account/login/", form);
  };
  const [here, elsewhere] = await Promise.all([
    logIn(ACCOUNT.account_id),
    logIn(OTHER_ACCOUNT.account_id),
  ]);
  assert.deepEqual([here.statusCode, elsewhere.statusCode], [200, 401]);
});

test('too many logins at once are refused with "try again" and a short wait', async (t) => {
  const passwords = new PasswordHashing();
  const app = await openTestApp(t, {}, { passwords });
  const hash = await passwords.hash(new Secret("a password at the product's cost"));
  await app.database.owner.rows`update contact_credentials set password_hash = ${hash}`;
  await app.database.owner.rows`update pos_users set password_hash = ${hash}`;
  // Two are computed and sixty wait. The total depends on how fast they arrive.
  const each = Array.from({ length: 100 }, (_, n) => `192.0.2.${n}`);
  const [management, pos] = await Promise.all([
    Promise.all(each.map((from) => INTERFACES["management"]?.(app, "x", from))),
    Promise.all(each.map((from) => postForm(app, LOGIN, { ...OWNER, passsword: "x" }, from))),
  ]);
  assert.ok(management.filter((answer) => answer === "429 7429").length > 0);
  const held = pos.filter(({ body }) => body.includes("Too many requests."));
  assert.ok(held.length > 0);
  assert.deepEqual(new Set(held.map(({ statusCode }) => statusCode)), new Set([429]));
  assert.deepEqual(new Set(held.map(({ headers }) => headers["retry-after"])), new Set(["1"]));
  // On a busy machine some wait too long for the database, which is also answered with "try again".
  const all = [...management, ...pos.map(({ statusCode }) => `${statusCode} `)];
  assert.deepEqual(
    all.filter((answer) => !/^(4\d\d|5\d\d) /.test(answer ?? "")),
    [],
  );
});

const TOO_FAST: Record<keyof typeof INTERFACES, string> = {
  management: "429 7429",
  parser: "429 3004",
  pos: "429 Too many requests. Try again in a moment.",
  status: "200 50000",
  payment: "200 50000",
  reporting: "200 611 Data Unavailable",
};

test("an address over its rate limit is refused in each interface's own format", async (t) => {
  const app = await openTestApp(t, {}, { addressPerSecond: 0.001, addressBurst: 2 });
  for (const [index, [name, api]] of Object.entries(INTERFACES).entries()) {
    const from = `127.0.1.${index}`;
    for (let n = 0; n < 2; n++) assert.notEqual(await api(app, undefined, from), TOO_FAST[name]);
    assert.equal(await api(app, undefined, from), TOO_FAST[name], name);
    assert.notEqual(await api(app, undefined, `127.0.2.${index}`), TOO_FAST[name], name);
  }
  for (const url of ["/health/live", "/health/ready", "/openapi.json"]) {
    for (let n = 0; n < 5; n++) assert.equal((await app.server.inject(url)).statusCode, 200, url);
  }
});

test("an account or partner over its rate limit is refused from any address", async (t) => {
  const app = await openTestApp(t, {}, { callerPerSecond: 0.001, callerBurst: 3 });
  const { management, parser, status, payment, reporting } = INTERFACES;
  for (const interfaces of [
    { status, payment, reporting },
    { management, parser },
  ]) {
    const calls = Object.values(interfaces);
    for (let n = 0; n < 3; n++) {
      const [api] = calls;
      assert.match((await api?.(app, undefined, `127.0.1.${n}`)) ?? "", /200/);
    }
    for (const [name, api] of Object.entries(interfaces)) {
      assert.equal(await api?.(app, undefined, "127.0.1.9"), TOO_FAST[name], name);
    }
  }
  const other = { ...OTHER_ACCOUNT, ...STATUS };
  assert.equal((await postForm(app, "/api/tsapi/3.8", other)).json().error_code, 0);
});

test("C: a point of sale over its rate limit is refused", async (t) => {
  const app = await openTestApp(t, {}, { callerPerSecond: 0.001, callerBurst: 2 });
  const form = { ...OWNER, passsword: "certification-owner" };
  const { token } = (await postForm(app, "/api/json/account/login/", form)).json();
  const look = async () => (await app.server.inject(`/api/json/account?token=${token}`)).statusCode;
  assert.deepEqual([await look(), await look(), await look()], [200, 200, 429]);
});

test("limits of 0 mean unlimited", async (t) => {
  const bursts = { addressBurst: 3, callerBurst: 3 };
  const app = await openTestApp(t, {}, { addressPerSecond: 0, callerPerSecond: 0, ...bursts });
  for (let n = 0; n < 20; n++) assert.equal(await INTERFACES["status"]?.(app), "200 0");
});

/** Two processes on one database, each with its own watch for changes. */
async function openTwo(t: Parameters<typeof openTestApp>[0]) {
  const one = await openTestApp(t);
  return { one, servers: [one.server, await openSecondApp(one)] };
}

test("a remembered caller is admitted without a lookup", async (t) => {
  const app = await openTestApp(t);
  assert.equal(await INTERFACES["status"]?.(app), "200 0");
  await app.database.owner.rows`alter table account_keys rename to mislaid`;
  assert.equal(await INTERFACES["status"]?.(app), "200 0");
});

test("a disabled caller is refused by every process within a second", async (t) => {
  const { one, servers } = await openTwo(t);
  const { owner } = one.database;
  const endings: [api: keyof typeof INTERFACES, after: string, end: () => Promise<unknown>][] = [
    ["status", "200 20001", () => owner.rows`update accounts set is_active = false`],
    [
      "management",
      "403 7403",
      () => owner.rows`
      update contact_credentials set user_role = 'Client User' where user_name = 'harbor'`,
    ],
    ["parser", "401 1003", () => owner.rows`update partners set is_active = false`],
  ];
  for (const [name, after, end] of endings) {
    const answers = () => Promise.all(servers.map((server) => INTERFACES[name]?.({ server })));
    for (const answer of await answers()) assert.match(answer ?? "", /good|200 0/, name);
    await end();
    const endedMs = performance.now();
    while ((await answers()).some((answer) => answer !== after)) {
      assert.ok(performance.now() - endedMs < 1_000, name);
      await pause(20);
    }
  }
});
