/** Parser credentials in the console API: partner key, public key and allowed IP addresses. */
import assert from "node:assert/strict";
import { createHash, generateKeyPairSync } from "node:crypto";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { PartnerKeyStore } from "../../src/core/management/partners/partner-key-store.ts";
import type { Database } from "../../src/db/database.ts";
import type {
  AllowListVerdict,
  CredentialsView,
} from "../../src/interfaces/console/partner/contract.ts";
import { ConsoleClient, PARTNER } from "../kit/console.ts";
import { openManagementApp } from "../kit/management.ts";
import { PATH } from "../kit/parser-interface.ts";
import { hmac } from "../kit/signatures.ts";
import { until } from "../kit/until.ts";

async function openPartnerConsole(t: TestContext, access = {}) {
  const management = await openManagementApp(t, {}, access);
  const console = await ConsoleClient.signedIn(management.server, PARTNER);
  const path = `/management/credentials/${management.ids["harbor"]}`;
  const read = async () => (await console.get<CredentialsView>(path)).body;
  /** The parser's error code for a key: 1003 means wrong, others come after the login. */
  const tryKey = async (partnerKey: string) => {
    const payload = { partnerId: "harbor", partnerKey, deviceType: "generic", devicePayload: "x" };
    const answer = await management.server.inject({
      method: "POST",
      url: "/api/decrypt/parser",
      payload,
    });
    return answer.json<{ errCode: number }>().errCode;
  };
  return { ...management, console, path, read, tryKey };
}

test("a generated key is shown once and works, and the old key stops working", async (t) => {
  const { console, path, read, tryKey } = await openPartnerConsole(t);
  const { version, hasKey, parserName } = await read();
  assert.deepEqual([hasKey, parserName], [true, "harbor"]);
  assert.notEqual(await tryKey("harbor-certification-key-00000001"), 1003);
  const { body } = await console.post<{ key: string }>(`${path}/key`, { version });
  assert.match(body.key, /^[\w-]{43}$/);
  assert.notEqual(await tryKey(body.key), 1003);
  // A successful login is cached for less than a second.
  const old = "harbor-certification-key-00000001";
  for (let tries = 0; tries < 40 && (await tryKey(old)) !== 1003; tries++) await setTimeout(50);
  assert.equal(await tryKey(old), 1003);
  assert.doesNotMatch(JSON.stringify(await read()), new RegExp(body.key));
});

test("a key entered by the user needs 24 characters and is not shown again", async (t) => {
  const { console, path, read, tryKey } = await openPartnerConsole(t);
  const { version } = await read();
  const short = await console.post(`${path}/key`, { version, key: "k".repeat(23) });
  assert.match(short.body.error.fields?.["partnerKey"] ?? "", /at least 24 characters/);
  const key = "typed-certification-key-1";
  const answer = await console.post(`${path}/key`, { version, key });
  assert.deepEqual([answer.status, answer.body], [204, undefined]);
  assert.notEqual(await tryKey(key), 1003);
  const stale = await console.post(`${path}/key`, { version });
  assert.equal(stale.status, 409);
});

test("a public key is shown with its fingerprint and size, and can be removed", async (t) => {
  const { console, path, read } = await openPartnerConsole(t);
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const pem = String(publicKey.export({ type: "spki", format: "pem" }));
  const { version } = await read();
  for (const wrong of ["", "nonsense", pem.replace(/MII/, "MIX")]) {
    const answer = await console.post(`${path}/public-key`, { version, publicKey: wrong });
    assert.deepEqual(Object.keys(answer.body.error.fields ?? {}), ["publicKey"], wrong);
  }
  assert.equal((await console.post(`${path}/public-key`, { version, publicKey: pem })).status, 204);
  const after = await read();
  const der = publicKey.export({ type: "spki", format: "der" });
  const digest = createHash("sha256").update(der).digest("hex").toUpperCase();
  assert.equal(after.publicKey?.fingerprint.replaceAll(":", ""), digest);
  assert.equal(after.publicKey?.bits, 2_048);
  const gone = await console.post(`${path}/public-key/remove`, { version: after.version });
  assert.equal(gone.status, 204);
  assert.equal((await read()).publicKey, undefined);
});

test("the allow list is checked line by line, and says whether the user's own address is on it", async (t) => {
  const { console, path, read, ids } = await openPartnerConsole(t);
  const before = await read();
  assert.deepEqual([before.allowList, before.isYouListed], [["127.0.0.0/8", "::1"], true]);
  assert.equal(before.yourAddress, "127.0.0.1");
  const check = async (allowList: string[]) =>
    (await console.post<AllowListVerdict>(`${path}/allow-list/check`, { allowList })).body;
  const verdict = await check(["192.0.2.0/24", "300.1.1.1", "2001:db8::/32", "10.0.0.0/33"]);
  assert.deepEqual([Object.keys(verdict.errors), verdict.isYouListed], [["1", "3"], false]);
  assert.equal((await check(["127.0.0.1"])).isYouListed, true);
  const { version } = before;
  const wrong = await console.post(`${path}/allow-list`, {
    version,
    allowList: ["192.0.2.1", "nonsense"],
  });
  assert.deepEqual(Object.keys(wrong.body.error.fields ?? {}), ["allowList[1]"]);
  const allowList = ["192.0.2.0/24", "2001:db8::/32"];
  assert.equal((await console.post(`${path}/allow-list`, { version, allowList })).status, 204);
  const after = await read();
  assert.deepEqual([after.allowList, after.isYouListed], [allowList, false]);
  const below = `/management/credentials/${ids["harbor-retail"]}`;
  assert.equal((await console.get(below)).status, 200, "those of a sub-partner as well");
});

test("credential changes are audited without secrets", async (t) => {
  const { console, path, read, database, ids } = await openPartnerConsole(t);
  const { version } = await read();
  const { body } = await console.post<{ key: string }>(`${path}/key`, { version });
  const rows = await database.owner.rows<{ entry: string }>`
    select to_jsonb(one)::text as entry from audit_entries one
    where action = 'partner.update' and subject_id = ${ids["harbor"]}`;
  assert.equal(rows.length, 1);
  assert.match(rows[0]?.entry ?? "", /keyIsNew/);
  assert.ok(!rows[0]?.entry.includes(body.key));
});

const OLD_KEY = "harbor-certification-key-00000001";

test("a replaced partner key works until its overlap ends, in the body and as a signature", async (t) => {
  // The memory of callers counts real time, which this clock does not advance.
  const opened = await openPartnerConsole(t, { rememberForMs: 0 });
  const { console, path, read, tryKey, server, clock } = opened;
  const signed = async (key: string) => {
    const seconds = Math.floor(clock.wall().epochMilliseconds / 1_000);
    const body = JSON.stringify({ deviceType: "generic", devicePayload: "x" });
    const headers = { "content-type": "application/json", ...hmac(seconds, { key, body }) };
    const answer = await server.inject({ method: "POST", url: PATH, headers, payload: body });
    return answer.json<{ errCode: number }>().errCode;
  };
  const { version } = await read();
  const wish = { version, overlapHours: 1 };
  const { body } = await console.post<{ key: string }>(`${path}/key`, wish);
  for (const key of [OLD_KEY, body.key]) {
    assert.notEqual(await tryKey(key), 1003);
    assert.notEqual(await signed(key), 1003);
  }
  const { olderKeyEnds } = await read();
  const end = clock.wall().add({ hours: 1 });
  assert.ok(Math.abs(end.since(olderKeyEnds[0] ?? "").total("minutes")) < 1);
  clock.advance({ minutes: 61 });
  for (const key of [OLD_KEY, body.key]) {
    const isOld = key === OLD_KEY;
    assert.equal((await tryKey(key)) === 1003, isOld);
    assert.equal((await signed(key)) === 1003, isOld);
  }
});

test("older partner keys can be ended now, and at most five keys work at once", async (t) => {
  const { console, path, read, database, ids, tryKey } = await openPartnerConsole(t);
  const replace = async (overlapHours: number) => {
    const { version } = await read();
    return console.post<{ key: string }>(`${path}/key`, { version, overlapHours });
  };
  const wrong = await replace(721);
  assert.deepEqual(Object.keys(wrong.body.error.fields ?? {}), ["overlapHours"]);
  for (let count = 0; count < 4; count++) assert.equal((await replace(24)).status, 200);
  const fifth = await replace(24);
  assert.deepEqual(Object.keys(fifth.body.error.fields ?? {}), ["overlapHours"]);
  assert.equal((await read()).olderKeyEnds.length, 4);
  assert.equal((await console.delete(`${path}/older-keys`)).status, 204);
  assert.deepEqual((await read()).olderKeyEnds, []);
  await until(async () => (await tryKey(OLD_KEY)) === 1003);
  const rows = await database.owner.rows`
    select from audit_entries where action = 'partner.end_keys' and subject_id = ${ids["harbor"]}`;
  assert.equal(rows.length, 1);
  await replace(24);
  await replace(0);
  assert.deepEqual((await read()).olderKeyEnds, [], "without an overlap, older keys end as well");
});

test("each protection alone keeps other partners away from older keys", async (t) => {
  const { console, path, read, database, ids } = await openPartnerConsole(t);
  const { version } = await read();
  await console.post(`${path}/key`, { version, overlapHours: 1 });
  const [harbor = "", stranger = ""] = [ids["harbor"], ids["summit"]];
  const now = Temporal.Now.instant();
  const count = (db: Database, callerId: string) =>
    new PartnerKeyStore({ db, callerId }).listOlderEnds(harbor, now);
  const asStranger = { partnerId: stranger };
  const secured = await database.app.within(asStranger, (db) => count(db, harbor));
  assert.equal(secured.length, 0, "row-level security alone");
  assert.equal((await count(database.owner, stranger)).length, 0, "the statement alone");
  assert.equal((await count(database.owner, harbor)).length, 1);
});
