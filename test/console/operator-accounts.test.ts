/** Accounts in the administration API: search, create, edit, disable, keys and users. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AuditEntryStore } from "../../src/core/audit/audit-entry-store.ts";
import type { AccessKeys } from "../../src/interfaces/console/business/contract.ts";
import type { NumberedPage } from "../../src/interfaces/console/contract.ts";
import type {
  AccountChoices,
  AccountDetail,
  AccountRow,
  AccountUser,
  AccountVerificationView,
  CreatedAccount,
  RotatedKey,
} from "../../src/interfaces/console/operator/contract.ts";
import { ACCOUNT, CARD, openTestApp, post, type TestApp } from "../kit/app.ts";
import { ConsoleClient, OPERATOR, OWNER, PARTNER } from "../kit/console.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const BOOKS = "/operator/accounts/120000000001";
const CAFE = "/operator/accounts/120000000004";
const AGENT = "120000000009";
const SHOP = { name: "Corner Shop", timeZone: "America/Chicago", currency: "USD", isAgent: false };

async function openAdministration(t: Lifetime) {
  const app = await openTestApp(t, {}, { rememberForMs: 0 });
  const operator = await ConsoleClient.signedIn(app.server, OPERATOR);
  const actions = async () => {
    const all = await new AuditEntryStore(app.database.owner).listEntries({ take: 100 });
    return all
      .filter(({ interfaceName }) => interfaceName === "/console")
      .map(({ action }) => action);
  };
  return { ...app, operator, actions };
}

async function isValidKey(app: TestApp, accountId: string, accessKey: string): Promise<boolean> {
  const answer = await post(app.server, "/api/tsapi/3.8", {
    account_id: accountId,
    api_accesskey: accessKey,
    action: "GET_TRANSACTION_ID",
    response_format: "JSON",
  });
  return answer.json().error_code === 0;
}

test("only operators can use the administration API", async (t) => {
  const { server } = await openShared(t, openAdministration);
  for (const proof of [PARTNER, OWNER]) {
    const stranger = await ConsoleClient.signedIn(server, proof);
    const paths = ["accounts", "partners", "operators", "keys", "choices"];
    for (const path of paths) {
      assert.equal((await stranger.get(`/operator/${path}`)).status, 403, path);
    }
    assert.equal((await stranger.patch(BOOKS, { name: "Mine" })).status, 403);
  }
});

test("accounts are found by name and number, filtered and paged", async (t) => {
  const { operator } = await openAdministration(t);
  const found = async (query: string) => {
    const { body } = await operator.get<NumberedPage<AccountRow>>(`/operator/accounts?${query}`);
    return [body.items.map(({ name }) => name), body.total];
  };
  assert.deepEqual(await found("text=BOOKS"), [["Main Street Books"], 1]);
  assert.deepEqual(await found("text=120000000004"), [["Card Only Cafe"], 1]);
  assert.equal((await found("text=1200"))[1], 5);
  assert.deepEqual(await found("text=%25"), [[], 0]);
  assert.deepEqual(await found("kind=agent"), [["Union Agent"], 1]);
  assert.deepEqual(await found("ach=none&kind=merchant"), [["Card Only Cafe"], 1]);
  assert.equal((await found("ach=simulator"))[1], 3);
  assert.deepEqual(await found(`parent=${AGENT}`), [["Lakeside Clinic", "Main Street Books"], 2]);
  assert.deepEqual(await found("take=2&page=2"), [["Lakeside Clinic", "Main Street Books"], 5]);
  await operator.post(`${CAFE}/switch`, { isActive: false });
  assert.deepEqual(await found("active=no"), [["Card Only Cafe"], 1]);
});

test("an account is created with its settings, and its key is shown once", async (t) => {
  const app = await openShared(t, openAdministration);
  const { operator } = app;
  const choices = (await operator.get<AccountChoices>("/operator/choices")).body;
  assert.ok(choices.timeZones.includes("America/Chicago"));
  assert.deepEqual(choices.achProcessors, ["simulator"]);
  assert.ok(!choices.currencies.includes("JPY"), "yen have no cents");
  const partner = await app.database.owner.rows<{ id: string }>`
    select id from partners where reference = 'harbor'`;
  const { status, body } = await operator.post<CreatedAccount>("/operator/accounts", {
    ...SHOP,
    parentId: AGENT,
    partnerId: partner[0]?.id,
    achProcessor: "simulator",
    achSecCode: "PPD",
    receiptEmail: "owner@shop.test",
    declinesAvs: "N",
  });
  assert.equal(status, 200);
  assert.ok(await isValidKey(app, body.id, body.accessKey));
  const shown = (await operator.get<AccountDetail>(`/operator/accounts/${body.id}`)).body;
  assert.deepEqual(
    [shown.account.achSecCode, shown.account.declinesAvs, shown.parent?.name],
    ["PPD", "N", "Union Agent"],
  );
  assert.equal(shown.partner?.reference, "harbor");
  assert.equal(shown.keys[0]?.shownAs, `${body.accessKey.slice(0, 6)}…`);
  assert.ok(!JSON.stringify(shown).includes(body.accessKey));
});

test("errors of a new account are reported by field, and nothing is created", async (t) => {
  const { operator, database } = await openAdministration(t);
  const errors: [sent: object, field: string][] = [
    [{ name: "" }, "name"],
    [{ timeZone: "Mars/Olympus" }, "timeZone"],
    [{ currency: "JPY" }, "currency"],
    [{ id: "120000000001" }, "id"],
    [{ parentId: "120000000001" }, "parentId"],
    [{ isAgent: true, parentId: AGENT }, "parentId"],
    [{ partnerId: "999999" }, "partnerId"],
    [{ achProcessor: "nobody" }, "achProcessor"],
    [{ cardProcessor: "nobody" }, "cardProcessor"],
  ];
  for (const [sent, field] of errors) {
    const { status, body } = await operator.post("/operator/accounts", { ...SHOP, ...sent });
    assert.deepEqual([status, Object.keys(body.error.fields ?? {})], [422, [field]]);
  }
  const [row] = await database.owner.rows<{ count: number }>`
    select count(*)::int as count from accounts`;
  assert.equal(row?.count, 5);
});

test("settings are changed and removed, with both values in the audit log", async (t) => {
  const { operator, database } = await openAdministration(t);
  const { body } = await operator.patch<AccountDetail>(BOOKS, {
    receiptEmail: "a@books.test",
    partnerId: "",
    authorizationDays: 10,
    duplicateMinutes: 15,
    declinesCvv: "NP",
  });
  const { receiptEmail, partnerId, authorizationDays, duplicateMinutes } = body.account;
  assert.deepEqual(
    [receiptEmail, partnerId, authorizationDays, duplicateMinutes],
    ["a@books.test", null, 10, 15],
  );
  const cleared = await operator.patch<AccountDetail>(BOOKS, { receiptEmail: "", declinesCvv: "" });
  assert.deepEqual(
    [cleared.body.account.receiptEmail, cleared.body.account.declinesCvv],
    [null, ""],
  );
  const [entry] = await new AuditEntryStore(database.owner).listEntries({ take: 1 });
  assert.equal(entry?.action, "account.update");
  assert.deepEqual([entry?.actorName, entry?.interfaceName], ["operator", "/console"]);
  assert.equal((await operator.patch(BOOKS, { partnerId: "999999" })).status, 422);
  assert.equal((await operator.patch("/operator/accounts/999", { name: "x" })).status, 404);
  assert.equal((await operator.get("/operator/accounts/nonsense")).status, 404);
});

test("an agent with active sub-accounts cannot become a merchant", async (t) => {
  const { operator } = await openAdministration(t);
  const { status, body } = await operator.patch(`/operator/accounts/${AGENT}`, { isAgent: false });
  assert.deepEqual([status, Object.keys(body.error.fields ?? {})], [422, ["isAgent"]]);
});

test("a disabled account is rejected until it is enabled again", async (t) => {
  const app = await openAdministration(t);
  const { operator, actions } = app;
  const pay = () =>
    post(app.server, "/api/qsapi/3.8", {
      ...ACCOUNT,
      ...CARD,
      transaction_type: "SALE",
      transaction_amount: "1.00",
      response_format: "JSON",
    });
  await operator.post(`${BOOKS}/switch`, { isActive: false });
  assert.doesNotMatch((await pay()).body, /APPROVED/);
  await operator.post(`${BOOKS}/switch`, { isActive: true });
  assert.match((await pay()).body, /APPROVED/);
  assert.deepEqual((await actions()).slice(0, 2), ["account.switch_on", "account.switch_off"]);
});

test("an operator sees a key as its merchant does: name, first characters, creator and last use", async (t) => {
  const app = await openShared(t, openAdministration);
  const { operator } = app;
  const { accessKey } = (await operator.post<RotatedKey>(`${BOOKS}/keys`, { overlapHours: 1 }))
    .body;
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  assert.ok(await isValidKey(app, ACCOUNT.account_id, accessKey));
  const { keys } = (await operator.get<AccountDetail>(BOOKS)).body;
  assert.deepEqual(keys, (await owner.get<AccessKeys>("/settings/keys")).body.keys);
  const [first, made] = keys;
  assert.equal(first?.name, "Published test key");
  assert.deepEqual([made?.shownAs, made?.createdBy], [`${accessKey.slice(0, 6)}…`, "Operator"]);
  assert.ok(made?.usedAt, "this process had noted the use");
});

test("a key is replaced with an overlap, and a revoked key stops working immediately", async (t) => {
  const app = await openAdministration(t);
  const { operator } = app;
  const { account_id: id, api_accesskey: first } = ACCOUNT;
  const alone = (await operator.get<AccountDetail>(BOOKS)).body.keys;
  const refused = await operator.delete(`${BOOKS}/keys/${alone[0]?.id}`);
  assert.deepEqual([refused.status, refused.body.error.code], [409, "conflict"], "the last key");
  const rotated = (await operator.post<RotatedKey>(`${BOOKS}/keys`, { overlapHours: 48 })).body;
  assert.ok(rotated.previousUntil);
  assert.ok((await isValidKey(app, id, first)) && (await isValidKey(app, id, rotated.accessKey)));
  const keys = (await operator.get<AccountDetail>(BOOKS)).body.keys;
  assert.deepEqual(
    keys.map(({ shownAs }) => shownAs),
    ["111111…", `${rotated.accessKey.slice(0, 6)}…`],
  );
  assert.equal((await operator.delete(`${BOOKS}/keys/${keys[0]?.id}`)).status, 204);
  assert.ok(!(await isValidKey(app, id, first)));
  assert.equal(
    (await operator.delete(`${BOOKS}/keys/${keys[0]?.id}`)).status,
    409,
    "ended already",
  );
  const ended = (await operator.post<RotatedKey>(`${BOOKS}/keys`, { overlapHours: 0 })).body;
  assert.equal(ended.previousUntil, undefined);
  assert.ok(!(await isValidKey(app, id, rotated.accessKey)));
  assert.equal((await operator.post(`${BOOKS}/keys`, { overlapHours: 721 })).status, 422);
});

test("F: verification requires an ACH processor, and WEB is always included", async (t) => {
  const { operator, actions } = await openAdministration(t);
  type Answer = { settings?: AccountVerificationView };
  assert.deepEqual((await operator.get<Answer>(`${CAFE}/verification`)).body, {});
  assert.equal((await operator.patch(`${CAFE}/verification`, { isEnabled: true })).status, 409);
  const { settings } = (await operator.get<Answer>(`${BOOKS}/verification`)).body;
  assert.equal(settings?.frequency, "360");
  const changed = await operator.patch<Answer>(`${BOOKS}/verification`, {
    isEnabled: false,
    secCodes: ["web", "CCD"],
    frequency: "every",
    whenUnavailable: "accept",
  });
  assert.deepEqual(changed.body.settings, {
    isEnabled: false,
    secCodes: ["CCD", "WEB"],
    frequency: "every",
    coversRecurring: false,
    coversReissue: false,
    whenUnavailable: "accept",
  });
  for (const wish of [{ secCodes: ["TEL"] }, { frequency: "45" }, { frequency: "x" }]) {
    assert.equal((await operator.patch(`${BOOKS}/verification`, wish)).status, 422);
  }
  assert.equal((await actions())[0], "account.set_verification");
});

test("an operator invites the first admin of an account by email", async (t) => {
  const { operator, database, actions } = await openAdministration(t);
  const admin = { email: "boss@cafe.test", firstName: "Bo", lastName: "Ss" };
  const { status, body } = await operator.post<AccountUser>(`${CAFE}/users`, admin);
  assert.deepEqual([status, body.role, body.email], [200, "admin", "boss@cafe.test"]);
  const people = await operator.get<NumberedPage<AccountUser>>(`${CAFE}/users`);
  assert.deepEqual([people.body.total, people.body.items[0]?.lastName], [1, "Ss"]);
  const [mail] = await database.owner.rows<{ event: string; to: string }>`
    select event, payload ->> 'to' as to from outbox where account_id = 120000000004`;
  assert.deepEqual(mail, { event: "user.invitation", to: "boss@cafe.test" });
  assert.equal((await actions())[0], "pos_user.create");
  const twice = await operator.post(`${CAFE}/users`, admin);
  assert.deepEqual(Object.keys(twice.body.error.fields ?? {}), ["email"]);
  assert.equal((await operator.post(`${CAFE}/users`, { ...admin, email: "x" })).status, 422);
  await operator.post(`${CAFE}/switch`, { isActive: false });
  assert.equal((await operator.post(`${CAFE}/users`, { ...admin, email: "c@c.test" })).status, 409);
});
