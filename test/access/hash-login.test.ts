/** D, E, payments: login with a hash of account, key and time instead of the key. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sealAccessKey } from "../../src/core/accounts/access-key.ts";
import { AccountKeyStore } from "../../src/core/accounts/account-key-store.ts";
import { Secret } from "../../src/values/secret.ts";
import { ACCOUNT, OTHER_ACCOUNT, openTestApp, type TestApp } from "../kit/app.ts";
import { buildDocument } from "../kit/open-api.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };
const HOME = "192.0.2.1";
const { account_id, api_accesskey } = ACCOUNT;

const openUnlimited = (t: Lifetime) => openTestApp(t, {}, NO_LIMITS);

/** An interface's path, its answer to a failed login, and its answer to an empty request. */
const INTERFACES: readonly (readonly [url: string, out: string, inside: string])[] = [
  ["/api/qsapi/3.8", "20001 Invalid account_id", "20002 Invalid transaction_type"],
  ["/api/tsapi/3.8", "20001 Invalid account_id", "20002 Invalid action"],
  ["/api/rsapi/3.8", "601 Authentication Failed", "608 No Data"],
];

async function answerOf({ server }: TestApp, url: string, form: object, from = HOME) {
  const reply = await server.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ ...form }).toString(),
    remoteAddress: from,
  });
  assert.equal(reply.statusCode, 200);
  const record = new URLSearchParams(reply.body);
  const code = reply.headers["qs-response-code"];
  return code ?? `${record.get("error_code")} ${record.get("error_message")}`;
}

/** Whether the status interface accepts the login of the form. */
async function isIn(app: TestApp, form: object, from = HOME): Promise<boolean> {
  const [url, out, inside] = INTERFACES[1] ?? assert.fail();
  const answer = await answerOf(app, url, form, from);
  assert.ok(answer === out || answer === inside, String(answer));
  return answer === inside;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const secondsOf = ({ clock }: TestApp) => Math.floor(clock.wall().epochMilliseconds / 1_000);

/** The form of a client, also with a clock that is off. */
function hashed(app: TestApp, { offSeconds = 0, id = account_id, key = api_accesskey } = {}) {
  const timestamp = String(secondsOf(app) + offSeconds);
  return { account_id: id, timestamp, hash: sha256(`${id},${key},${timestamp}`) };
}

async function addKey({ database, custody }: TestApp, id: string, key: string): Promise<void> {
  const kept = await sealAccessKey(custody, id, new Secret(key));
  await new AccountKeyStore(database.owner).insertKey(id, kept);
}

async function addAccount(app: TestApp, id: string, key: string): Promise<void> {
  await app.database.owner.rows`
    insert into accounts (id, name, time_zone) values (${id}, 'A shop', 'UTC')`;
  await addKey(app, id, key);
}

/** payment-hash.json: the published example of this scheme. */
const PUBLISHED = {
  key: "0123456789abcdef0123456789abcdef",
  account_id: "123456789012",
  timestamp: "1360870400",
  hash: "fedda98ebbadcee63c77d784bf37a5ddcb7ed263fcf05c2ed0b3e8d5fafe9f51",
};

test("the published example hash opens every interface at its time", async (t) => {
  const app = await openUnlimited(t);
  const { key, ...form } = PUBLISHED;
  await addAccount(app, form.account_id, key);
  app.clock.set("2013-02-14T19:33:20Z");
  assert.equal(secondsOf(app), Number(form.timestamp));
  for (const [url, , inside] of INTERFACES) assert.equal(await answerOf(app, url, form), inside);
  assert.equal(form.hash, sha256(`${form.account_id},${key},${form.timestamp}`));
});

test("every interface accepts a hash instead of the key, with and without a trailing slash", async (t) => {
  const app = await openShared(t, openUnlimited);
  for (const [url, , inside] of INTERFACES) {
    for (const address of [url, `${url}/`]) {
      assert.equal(await answerOf(app, address, hashed(app)), inside, address);
    }
  }
});

test("the time may be off by 15 minutes in both directions, and not a second more", async (t) => {
  const app = await openUnlimited(t);
  for (const moment of ["2026-11-15T12:00:00Z", "2026-11-15T12:00:00.999Z"]) {
    app.clock.set(moment);
    for (const offSeconds of [-900, -899, 0, 899, 900]) {
      assert.equal(await isIn(app, hashed(app, { offSeconds })), true, `${offSeconds}`);
    }
    for (const offSeconds of [-1_000_000, -901, 901, 1_000_000]) {
      assert.equal(await isIn(app, hashed(app, { offSeconds })), false, `${offSeconds}`);
    }
  }
});

test("business time does not matter: certification may be months ahead", async (t) => {
  const app = await openUnlimited(t);
  const wall = app.clock.wall();
  app.clock.business = () => wall.add({ hours: 24 * 90 });
  assert.equal(await isIn(app, hashed(app)), true);
});

test("a hash can be used again until its time ends, remembered or not", async (t) => {
  const app = await openUnlimited(t);
  const form = hashed(app);
  for (let n = 0; n < 3; n++) assert.equal(await isIn(app, form), true);
  app.clock.advance({ seconds: 900 });
  assert.equal(await isIn(app, form), true);
  app.clock.advance({ seconds: 1 });
  assert.equal(await isIn(app, form), false);
});

test("a remembered hash is not valid for another time, spelling or account", async (t) => {
  const app = await openShared(t, openUnlimited);
  await addAccount(app, "7777", api_accesskey);
  const form = hashed(app, { id: "7777" });
  assert.equal(await isIn(app, form), true);
  const later = String(Number(form.timestamp) + 1);
  for (const other of [{ timestamp: later }, { account_id: "07777" }, { account_id }]) {
    assert.equal(await isIn(app, { ...form, ...other }), false, JSON.stringify(other));
  }
  assert.equal(await isIn(app, form), true);
});

test("the account number is hashed as it is sent, with leading zeros", async (t) => {
  const app = await openShared(t, openUnlimited);
  await addAccount(app, "8888", api_accesskey);
  for (const id of ["8888", "08888", "000000008888"]) {
    assert.equal(await isIn(app, hashed(app, { id })), true, id);
  }
  const plain = hashed(app, { id: "8888" });
  assert.equal(await isIn(app, { ...plain, account_id: "000000008888" }), false);
});

/** Each one makes a valid form invalid. */
const ERRORS: Record<string, (form: Record<string, string>) => Record<string, string>> = {
  "an upper-case hash": ({ hash = "", ...form }) => ({ ...form, hash: hash.toUpperCase() }),
  "another hash": (form) => ({ ...form, hash: "0".repeat(64) }),
  "half a hash": ({ hash = "", ...form }) => ({ ...form, hash: hash.slice(0, 32) }),
  "a longer hash": ({ hash = "", ...form }) => ({ ...form, hash: `${hash}0` }),
  "a blank around the hash": ({ hash = "", ...form }) => ({ ...form, hash: ` ${hash.slice(1)}` }),
  "a hash of other letters": (form) => ({ ...form, hash: "é".repeat(64) }),
  "no hash": ({ hash, ...form }) => form,
  "no timestamp": ({ timestamp, ...form }) => form,
  "a blank timestamp": (form) => ({ ...form, timestamp: "" }),
  "no account": ({ account_id: id, ...form }) => form,
  "an account that is none": (form) => ({ ...form, account_id: "120000000777" }),
  "an account that is no number": (form) => ({ ...form, account_id: "books" }),
  "another account": (form) => ({ ...form, account_id: OTHER_ACCOUNT.account_id }),
};

test("every error of a hash gets the answer of a wrong key", async (t) => {
  const app = await openShared(t, openUnlimited);
  for (const [url, out] of INTERFACES) {
    assert.equal(await answerOf(app, url, { ...ACCOUNT, api_accesskey: "wrong" }), out);
    for (const [error, spoil] of Object.entries(ERRORS)) {
      assert.equal(await answerOf(app, url, spoil(hashed(app))), out, error);
    }
  }
});

test("a time that is not a plain number of seconds is refused", async (t) => {
  const app = await openShared(t, openUnlimited);
  const now = secondsOf(app);
  for (const timestamp of [`${now}.0`, `0${now}`, `+${now}`, ` ${now}`, `${now}000`, "1e9", "-1"]) {
    const hash = sha256(`${account_id},${api_accesskey},${timestamp}`);
    assert.equal(await isIn(app, { account_id, timestamp, hash }), false, timestamp);
  }
});

test("if both key and hash are sent, the key decides", async (t) => {
  const app = await openShared(t, openUnlimited);
  const good = hashed(app);
  const wrong = { ...good, hash: "0".repeat(64) };
  assert.equal(await isIn(app, { ...wrong, api_accesskey }), true);
  assert.equal(await isIn(app, { ...good, api_accesskey: "wrong" }), false);
  assert.equal(await isIn(app, { ...good, api_accesskey: "1".repeat(33) }), false);
  assert.equal(await isIn(app, { ...good, api_accesskey: "" }), true, "blank is not sent");
});

test("while one key replaces another, a hash of either opens the interface", async (t) => {
  const app = await openUnlimited(t);
  const [old, key] = [hashed(app), "a second key of this account"];
  await addKey(app, account_id, key);
  const expiresAt = app.clock.wall().add({ minutes: 5 });
  await app.database.owner.rows`
    update account_keys set expires_at = ${expiresAt}
    where account_id = ${account_id} and digest = (
      select digest from account_keys where account_id = ${account_id}
      order by created_at limit 1)`;
  assert.equal(await isIn(app, old), true);
  assert.equal(await isIn(app, hashed(app, { key })), true);
  app.clock.advance({ minutes: 5 });
  assert.equal(await isIn(app, hashed(app), "192.0.2.2"), false);
  assert.equal(await isIn(app, hashed(app, { key }), "192.0.2.2"), true);
});

test("hashes of a disabled account or revoked key are refused within a second", async (t) => {
  const app = await openUnlimited(t);
  const { owner } = app.database;
  const endings = [
    [ACCOUNT, () => owner.rows`update accounts set is_active = false where id = ${account_id}`],
    [OTHER_ACCOUNT, () => owner.rows`delete from account_keys where account_id = 120000000002`],
  ] as const;
  for (const [{ account_id: id, api_accesskey: key }, end] of endings) {
    const form = hashed(app, { id, key });
    assert.equal(await isIn(app, form), true);
    await end();
    const endedMs = performance.now();
    while (await isIn(app, form)) {
      assert.ok(performance.now() - endedMs < 1_000, id);
      await pause(20);
    }
  }
});

test("a remembered hash is admitted without a lookup, from the same address", async (t) => {
  const app = await openUnlimited(t);
  const form = hashed(app);
  assert.equal(await isIn(app, form), true);
  await app.database.owner.rows`alter table account_keys rename to mislaid`;
  assert.equal(await isIn(app, form), true);
  const [url] = INTERFACES[1] ?? assert.fail();
  assert.match(String(await answerOf(app, url, form, "192.0.2.2")), /^50000 /);
});

test("wrong hashes and wrong keys are counted together, and 100 of them lock", async (t) => {
  const app = await openUnlimited(t);
  for (let n = 0; n < 50; n++) {
    assert.equal(await isIn(app, { account_id, api_accesskey: `guess ${n}` }), false);
  }
  for (let n = 0; n < 49; n++) {
    assert.equal(await isIn(app, hashed(app, { key: `guess ${n}` })), false);
  }
  assert.equal(await isIn(app, hashed(app)), true, "not yet");
  const timestamp = String(secondsOf(app));
  await isIn(app, { account_id, timestamp, hash: "0".repeat(64) });
  assert.equal(await isIn(app, hashed(app, { offSeconds: 1 })), false, "locked");
  assert.equal(await isIn(app, ACCOUNT), false, "the key as well");
  assert.equal(await isIn(app, hashed(app), "198.51.100.1"), true, "elsewhere it is good");
  app.clock.advance({ minutes: 15 });
  assert.equal(await isIn(app, hashed(app)), true);
});

test("an old time is not counted as a guess", async (t) => {
  const app = await openUnlimited(t);
  for (let n = 0; n < 150; n++) {
    const stale = hashed(app, { offSeconds: -901 - n, key: n % 2 === 0 ? "x" : api_accesskey });
    assert.equal(await isIn(app, stale), false);
  }
  assert.deepEqual(await app.database.owner.rows`select from login_failures`, []);
  assert.equal(await isIn(app, hashed(app)), true);
});

test("a hash is masked in the request log like a key", async (t) => {
  const app = await openUnlimited(t);
  const form = hashed(app);
  assert.equal(await isIn(app, form), true);
  await app.flush();
  const [row] = await app.database.owner.rows<{ request: string; actor: string }>`
    select request, actor from request_log`;
  assert.equal(row?.actor, `account ${account_id}`);
  assert.match(row?.request ?? "", new RegExp(`timestamp=${form.timestamp}`));
  assert.doesNotMatch(row?.request ?? "", new RegExp(form.hash.slice(0, 8)));
});

test("the OpenAPI document describes the hash at every interface and requires neither key nor hash", async () => {
  const { components, paths } = await buildDocument();
  const { properties = {}, required = [] } = components.schemas["AccountLogin"] ?? {};
  assert.deepEqual(required, ["account_id"]);
  assert.deepEqual(Object.keys(properties), ["account_id", "api_accesskey", "hash", "timestamp"]);
  for (const [url] of INTERFACES) {
    const { $ref = "" } =
      Object.values(paths[url]?.["post"]?.requestBody?.content ?? {})[0]?.schema ?? {};
    const request = components.schemas[$ref.split("/").at(-1) ?? ""];
    const kinds = request?.oneOf?.map(
      (one) => components.schemas[one.$ref?.split("/").at(-1) ?? ""],
    ) ?? [request];
    for (const kind of kinds) {
      assert.equal(kind?.allOf?.[0]?.$ref, "#/components/schemas/AccountLogin", url);
    }
  }
});
