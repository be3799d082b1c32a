/** API keys in the console API: name, creator, last use, and replacing one key with an overlap. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { AccountKeyStore } from "../../src/core/accounts/account-key-store.ts";
import type {
  AccessKey,
  AccessKeys,
  NewAccessKey,
} from "../../src/interfaces/console/business/contract.ts";
import { ACCOUNT, OTHER_ACCOUNT, openTestApp, post, type TestApp } from "../kit/app.ts";
import { ConsoleClient, OWNER } from "../kit/console.ts";
import { openShared } from "../kit/shared.ts";

const KEYS = "/settings/keys";
const CLINIC = { ...OWNER, accountId: OTHER_ACCOUNT.account_id, name: "owner@clinic.test" };

async function callWithKey({ server }: TestApp, api_accesskey: string): Promise<boolean> {
  const form = { ...ACCOUNT, api_accesskey, action: "GET_TRANSACTION_ID", response_format: "JSON" };
  const answer = await post(server, "/api/tsapi/3.8", form);
  return answer.json().error_code === undefined || answer.json().error === false;
}

function byName({ keys }: AccessKeys, name: string): AccessKey {
  const found = keys.find((key) => key.name === name);
  assert.ok(found, name);
  return found;
}

async function addKey(client: ConsoleClient, name: string) {
  const { status, body } = await client.post<NewAccessKey>(KEYS, { replaces: "none", name });
  assert.equal(status, 200);
  return body;
}

test("a key is listed with its first characters, its name and its creator, never whole", async (t) => {
  const app = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const made = await addKey(owner, "Web shop");
  const listed = (await owner.get<AccessKeys>(KEYS)).body;
  const { shownAs, createdBy, usedAt, expiresAt } = byName(listed, "Web shop");
  assert.deepEqual([shownAs, createdBy], [`${made.accessKey.slice(0, 6)}…`, "owner@books.test"]);
  assert.deepEqual([usedAt, expiresAt], [undefined, undefined]);
  assert.ok(!JSON.stringify(listed).includes(made.accessKey));
  assert.equal(byName(listed, "Published test key").expiresAt, undefined, "it replaced none");
  assert.equal(byName(listed, "Published test key").createdBy, undefined);
});

test("a key that was created before the first characters were stored shows its last ones", async (t) => {
  const app = await openTestApp(t);
  await app.database.owner.rows`update account_keys set starts_with = null`;
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  assert.equal((await owner.get<AccessKeys>(KEYS)).body.keys[0]?.shownAs, "…1111");
});

test("replacing one key gives it an end, keeps its name, and leaves the other keys alone", async (t) => {
  const app = await openTestApp(t, { consoleIdleMinutes: 120 }, { rememberForMs: 0 });
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const shop = await addKey(owner, "Web shop");
  const old = byName(shop, "Web shop");
  const { body } = await owner.post<NewAccessKey>(KEYS, { replaces: old.id, overlapHours: 1 });
  assert.equal(body.keys.length, 3);
  const both = body.keys.filter(({ name }) => name === "Web shop");
  assert.deepEqual(
    both.map(({ expiresAt }) => expiresAt !== undefined),
    [true, false],
  );
  for (const key of [shop.accessKey, body.accessKey]) assert.ok(await callWithKey(app, key));
  app.clock.advance({ minutes: 59 });
  assert.ok(await callWithKey(app, shop.accessKey), "until its end");
  app.clock.advance({ minutes: 1 });
  assert.ok(!(await callWithKey(app, shop.accessKey)));
  for (const key of [ACCOUNT.api_accesskey, body.accessKey]) assert.ok(await callWithKey(app, key));
  const gone = await owner.post(KEYS, { replaces: old.id, overlapHours: 1 });
  assert.deepEqual([gone.status, gone.body.error.code], [409, "conflict"]);
});

test("a key that is replaced without an overlap ends at once, even among five keys", async (t) => {
  const app = await openTestApp(t, {}, { rememberForMs: 0 });
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  for (const name of ["a", "b", "c", "d"]) await addKey(owner, name);
  const { keys } = (await owner.get<AccessKeys>(KEYS)).body;
  const { id: replaces } = byName({ accountId: "", keys }, "Published test key");
  const refused = [{ replaces: "none" }, { replaces, overlapHours: 1 }];
  for (const wish of refused) assert.equal((await owner.post(KEYS, wish)).status, 409);
  assert.equal((await owner.post(KEYS, { replaces, overlapHours: 0 })).status, 200);
  assert.ok(!(await callWithKey(app, ACCOUNT.api_accesskey)));
});

test("a use of a key is stored later, once in five minutes, and shown", async (t) => {
  const app = await openTestApp(t, {}, { rememberForMs: 0 });
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const { accessKey } = await addKey(owner, "Web shop");
  for (let calls = 0; calls < 3; calls++) await callWithKey(app, accessKey);
  const uses = () => app.database.owner.rows`select used_at from account_key_uses`;
  assert.deepEqual(await uses(), [], "no request writes it");
  const listed = (await owner.get<AccessKeys>(KEYS)).body;
  assert.ok(byName(listed, "Web shop").usedAt);
  assert.equal(byName(listed, "Published test key").usedAt, undefined);
  await callWithKey(app, accessKey);
  await owner.get(KEYS);
  assert.equal((await uses()).length, 1);
  await owner.delete(`${KEYS}/${byName(listed, "Web shop").id}`);
  assert.deepEqual(await uses(), [], "it goes with its key");
});

test("a wrong key is no use, and a hash is a use of the key that it proves", async (t) => {
  const app = await openTestApp(t, {}, { rememberForMs: 0 });
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const usedAt = async () => (await owner.get<AccessKeys>(KEYS)).body.keys[0]?.usedAt;
  assert.ok(!(await callWithKey(app, "wrong")));
  assert.equal(await usedAt(), undefined);
  const { account_id, api_accesskey } = ACCOUNT;
  const timestamp = String(Math.floor(app.clock.wall().epochMilliseconds / 1_000));
  const hash = createHash("sha256")
    .update(`${account_id},${api_accesskey},${timestamp}`)
    .digest("hex");
  const action = "GET_TRANSACTION_ID";
  await post(app.server, "/api/tsapi/3.8", { account_id, hash, timestamp, action });
  assert.ok(await usedAt());
});

test("a key can be renamed and loses its name if it is blank; other accounts cannot rename it", async (t) => {
  const app = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const clinic = await ConsoleClient.signedIn(app.server, CLINIC);
  const [key] = (await owner.get<AccessKeys>(KEYS)).body.keys;
  const path = `${KEYS}/${key?.id}`;
  assert.equal((await clinic.patch(path, { name: "Taken" })).status, 404);
  const { body } = await owner.patch<AccessKeys>(path, { name: "  Register 2 " });
  assert.equal(body.keys[0]?.name, "Register 2");
  assert.equal((await owner.patch(path, { name: "n".repeat(61) })).status, 422);
  assert.equal((await owner.patch<AccessKeys>(path, { name: "" })).body.keys[0]?.name, undefined);
  const rows = await app.database.owner.rows<{ after: unknown }>`
    select after from audit_entries where action = 'account.rename_key' order by id`;
  assert.equal(rows.length, 2);
});

test("a new key is refused with a wrong id of the key to replace", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const owner = await ConsoleClient.signedIn(server, OWNER);
  const { status, body } = await owner.post(KEYS, { replaces: "x'", overlapHours: 1 });
  assert.deepEqual([status, Object.keys(body.error.fields ?? {})], [422, ["replaces"]]);
  const unknown = { replaces: "0".repeat(16), overlapHours: 1 };
  assert.equal((await owner.post(KEYS, unknown)).status, 409);
});

test("each protection alone hides the uses of other accounts' keys", async (t) => {
  const app = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  await callWithKey(app, ACCOUNT.api_accesskey);
  await owner.get(KEYS);
  const { account_id: books } = ACCOUNT;
  const { account_id: other } = OTHER_ACCOUNT;
  const now = app.clock.wall();
  const usesIn = (session: string, asked: string) =>
    app.database.app.within({ accountId: session }, async (db) => {
      const keys = await new AccountKeyStore(db).listValidKeys(asked, now);
      return keys.filter(({ usedAt }) => usedAt !== null).length;
    });
  assert.equal(await usesIn(books, books), 1);
  assert.equal(await usesIn(other, books), 0, "row-level security alone");
  const byOwner = await new AccountKeyStore(app.database.owner).listValidKeys(other, now);
  assert.ok(
    byOwner.every(({ usedAt }) => usedAt === null),
    "the statement alone",
  );
});
