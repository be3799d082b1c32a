/** A merchant's settings in the console API: verification, API keys and the account. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  AccessKeys,
  AccountView,
  NewAccessKey,
  Verification,
  VerificationView,
} from "../../src/interfaces/console/business/contract.ts";
import { ACCOUNT, openTestApp, post, type TestApp } from "../kit/app.ts";
import { ConsoleClient, OWNER } from "../kit/console.ts";
import { openShared } from "../kit/shared.ts";

const MANAGER = { ...OWNER, name: "manager@books.test", password: "certification-manager" };
const VERIFICATION = "/settings/verification";
const KEYS = "/settings/keys";

async function isValidKey({ server }: TestApp, api_accesskey: string): Promise<boolean> {
  const form = { ...ACCOUNT, api_accesskey, action: "GET_TRANSACTION_ID", response_format: "JSON" };
  const answer = await post(server, "/api/tsapi/3.8", form);
  return answer.json().error_code === undefined || answer.json().error === false;
}

async function actionsOf({ database }: TestApp, like: string): Promise<string[]> {
  const rows = await database.owner.rows<{ action: string }>`
    select action from audit_entries where action like ${like} and door = '/console' order by id`;
  return rows.map(({ action }) => action);
}

test("only admins can open the settings", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const manager = await ConsoleClient.signedIn(server, MANAGER);
  const paths = [VERIFICATION, KEYS, "/settings/webhook", "/settings/account", "/users"];
  for (const path of paths) assert.equal((await manager.get(path)).status, 403, path);
  assert.equal((await manager.post(KEYS, { overlapHours: 0 })).status, 403);
});

test("verification settings are shown and can be changed within their limits", async (t) => {
  const app = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const { body } = await owner.get<VerificationView>(VERIFICATION);
  assert.equal(body.verification?.isEnabled, true);
  assert.deepEqual(body.verification?.secCodes, ["WEB", "TEL", "PPD"]);
  assert.equal(body.verification?.frequencyDays, 360);
  assert.equal(body.verification?.choices.fixedSecCode, "WEB");
  const wish = {
    secCodes: ["WEB", "CCD"],
    frequencyDays: 30,
    coversRecurring: true,
    coversReissue: true,
    whenUnavailable: "accept",
  };
  const saved = await owner.patch<{ verification: Verification }>(VERIFICATION, wish);
  assert.equal(saved.status, 200);
  const { choices: _, isEnabled, ...settings } = saved.body.verification;
  assert.deepEqual(settings, { ...wish, secCodes: ["CCD", "WEB"] });
  assert.equal(isEnabled, true);
  const every = await owner.patch<VerificationView>(VERIFICATION, { frequencyDays: "every" });
  assert.equal(every.body.verification?.frequencyDays, undefined);
  assert.deepEqual(await actionsOf(app, "account.set_verification"), [
    "account.set_verification",
    "account.set_verification",
  ]);
});

test("verification rejects invalid settings, and merchants cannot turn it on or off", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const owner = await ConsoleClient.signedIn(server, OWNER);
  const wishes: [object, string][] = [
    [{ secCodes: ["PPD"] }, "secCodes"],
    [{ secCodes: ["WEB", "XYZ"] }, "secCodes"],
    [{ frequencyDays: 45 }, "frequencyDays"],
    [{ frequencyDays: 390 }, "frequencyDays"],
    [{ frequencyDays: "never" }, "frequencyDays"],
    [{ whenUnavailable: "maybe" }, "whenUnavailable"],
    [{ coversReissue: "yes" }, "coversReissue"],
  ];
  for (const [wish, field] of wishes) {
    const { status, body } = await owner.patch(VERIFICATION, wish);
    assert.deepEqual([status, Object.keys(body.error.fields ?? {})], [422, [field]], field);
  }
  const { status, body } = await owner.patch(VERIFICATION, { isEnabled: false });
  assert.deepEqual([status, body.error.code], [409, "conflict"]);
  assert.match(body.error.message, /Only support can/);
});

test("without an ACH processor there are no verification settings", async (t) => {
  const { server, database } = await openTestApp(t);
  await database.owner.rows`update accounts set ach_processor = null where id = 120000000001`;
  const owner = await ConsoleClient.signedIn(server, OWNER);
  assert.deepEqual((await owner.get(VERIFICATION)).body, {});
  assert.equal((await owner.patch(VERIFICATION, { frequencyDays: 30 })).status, 409);
});

test("a new key is shown once, and the previous one stays valid for the chosen time", async (t) => {
  const app = await openTestApp(t, { consoleIdleMinutes: 180 }, { rememberForMs: 0 });
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const made = await owner.post<NewAccessKey>(KEYS, { overlapHours: 2 });
  const { accessKey, keys } = made.body;
  assert.match(accessKey, /^[A-Za-z0-9]{32}$/);
  assert.equal(keys.length, 2);
  assert.ok(await isValidKey(app, accessKey));
  assert.ok(await isValidKey(app, ACCOUNT.api_accesskey));
  const listed = await owner.get<AccessKeys>(KEYS);
  assert.ok(!JSON.stringify(listed.body).includes(accessKey));
  app.clock.advance({ minutes: 121 });
  assert.equal((await owner.get<AccessKeys>(KEYS)).body.keys.length, 1);
  assert.ok(!(await isValidKey(app, ACCOUNT.api_accesskey)));
  assert.equal((await owner.post(KEYS, { overlapHours: 721 })).status, 422);
  assert.equal((await owner.post(KEYS, {})).status, 422);
});

test("a revoked key stops working immediately, and keys of other accounts cannot be revoked", async (t) => {
  const app = await openTestApp(t, {}, { rememberForMs: 0 });
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const { keys } = (await owner.get<AccessKeys>(KEYS)).body;
  const other = { ...OWNER, accountId: "120000000002", name: "owner@clinic.test" };
  const clinic = await ConsoleClient.signedIn(app.server, other);
  assert.equal((await clinic.delete(`${KEYS}/${keys[0]?.id}`)).status, 404);
  assert.ok(await isValidKey(app, ACCOUNT.api_accesskey));
  const last = await owner.delete(`${KEYS}/${keys[0]?.id}`);
  assert.deepEqual([last.status, last.body.error.code], [409, "conflict"], "the last one stays");
  const made = await owner.post<NewAccessKey>(KEYS, { overlapHours: 24 });
  const left = await owner.delete<AccessKeys>(`${KEYS}/${keys[0]?.id}`);
  assert.deepEqual([left.status, left.body.keys.length], [200, 1]);
  assert.ok(!(await isValidKey(app, ACCOUNT.api_accesskey)));
  assert.ok(await isValidKey(app, made.body.accessKey));
  assert.deepEqual(await actionsOf(app, "account.%key"), [
    "account.rotate_key",
    "account.revoke_key",
  ]);
});

test("an account can have at most five keys", async (t) => {
  const { server } = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(server, OWNER);
  for (let count = 0; count < 4; count++) await owner.post(KEYS, { overlapHours: 24 });
  const { status, body } = await owner.post(KEYS, { overlapHours: 24 });
  assert.deepEqual([status, body.error.code], [409, "conflict"]);
  assert.equal((await owner.post(KEYS, { overlapHours: 0 })).status, 200);
});

test("an admin changes the account settings and sees the terms", async (t) => {
  const app = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const { body } = await owner.get<AccountView>("/settings/account");
  assert.deepEqual([body.name, body.currency], ["Main Street Books", "USD"]);
  assert.equal(body.terms.takesAch, true);
  assert.equal(body.terms.authorizationDays, 7);
  const wish = {
    name: "Side Street Books",
    timeZone: "America/Chicago",
    receiptEmail: "desk@books.test",
    isTaxedBeforeDiscount: true,
  };
  const saved = await owner.patch<AccountView>("/settings/account", wish);
  const { name, timeZone, receiptEmail, isTaxedBeforeDiscount } = saved.body;
  assert.deepEqual({ name, timeZone, receiptEmail, isTaxedBeforeDiscount }, wish);
  const session = await owner.get<{ timeZone: string }>("/session");
  assert.equal(session.body.timeZone, "America/Chicago");
  const blank = await owner.patch<AccountView>("/settings/account", { receiptEmail: "" });
  assert.equal(blank.body.receiptEmail, undefined);
  for (const bad of [{ timeZone: "Mars/Base" }, { receiptEmail: "x" }, { name: " " }]) {
    const { status, body: said } = await owner.patch("/settings/account", bad);
    assert.deepEqual([status, Object.keys(said.error.fields ?? {})], [422, Object.keys(bad)]);
  }
  assert.deepEqual(await actionsOf(app, "account.update"), ["account.update", "account.update"]);
});
