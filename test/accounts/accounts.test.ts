/** Accounts: created, changed, disabled, enabled and given keys, with audit entries. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { showOnce } from "../../src/core/access/show-once.ts";
import type { AccountSettings } from "../../src/core/accounts/account-record.ts";
import { AccountRecordStore } from "../../src/core/accounts/account-record-store.ts";
import { AVS_CODES, CVV_CODES } from "../../src/core/accounts/account-settings.ts";
import { createAccount, type NewAccount } from "../../src/core/accounts/create-account.ts";
import { rotateAccessKey } from "../../src/core/accounts/rotate-access-key.ts";
import { setAccountActive } from "../../src/core/accounts/set-account-active.ts";
import { rotateWebhookSecret, setWebhook } from "../../src/core/accounts/set-webhook.ts";
import { showAccount } from "../../src/core/accounts/show-account.ts";
import { updateAccount } from "../../src/core/accounts/update-account.ts";
import { AuditEntryStore } from "../../src/core/audit/audit-entry-store.ts";
import { secretSeal } from "../../src/core/outbox/endpoint.ts";
import { firstEndpoint } from "../../src/core/outbox/endpoint-store.ts";
import { Sql } from "../../src/db/sql.ts";
import { ACCOUNT, CARD, openSecondApp, post, type TestApp } from "../kit/app.ts";
import { openUnlimitedApp } from "../kit/hooked-app.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const BY = {
  actor: { kind: "operator", id: "7", name: "Olga" },
  from: { address: "203.0.113.7", interfaceName: "console", requestId: "r-1" },
} as const;
const BOOKS = ACCOUNT.account_id;
const AGENT = "120000000009";
const DAY = Temporal.Duration.from({ hours: 24 });
const SHOP: NewAccount = {
  name: "Corner Shop",
  timeZone: "America/Chicago",
  currency: "USD",
  isAgent: false,
  parentId: null,
};

type Environment = "certification" | "production";

const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };

/** The operations under the application's role, as the console calls them. */
async function openAccounts(t: Lifetime, environment: Environment = "certification") {
  const app = await openUnlimitedApp(t);
  const { database, custody, clock } = app;
  const needs = { db: database.app, custody, clock, environment };
  /** The changes of all accounts, or of one account after it was created. */
  const acts = async (id?: string) => {
    const all = await new AuditEntryStore(database.owner).listEntries({ take: 100 });
    const isAct = ({ action, subjectId }: (typeof all)[number]) =>
      id === undefined
        ? action.startsWith("account.")
        : subjectId === id && action !== "account.create";
    return all.filter(isAct).reverse();
  };
  return {
    ...app,
    acts,
    create: (wish: Partial<NewAccount> = {}) => createAccount(needs, { ...SHOP, ...wish }, BY),
    update: (id: string, changes: Partial<AccountSettings>) =>
      updateAccount(needs, id, { changes, by: BY }),
    turn: (id: string, isActive: boolean) => setAccountActive(needs, id, { isActive, by: BY }),
    rotate: (id: string, overlap: Temporal.Duration | null) =>
      rotateAccessKey(needs, id, { overlap, by: BY }),
    hook: (id: string, wish: { url?: string; isOn?: boolean }) =>
      setWebhook(needs, id, { wish, by: BY }),
    rotateHook: (id: string) => rotateWebhookSecret(needs, id, { by: BY }),
    show: (id: string) => showAccount(needs, id),
    find: (id: string) => new AccountRecordStore(database.owner).findAccount(id),
  };
}

const openProduction = (t: Lifetime) => openAccounts(t, "production");

async function createdBy(create: ReturnType<typeof createAccount>) {
  const outcome = await create;
  assert.ok(outcome.kind === "created", outcome.kind);
  return { id: outcome.account.id, key: showOnce(outcome.accessKey), account: outcome.account };
}

async function rotatedBy(rotation: ReturnType<typeof rotateAccessKey>) {
  const outcome = await rotation;
  assert.ok(outcome.kind === "rotated", outcome.kind);
  return { key: showOnce(outcome.accessKey), previousUntil: outcome.previousUntil };
}

/** Whether the status interface accepts a key. A new address avoids remembered logins. */
async function opens(server: FastifyInstance, id: string, key: string, from = "192.0.2.1") {
  const form = { account_id: id, api_accesskey: key, action: "GET_TRANSACTION_ID" };
  const reply = await server.inject({
    method: "POST",
    url: "/api/tsapi/3.8",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ ...form, response_format: "JSON" }).toString(),
    remoteAddress: from,
  });
  const code = reply.json().error_code;
  assert.ok(code === 0 || code === 20001, reply.body);
  return code === 0;
}

async function withinASecond(holds: () => Promise<boolean>): Promise<void> {
  const startedMs = performance.now();
  while (!(await holds())) {
    assert.ok(performance.now() - startedMs < 1_000, "it took more than a second");
    await pause(20);
  }
}

/** All rows of an account and the audit, to show that nothing changed. */
async function dump({ database }: Pick<TestApp, "database">): Promise<string> {
  const tables = ["accounts", "account_keys", "all_webhook_endpoints", "audit_entries"];
  const texts = tables.map(async (table) => {
    const rows = await database.owner.rows<{ row: string }>`
      select it::text as row from ${new Sql([table], [])} it order by 1`;
    return rows.map(({ row }) => row).join("\n");
  });
  return (await Promise.all(texts)).join("\n");
}

test("a new account gets the next free id and a key that opens the interfaces at once", async (t) => {
  const { server, create, acts, show } = await openAccounts(t);
  const { id, key, account } = await createdBy(create());
  assert.equal(id, "120000000005");
  assert.match(key, /^[A-Za-z0-9]{32}$/);
  assert.equal(await opens(server, id, key), true);
  assert.equal(await opens(server, id, key.toLowerCase()), false);
  const { createdAt, ...rest } = account;
  const settings = {
    name: "Corner Shop",
    timeZone: "America/Chicago",
    isAgent: false,
    parentId: null,
    receiptEmail: null,
    cardProcessor: "simulator",
    cardMerchantId: null,
    cardTerminalId: null,
    cardCategoryCode: null,
    achProcessor: null,
    achSecCode: "WEB",
    achSameDay: false,
    achAddenda: false,
    achPrenotes: false,
    achReturnStop: false,
    allowsCredit: true,
    allowsFreeCredit: false,
    appliesAchChanges: true,
    achRetryDays: 0,
    declinesAvs: "",
    declinesCvv: "",
    authorizationDays: 7,
    duplicateMinutes: 0,
    partnerId: null,
    dualControl: false,
    creditApprovalCents: null,
  };
  assert.deepEqual(rest, { id, currency: "USD", isActive: true, ...settings });
  const view = await show(id);
  assert.deepEqual(view?.account, account);
  assert.deepEqual([view?.keys.length, view?.webhook, view?.subAccountCount], [1, undefined, 0]);
  const [act, ...others] = await acts();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [act?.action, act?.subjectKind, act?.subjectId],
    ["account.create", "account", id],
  );
  assert.deepEqual([act?.before, act?.after], [null, { ...settings, currency: "USD" }]);
  assert.deepEqual([act?.actorName, act?.address, act?.result], ["Olga", "203.0.113.7", "done"]);
});

test("an operator can choose the id, and a taken one is refused", async (t) => {
  const { server, create } = await openAccounts(t);
  const { id, key } = await createdBy(create({ id: "000000007777" }));
  assert.equal(id, "7777");
  assert.equal(await opens(server, "07777", key), true);
  assert.deepEqual(await create({ id: "7777" }), { kind: "id_taken" });
  assert.deepEqual(await create({ id: BOOKS }), { kind: "id_taken" });
  assert.equal(await opens(server, BOOKS, ACCOUNT.api_accesskey), true);
  await createdBy(create({ id: "999999999999" }));
  assert.equal((await createdBy(create())).id, "120000000005", "a high id does not use up others");
});

test("accounts that are created at once have different ids and keys", async (t) => {
  const { create, acts } = await openAccounts(t);
  const made = await Promise.all(Array.from({ length: 20 }, () => createdBy(create())));
  assert.equal(new Set(made.map(({ id }) => id)).size, 20);
  assert.equal(new Set(made.map(({ key }) => key)).size, 20);
  assert.equal((await acts()).length, 20);
});

test("a key is stored sealed and by digest, and is shown once", async (t) => {
  const app = await openShared(t, openAccounts);
  const outcome = await app.create();
  assert.ok(outcome.kind === "created");
  const { id } = outcome.account;
  const key = showOnce(outcome.accessKey);
  assert.throws(() => showOnce(outcome.accessKey), /already shown/);
  const [row] = await app.database.owner.rows<{ digest: Uint8Array; sealed: Uint8Array }>`
    select digest, sealed from account_keys where account_id = ${id}`;
  assert.ok(row);
  const opened = await app.custody.open(row.sealed, { place: "account_keys.sealed", owner: id });
  assert.equal(showOnce(opened), key);
  const all = await dump(app);
  for (const trace of [key, Buffer.from(key).toString("hex")]) assert.ok(!all.includes(trace));
});

test("in production a new account has no feature enabled", async (t) => {
  const { create, update } = await openShared(t, openProduction);
  const { id, account } = await createdBy(create());
  assert.deepEqual([account.cardProcessor, account.allowsCredit], [null, false]);
  const bad = { kind: "bad_setting", setting: "cardProcessor" };
  assert.deepEqual(await update(id, { cardProcessor: "simulator" }), bad);
});

test("in production an account uses the installation's card host", async (t) => {
  const { create, update } = await openShared(t, openProduction);
  const { id } = await createdBy(create());
  const outcome = await update(id, { cardProcessor: "host" });
  assert.equal(outcome.kind, "updated", JSON.stringify(outcome));
});

const BAD_SETTINGS: readonly (readonly [keyof AccountSettings, readonly unknown[]])[] = [
  ["name", ["", " ", "x".repeat(101), "two\nlines", "\u0000", "\ud800"]],
  ["timeZone", ["", "Mars/Olympus", "+05:00", "America", "America/Chicago "]],
  ["receiptEmail", ["", "owner", "a@b, c@d", "a b@c.test", `${"x".repeat(250)}@b.test`]],
  ["cardProcessor", ["", "acme", "Simulator"]],
  ["cardMerchantId", ["", "two words", "x".repeat(16)]],
  ["cardTerminalId", ["", "123456789"]],
  ["cardCategoryCode", ["", "581", "58120", "abcd"]],
  ["achProcessor", ["", "acme", "x".repeat(51)]],
  ["achSecCode", ["", "XYZ", "WE"]],
  ["declinesAvs", ["N1", "T", "H", "N A", "N,A", "ß", "é"]],
  ["declinesCvv", ["Y", "NX", "N "]],
  ["authorizationDays", [0, 31, -1, 1.5, Number.NaN]],
  ["duplicateMinutes", [-1, 1_441, 1.5, Number.NaN]],
  ["achRetryDays", [61, -1, 1.5, Number.NaN]],
  ["parentId", ["", "x", "1200000000099", "0"]],
];

test("an invalid setting is named, and nothing changes", async (t) => {
  const app = await openShared(t, openAccounts);
  const before = await dump(app);
  for (const [setting, values] of BAD_SETTINGS) {
    for (const value of values) {
      const changes = { receiptEmail: "good@books.test", allowsCredit: false, [setting]: value };
      const outcome = await app.update(BOOKS, changes);
      assert.deepEqual(outcome, { kind: "bad_setting", setting }, `${setting} ${value}`);
    }
  }
  for (const [wish, setting] of [
    [{ name: "" }, "name"],
    [{ timeZone: "Moon" }, "timeZone"],
    [{ currency: "DOLLARS" }, "currency"],
    [{ currency: "JPY" }, "currency"],
    [{ currency: "XQQ" }, "currency"],
    [{ id: "0" }, "id"],
    [{ id: "1234567890123" }, "id"],
    [{ id: "-1" }, "id"],
    [{ parentId: "x" }, "parentId"],
  ] as const) {
    assert.deepEqual(await app.create(wish), { kind: "bad_setting", setting });
  }
  assert.equal(await dump(app), before);
});

test("every operation reports an unknown account", async (t) => {
  const { update, turn, rotate, hook, rotateHook, show } = await openShared(t, openAccounts);
  for (const id of ["120000000777", "x", "", "0", "1234567890123"]) {
    const nobody = { kind: "not_found" };
    assert.deepEqual(await update(id, { name: "New" }), nobody);
    assert.deepEqual(await turn(id, false), nobody);
    assert.deepEqual(await rotate(id, DAY), nobody);
    assert.deepEqual(await hook(id, { url: "https://shop.test" }), nobody);
    assert.deepEqual(await rotateHook(id), nobody);
    assert.equal(await show(id), undefined);
  }
});

const CHANGES: Partial<AccountSettings> = {
  name: "New Street Books",
  timeZone: "Europe/Zurich",
  receiptEmail: "owner@books.test",
  cardProcessor: null,
  achProcessor: null,
  achSecCode: "CCD",
  achSameDay: true,
  achAddenda: true,
  achPrenotes: true,
  achReturnStop: true,
  allowsCredit: false,
  allowsFreeCredit: true,
  appliesAchChanges: false,
  achRetryDays: 60,
  declinesAvs: "NU?",
  declinesCvv: "N_",
  authorizationDays: 30,
  duplicateMinutes: 1_440,
  parentId: null,
  creditApprovalCents: 500_00,
  // Last: from now on, some changes need an approval.
  dualControl: true,
};

test("each setting can be changed alone, and the audit has it before and after", async (t) => {
  const { update, find, acts } = await openAccounts(t);
  for (const [setting, value] of Object.entries(CHANGES)) {
    const before = await find(BOOKS);
    assert.ok(before);
    const outcome = await update(BOOKS, { [setting]: value });
    assert.ok(outcome.kind === "updated", `${setting} ${outcome.kind}`);
    assert.deepEqual(outcome.changed, { [setting]: value });
    assert.deepEqual(await find(BOOKS), { ...before, [setting]: value });
    assert.deepEqual(outcome.account, { ...before, [setting]: value });
    const act = (await acts()).at(-1);
    assert.deepEqual([act?.action, act?.subjectId], ["account.update", BOOKS]);
    assert.deepEqual(act?.before, { [setting]: before[setting as keyof AccountSettings] });
    assert.deepEqual(act?.after, { [setting]: value });
  }
  assert.equal((await acts()).length, Object.keys(CHANGES).length);
  assert.equal((await update(BOOKS, CHANGES)).kind, "unchanged");
  assert.equal((await acts()).length, Object.keys(CHANGES).length, "nothing done, nothing told");
});

test("settings are stored in a normalized spelling", async (t) => {
  const { create, update } = await openShared(t, openAccounts);
  const { id } = await createdBy(create({ timeZone: "America/New_York" }));
  for (const [given, kept] of [
    [{ timeZone: "america/new_york", name: "x" }, { name: "x" }],
    [{ declinesAvs: "unNu" }, { declinesAvs: "NU" }],
    [{ declinesAvs: AVS_CODES }, { declinesAvs: AVS_CODES }],
    [{ declinesCvv: CVV_CODES }, { declinesCvv: CVV_CODES }],
    [{ achSecCode: "tel" }, { achSecCode: "TEL" }],
  ]) {
    const outcome = await update(id, given ?? {});
    assert.ok(outcome.kind === "updated");
    assert.deepEqual(outcome.changed, kept);
  }
});

test("the ACH processor must be an existing bank connection", async (t) => {
  const { database, create, update } = await openShared(t, openAccounts);
  const { id } = await createdBy(create());
  const bad = { kind: "bad_setting", setting: "achProcessor" };
  assert.deepEqual(await update(id, { achProcessor: "first bank" }), bad);
  await database.owner.rows`
    insert into bank_connections (name, immediate_destination, immediate_destination_name,
      immediate_origin, immediate_origin_name, odfi, cut_offs)
    values ('first bank', '061000146', 'First Bank', '1234567890', 'Sixdoors', '06100014', '{}')`;
  assert.equal((await update(id, { achProcessor: "first bank" })).kind, "updated");
});

test("a running server applies new settings within a second", async (t) => {
  const { server, create, update } = await openShared(t, openAccounts);
  const { id, key } = await createdBy(create());
  const login = { account_id: id, api_accesskey: key };
  const sell = async () => {
    const form = { ...login, ...CARD, transaction_type: "SALE", transaction_amount: "5.00" };
    const reply = await post(server, "/api/qsapi/3.8", { ...form, response_format: "JSON" });
    return reply.json().error_code;
  };
  assert.equal(await sell(), 0);
  await update(id, { cardProcessor: null });
  await withinASecond(async () => (await sell()) === 20002);
  await update(id, { cardProcessor: "simulator" });
  await withinASecond(async () => (await sell()) === 0);
});

test("a disabled account is refused by every process within a second", async (t) => {
  const app = await openAccounts(t);
  const servers = [app.server, await openSecondApp(app, NO_LIMITS)];
  const all = async (isIn: boolean) => {
    const interfaces = servers.map((server) => opens(server, BOOKS, ACCOUNT.api_accesskey));
    return (await Promise.all(interfaces)).every((isOpen) => isOpen === isIn);
  };
  assert.equal(await all(true), true);
  assert.deepEqual(await app.turn(BOOKS, false), { kind: "switched" });
  await withinASecond(() => all(false));
  assert.deepEqual(await app.turn(BOOKS, false), { kind: "unchanged" });
  assert.deepEqual(await app.turn(BOOKS, true), { kind: "switched" });
  await withinASecond(() => all(true));
  const acts = (await app.acts()).map(({ action, before, after }) => [action, before, after]);
  assert.deepEqual(acts, [
    ["account.switch_off", { isActive: true }, { isActive: false }],
    ["account.switch_on", { isActive: false }, { isActive: true }],
  ]);
});

test("a new key works at once, and the old one until the overlap ends", async (t) => {
  const { server, clock, rotate, acts, show } = await openAccounts(t);
  const { key, previousUntil } = await rotatedBy(rotate(BOOKS, DAY));
  assert.match(key, /^[A-Za-z0-9]{32}$/);
  assert.deepEqual(previousUntil, clock.wall().add({ hours: 24 }));
  const terms = (await show(BOOKS))?.keys.map(({ expiresAt }) => expiresAt);
  assert.deepEqual(terms, [previousUntil, null]);
  const isGood = async (old: string, from: string) => [
    await opens(server, BOOKS, old, from),
    await opens(server, BOOKS, key, from),
  ];
  clock.advance({ hours: 23, minutes: 59, seconds: 59 });
  assert.deepEqual(await isGood(ACCOUNT.api_accesskey, "192.0.2.1"), [true, true]);
  clock.advance({ seconds: 1 });
  assert.deepEqual(await isGood(ACCOUNT.api_accesskey, "192.0.2.2"), [false, true]);
  const [act] = await acts();
  assert.deepEqual([act?.action, act?.before], ["account.rotate_key", { goodKeys: 1 }]);
  assert.deepEqual(act?.after, { previousUntil: String(previousUntil) });
  assert.doesNotMatch(JSON.stringify(act), new RegExp(key));
});

test("a rotation can end the old key at once, in every process within a second", async (t) => {
  const app = await openAccounts(t);
  const servers = [app.server, await openSecondApp(app, NO_LIMITS)];
  const each = (key: string) => Promise.all(servers.map((server) => opens(server, BOOKS, key)));
  assert.deepEqual(await each(ACCOUNT.api_accesskey), [true, true]);
  const { key, previousUntil } = await rotatedBy(app.rotate(BOOKS, null));
  assert.equal(previousUntil, undefined);
  await withinASecond(async () => (await each(ACCOUNT.api_accesskey)).every((isIn) => !isIn));
  assert.deepEqual(await each(key), [true, true]);
  const [row] = await app.database.owner.rows<{ kept: number }>`
    select count(*)::integer as kept from account_keys where account_id = ${BOOKS}`;
  assert.equal(row?.kept, 1, "a key that has ended is not kept");
});

test("a second rotation does not extend the validity that the first has shortened", async (t) => {
  const { server, clock, rotate, show, database } = await openAccounts(t);
  const hour = Temporal.Duration.from({ hours: 1 });
  const start = clock.wall();
  const first = await rotatedBy(rotate(BOOKS, hour));
  const second = await rotatedBy(rotate(BOOKS, DAY));
  const ends = (await show(BOOKS))?.keys.map(({ expiresAt }) => expiresAt);
  assert.deepEqual(ends, [start.add({ hours: 1 }), start.add({ hours: 24 }), null]);
  const third = await rotatedBy(rotate(BOOKS, Temporal.Duration.from({ minutes: 5 })));
  for (const key of [ACCOUNT.api_accesskey, first.key, second.key, third.key]) {
    assert.equal(await opens(server, BOOKS, key), true);
  }
  clock.advance({ minutes: 5 });
  for (const key of [ACCOUNT.api_accesskey, first.key, second.key]) {
    assert.equal(await opens(server, BOOKS, key, "192.0.2.2"), false);
  }
  assert.equal(await opens(server, BOOKS, third.key, "192.0.2.2"), true);
  await rotatedBy(rotate(BOOKS, hour));
  const rows = await database.owner.rows`select from account_keys where account_id = ${BOOKS}`;
  assert.equal(rows.length, 2, "what has ended is not kept");
});

test("an overlap is 1 second to 30 days, and an account has at most five valid keys", async (t) => {
  const app = await openShared(t, openAccounts);
  const { create, rotate } = app;
  const { id } = await createdBy(create());
  const before = await dump(app);
  for (const seconds of [0, -1, 30 * 86_400 + 1]) {
    const overlap = Temporal.Duration.from({ seconds });
    assert.deepEqual(await rotate(id, overlap), { kind: "bad_overlap" });
  }
  assert.equal(await dump(app), before);
  for (let n = 0; n < 4; n++) await rotatedBy(rotate(id, Temporal.Duration.from({ days: 30 })));
  assert.deepEqual(await rotate(id, DAY), { kind: "too_many_keys" });
  await rotatedBy(rotate(id, null));
  await rotatedBy(rotate(id, Temporal.Duration.from({ seconds: 1 })));
});

test("after many rotations at once one key stays", async (t) => {
  const { server, create, rotate, show } = await openShared(t, openAccounts);
  const { id } = await createdBy(create());
  const made = await Promise.all(Array.from({ length: 8 }, () => rotatedBy(rotate(id, null))));
  assert.equal((await show(id))?.keys.length, 1);
  const open = await Promise.all(made.map(({ key }) => opens(server, id, key)));
  assert.equal(open.filter(Boolean).length, 1);
});

test("the parent of an account must be an agent, or none", async (t) => {
  const { create, update, acts, show } = await openAccounts(t);
  const noAgent = { kind: "parent_no_agent" };
  assert.deepEqual(await create({ parentId: "120000000777" }), noAgent);
  assert.deepEqual(await create({ parentId: BOOKS }), noAgent);
  assert.deepEqual(await create({ isAgent: true, parentId: AGENT }), { kind: "agent_below_agent" });
  const { id } = await createdBy(create({ parentId: AGENT }));
  assert.equal((await show(AGENT))?.subAccountCount, 3);
  assert.deepEqual(await update(id, { parentId: BOOKS }), noAgent);
  assert.deepEqual(await update(id, { parentId: id }), noAgent);
  assert.deepEqual(await update(id, { parentId: "120000000777" }), noAgent);
  assert.deepEqual(await update(id, { isAgent: true }), { kind: "agent_below_agent" });
  assert.equal((await update(id, { isAgent: true, parentId: null })).kind, "updated");
  assert.equal((await update(BOOKS, { parentId: id })).kind, "updated");
  assert.deepEqual(await update(id, { parentId: AGENT }), { kind: "agent_below_agent" });
  const done = (await acts()).map(({ action }) => action);
  assert.deepEqual(done, ["account.create", "account.update", "account.update"]);
});

test("an agent with active accounts must stay an agent", async (t) => {
  const { update, turn, find } = await openAccounts(t);
  const stays = { kind: "has_sub_accounts" };
  assert.deepEqual(await update(AGENT, { isAgent: false, name: "Nobody's Agent" }), stays);
  await turn(BOOKS, false);
  assert.deepEqual(await update(AGENT, { isAgent: false, parentId: AGENT }), stays);
  assert.equal((await find(AGENT))?.name, "Union Agent");
  await turn("120000000002", false);
  assert.equal((await update(AGENT, { isAgent: false })).kind, "updated");
  assert.deepEqual(await turn(BOOKS, true), { kind: "parent_no_agent" });
  assert.equal((await update(BOOKS, { parentId: null })).kind, "updated");
  assert.deepEqual(await turn(BOOKS, true), { kind: "switched" });
  assert.equal((await update(AGENT, { isAgent: true })).kind, "updated");
  assert.deepEqual(await turn("120000000002", true), { kind: "switched" });
});

test("raw statements cannot give an account a parent that is not an agent", async (t) => {
  const { database } = await openShared(t, openAccounts);
  for (const statement of [
    "update accounts set is_agent = false where id = 120000000009",
    "update accounts set parent_id = 120000000003 where id = 120000000004",
    "insert into accounts (id, name, time_zone, parent_id) values (7, 'x', 'UTC', 120000000003)",
    "delete from accounts where id = 120000000009",
  ]) {
    await assert.rejects(
      database.owner.rows`${new Sql([statement], [])}`,
      /foreign key/,
      statement,
    );
  }
});

test("an agent that resigns while an account joins it: one of the two is refused", async (t) => {
  const { create, update, database } = await openShared(t, openAccounts);
  for (let round = 0; round < 10; round++) {
    const agent = await createdBy(create({ isAgent: true }));
    const [below, resigned] = await Promise.all([
      create({ parentId: agent.id }),
      update(agent.id, { isAgent: false }),
    ]);
    const told = `${below.kind} ${resigned.kind}`;
    assert.match(told, /^(created has_sub_accounts|parent_no_agent updated)$/);
  }
  const orphans = await database.owner.rows`
    select from accounts below join accounts above on above.id = below.parent_id
    where not above.is_agent`;
  assert.equal(orphans.length, 0);
});

const HOOK = "http://shop.test/hook";

test("a webhook is set, disabled and changed; its secret is shown only when it is new", async (t) => {
  const app = await openShared(t, openAccounts);
  const { create, hook, show, acts } = app;
  const { id } = await createdBy(create());
  assert.deepEqual(await hook(id, { isOn: true }), { kind: "no_webhook" });
  const saved = await hook(id, { url: HOOK });
  assert.ok(saved.kind === "saved" && saved.secret !== undefined);
  assert.deepEqual([saved.url, saved.isOn], [HOOK, true]);
  const secret = showOnce(saved.secret);
  assert.match(secret, /^whsec_/);
  const off = { kind: "saved", number: 1, url: HOOK, isOn: false, secret: undefined };
  assert.deepEqual(await hook(id, { isOn: false }), off);
  const moved = await hook(id, { url: "https://shop.test/other" });
  assert.deepEqual(moved, { ...off, url: "https://shop.test/other" }, "it stays off");
  assert.equal((await show(id))?.webhook?.url, "https://shop.test/other");
  assert.equal((await show("120000000002"))?.webhook, undefined);
  assert.deepEqual(
    (await acts(id)).map(({ action, before, after }) => [action, before, after]),
    [
      ["account.set_webhook", null, { url: HOOK, isOn: true }],
      ["account.set_webhook", { url: HOOK, isOn: true }, { url: HOOK, isOn: false }],
      [
        "account.set_webhook",
        { url: HOOK, isOn: false },
        { url: "https://shop.test/other", isOn: false },
      ],
    ],
  );
  assert.ok(!(await dump(app)).includes(secret.slice(6)));
});

test("a webhook's URL is checked before anything changes", async (t) => {
  const app = await openShared(t, openAccounts);
  const before = await dump(app);
  for (const [url, error] of [
    ["shop.test", "not_a_url"],
    ["ftp://shop.test", "not_https"],
    ["https://ada:secret@shop.test", "has_credentials"],
    [`https://shop.test/${"x".repeat(2_000)}`, "too_long"],
  ] as const) {
    assert.deepEqual(await app.hook(BOOKS, { url }), { kind: "bad_url", error });
  }
  assert.equal(await dump(app), before);
  const production = await openShared(t, openProduction);
  const refused = await production.hook(BOOKS, { url: HOOK });
  assert.deepEqual(refused, { kind: "bad_url", error: "not_https" });
});

test("a webhook with a URL that production refuses can be disabled but not enabled", async (t) => {
  const app = await openShared(t, openProduction);
  const { id } = await createdBy(app.create());
  await app.hook(id, { url: "https://shop.example/" });
  const { owner } = app.database;
  await owner.rows`update webhook_endpoints set url = 'https://10.0.0.7/' where account_id = ${id}`;
  const off = await app.hook(id, { isOn: false });
  assert.deepEqual([off.kind, off.kind === "saved" && off.isOn], ["saved", false]);
  const on = await app.hook(id, { isOn: true });
  assert.deepEqual(on, { kind: "bad_url", error: "not_public" });
});

test("a webhook's secret can be replaced, with an audit entry that does not contain it", async (t) => {
  const app = await openShared(t, openAccounts);
  const { create, hook, rotateHook, acts, database, custody } = app;
  const { id } = await createdBy(create());
  assert.deepEqual(await rotateHook(id), { kind: "no_webhook" });
  const first = await hook(id, { url: HOOK });
  const second = await rotateHook(id);
  assert.ok(first.kind === "saved" && first.secret && second.kind === "rotated");
  const [row] = await database.owner.rows<{ now: Uint8Array; before: Uint8Array }>`
    select secret_sealed as now, previous_sealed as before from webhook_endpoints where account_id = ${id}`;
  assert.ok(row);
  const opened = async (sealed: Uint8Array) =>
    showOnce(await custody.open(sealed, secretSeal(firstEndpoint(id))));
  assert.deepEqual(
    [await opened(row.now), await opened(row.before)],
    [showOnce(second.secret), showOnce(first.secret)],
  );
  const act = (await acts(id)).at(-1);
  assert.deepEqual(
    [act?.action, act?.before, act?.after],
    ["account.rotate_webhook_secret", null, null],
  );
});

test("accounts are listed by id, page by page, and by agent", async (t) => {
  const { database } = await openAccounts(t);
  const accounts = new AccountRecordStore(database.app);
  const ids = async (filter: { after?: string; parentId?: string; take: number }) =>
    (await accounts.listAccounts(filter)).map(({ id }) => id.slice(-1)).join("");
  assert.equal(await ids({ take: 10 }), "12349");
  assert.equal(await ids({ take: 2 }), "12");
  assert.equal(await ids({ take: 2, after: "120000000002" }), "34");
  assert.equal(await ids({ take: 10, parentId: AGENT }), "12");
});

test("if the audit cannot be written, nothing changes", async (t) => {
  const app = await openAccounts(t);
  const before = await dump(app);
  await app.database.owner.rows`revoke insert on audit_entries from sixdoors_app`;
  for (const act of [
    () => app.create(),
    () => app.update(BOOKS, { name: "New" }),
    () => app.turn(BOOKS, false),
    () => app.rotate(BOOKS, null),
    () => app.hook(BOOKS, { url: HOOK }),
  ]) {
    await assert.rejects(act, /permission denied/);
  }
  await app.database.owner.rows`grant insert on audit_entries to sixdoors_app`;
  assert.equal(await dump(app), before);
});
