/** The `accounts` commands: their output, their errors, and their effect on a running server. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { rotateKeyCommand } from "../../src/commands/accounts/account-secrets.ts";
import { webhookCommand } from "../../src/commands/accounts/account-webhooks.ts";
import {
  createAccountCommand,
  listAccountsCommand,
  setAccountCommand,
  showAccountCommand,
  switchAccountCommand,
} from "../../src/commands/accounts/accounts.ts";
import { type Config, readConfig } from "../../src/config.ts";
import { AuditEntryStore } from "../../src/core/audit/audit-entry-store.ts";
import { verifyAudit } from "../../src/core/audit/verify-audit.ts";
import { EndpointStore, firstEndpoint } from "../../src/core/outbox/endpoint-store.ts";
import { StartError } from "../../src/ports/start-error.ts";
import { openTestApp, post } from "../kit/app.ts";
import { runHere } from "../kit/command-process.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const BOOKS = "120000000001";
const NEW = ["--name", "Corner Shop", "--zone", "America/Chicago"];

/** A running app and the command line. */
async function openCommands(t: Lifetime) {
  const app = await openTestApp(t, {}, { callerPerSecond: 0, addressPerSecond: 0 });
  const settings = { DATABASE_URL: app.database.url, MASTER_KEY: "7e57".repeat(16) };
  const accounts = (...words: string[]) => runHere(["accounts", ...words], settings);
  const told = async (...words: string[]) => {
    const { code, stdout, stderr } = await accounts(...words, "--json");
    assert.deepEqual([code, stderr], [0, ""], words.join(" "));
    return JSON.parse(stdout);
  };
  const opens = async (id: string, key: string) => {
    const form = { account_id: id, api_accesskey: key, action: "GET_TRANSACTION_ID" };
    const reply = await post(app.server, "/api/tsapi/3.8", { ...form, response_format: "JSON" });
    return reply.json().error_code === 0;
  };
  /** Returns the number of an account that only one test has. */
  const make = async (): Promise<string> => (await told("create", ...NEW)).created;
  return { ...app, settings, accounts, told, opens, make };
}

test("an account shows that its webhook was disabled because the receiver answered 410", async (t) => {
  const { make, accounts, told, database } = await openShared(t, openCommands);
  const id = await make();
  const { url } = await told("webhook", id, "--url", "http://shop.test/hook");
  const at = Temporal.Instant.from("2026-11-16T04:14:09.5Z");
  await new EndpointStore(database.owner).disableEndpoint(firstEndpoint(id), url, {
    why: "gone",
    at,
  });
  const shown = async () => /^Webhook +(.*)$/m.exec((await accounts("show", id)).stdout)?.[1];
  assert.equal(
    await shown(),
    `disabled since 2026-11-16T04:14:09Z: the receiver answered 410, ${url}`,
  );
  await told("webhook", id, "--off");
  assert.equal(await shown(), `disabled, ${url}`);
});

test("webhook endpoints are added, changed and removed by commands, and shown", async (t) => {
  const { make, accounts, told } = await openShared(t, openCommands);
  const id = await make();
  await told("webhook", id, "--url", "http://one.test/");
  const second = ["--add", "--url", "http://two.test/", "--events", "transaction.settled"];
  const added = await told("webhook", id, ...second);
  assert.deepEqual([added.endpoint, added.url, added.isOn], [2, "http://two.test/", true]);
  assert.match(added.secret, /^whsec_/);
  await told("webhook", id, "--endpoint", "2", "--off");
  const rotated = await told("webhook", id, "--endpoint", "2", "--rotate-secret");
  assert.notEqual(rotated.secret, added.secret);
  const { stdout: text } = await accounts("webhook", id, "--endpoint", "2", "--rotate-secret");
  assert.match(text, new RegExp(`webhooks to endpoint 2 of account ${id} are signed`));
  const shown = async () => (await accounts("show", id)).stdout.match(/^Webhook.*$/gm);
  assert.deepEqual(await shown(), [
    "Webhook          enabled, http://one.test/",
    "Webhook 2        disabled, http://two.test/, transaction.settled",
  ]);
  await told("webhook", id, "--endpoint", "2", "--remove");
  assert.deepEqual(await shown(), ["Webhook          enabled, http://one.test/"]);
});

test("commands create, change, disable and enable an account of a running server", async (t) => {
  const { accounts, told, opens, database, custody } = await openCommands(t);
  const created = await told("create", ...NEW, "--parent", "120000000009");
  assert.deepEqual(Object.keys(created), ["created", "accessKey"]);
  const { created: id, accessKey } = created;
  assert.match(accessKey, /^[A-Za-z0-9]{32}$/);
  assert.equal(await opens(id, accessKey), true);

  const days = ["--authorization-days", "3"];
  const set = await told("set", id, "--decline-avs", "UN", ...days, "--duplicate-minutes", "5");
  const changed = { declinesAvs: "NU", authorizationDays: 3, duplicateMinutes: 5 };
  assert.deepEqual(set, { account: id, changed });
  const hook = await told("webhook", id, "--url", "http://shop.test/hook");
  assert.match(hook.secret, /^whsec_/);
  assert.deepEqual(await told("webhook", id, "--off"), { ...hook, isOn: false, secret: null });
  assert.notEqual((await told("webhook", id, "--rotate-secret")).secret, hook.secret);

  const rotated = await told("rotate-key", id, "--overlap", "1h");
  assert.ok(Temporal.Instant.from(rotated.previousUntil).epochMilliseconds > 0);
  assert.deepEqual(await Promise.all([opens(id, accessKey), opens(id, rotated.accessKey)]), [
    true,
    true,
  ]);
  const last = await told("rotate-key", id, "--now");
  assert.equal(last.previousUntil, null);
  await until(async () => !(await opens(id, accessKey)) && !(await opens(id, rotated.accessKey)));
  assert.equal(await opens(id, last.accessKey), true);

  const shown = await accounts("show", id);
  assert.equal(shown.stderr, "");
  assert.match(shown.stdout, /^Name {13}Corner Shop$/m);
  assert.match(shown.stdout, /^Declines on AVS {2}NU$/m);
  assert.match(shown.stdout, /^Webhook {10}disabled, http:\/\/shop\.test\/hook$/m);
  assert.match(shown.stdout, /^API key {10}active$/m);
  assert.doesNotMatch(shown.stdout, new RegExp(`${last.accessKey}|whsec_`));
  assert.match(
    (await accounts()).stdout,
    /120000000005 {2}enabled .*parent 120000000009 +Corner Shop/,
  );

  assert.match((await accounts("off", id)).stdout, /^Account 120000000005 is disabled\.\n$/);
  await until(async () => !(await opens(id, last.accessKey)));

  const entries = await new AuditEntryStore(database.owner).listEntries({
    subjectId: id,
    take: 50,
  });
  const acts = entries.map(({ action }) => action.replace("account.", "")).reverse();
  assert.deepEqual(acts, [
    "create",
    "update",
    "set_webhook",
    "set_webhook",
    "rotate_webhook_secret",
    "rotate_key",
    "rotate_key",
    "switch_off",
  ]);
  assert.ok(entries.every(({ actorKind }) => actorKind === "command_line"));
  assert.equal((await verifyAudit({ db: database.owner, custody })).isSound, true);
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  const startedMs = performance.now();
  while (!(await holds())) {
    assert.ok(performance.now() - startedMs < 1_000, "it took more than a second");
    await pause(20);
  }
}

const SHOP = { name: "Corner Shop", zone: "America/Chicago", currency: "USD" };

/** Commands, and the error that each of them gives. */
const REFUSED: readonly (readonly [(config: Config) => Promise<void>, RegExp])[] = [
  [(c) => showAccountCommand(c, "120000000777", {}), /^Account not found/],
  [(c) => createAccountCommand(c, { ...SHOP, zone: "Moon" }), /^The time zone must be an IANA/],
  [(c) => createAccountCommand(c, { ...SHOP, id: BOOKS }), /^An account with this number/],
  [(c) => createAccountCommand(c, { ...SHOP, id: "x" }), /^The account number must have/],
  [
    (c) => createAccountCommand(c, { ...SHOP, parent: BOOKS }),
    /^The parent account does not exist/,
  ],
  [(c) => createAccountCommand(c, { ...SHOP, currency: "JPY" }), /^The currency must be/],
  [(c) => setAccountCommand(c, BOOKS, {}), /^No setting given/],
  [(c) => setAccountCommand(c, BOOKS, { declineCvv: "Y" }), /Allowed codes: M N P S U/],
  [
    (c) => setAccountCommand(c, BOOKS, { authorizationDays: "many" }),
    /^Authorizations must expire/,
  ],
  [(c) => setAccountCommand(c, BOOKS, { credit: "perhaps" }), /^--credit must be yes or no/],
  [
    (c) => setAccountCommand(c, "120000000009", { agent: "no" }),
    /^The account has active sub-accounts/,
  ],
  [(c) => switchAccountCommand(c, "x", { isActive: false }), /^Account not found/],
  [(c) => rotateKeyCommand(c, BOOKS, { overlap: "soon" }), /^Invalid overlap/],
  [(c) => rotateKeyCommand(c, BOOKS, { overlap: "1h", now: true }), /^Use --overlap or --now/],
  [(c) => webhookCommand(c, BOOKS, {}), /^Use --url, --events, --on or --off/],
  [(c) => webhookCommand(c, BOOKS, { on: true, off: true }), /^Use --url, --events, --on or --off/],
  [
    (c) => webhookCommand(c, BOOKS, { on: true, rotateSecret: true }),
    /^Use --url, --events, --on or --off/,
  ],
  [(c) => webhookCommand(c, BOOKS, { on: true }), /^The account has no webhook yet/],
  [(c) => webhookCommand(c, BOOKS, { add: true, on: true }), /^Use --url, --events, --on or --off/],
  [
    (c) => webhookCommand(c, BOOKS, { endpoint: "6", on: true }),
    /^Invalid --endpoint\. Use a number/,
  ],
  [(c) => webhookCommand(c, BOOKS, { events: "all,none" }), /^Unknown event in --events/],
  [(c) => webhookCommand(c, BOOKS, { endpoint: "2", remove: true }), /^The account has no webhook/],
  [
    (c) => webhookCommand(c, BOOKS, { url: "ftp://shop.test" }),
    /^The webhook URL must begin with https:\/\/ \(or http:\/\/ in certification\)\.$/,
  ],
  [(c) => listAccountsCommand(c, { take: "0" }), /^--take must be a number from 1 to 500/],
  [(c) => listAccountsCommand(c, { parent: "x" }), /^The account number must have/],
];

test("invalid input is answered with one sentence, and nothing changes", async (t) => {
  const { accounts, database, settings } = await openShared(t, openCommands);
  const config = readConfig({ ...settings, LOG_LEVEL: "silent" });
  const rows = () => database.owner.rows`
    select a::text, (select count(*) from account_keys) as keys,
      (select count(*) from webhook_endpoints) as hooks,
      (select count(*) from audit_entries) as acts
    from accounts a order by id`;
  const before = await rows();
  for (const [command, sentence] of REFUSED) {
    await assert.rejects(command(config), (error) => {
      assert.ok(error instanceof StartError, String(error));
      assert.match(error.message, sentence);
      assert.match(error.message, /^\S[^\n]*\.$/, "one line, a sentence");
      return true;
    });
  }
  const { code, stdout, stderr } = await accounts("set", BOOKS, "--decline-avs", "T");
  assert.match(stderr, /Allowed codes: D F J [^\n]*\.\n$/);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.deepEqual(await rows(), before);
});

test("the ACH settings of an account are changed and shown", async (t) => {
  const { make, accounts, told } = await openShared(t, openCommands);
  const id = await make();
  const wishes = ["--ach-changes", "no", "--ach-retry-days", "5", "--free-credit", "yes"];
  const { changed } = await told("set", id, ...wishes);
  assert.deepEqual(changed, { allowsFreeCredit: true, appliesAchChanges: false, achRetryDays: 5 });
  const { stdout } = await accounts("show", id);
  assert.match(stdout, /ACH credits +free\nACH changes +not applied\nACH retries +after 5 days\n/);
});

test('"none" removes a setting, and control characters are not printed', async (t) => {
  const { accounts, told, database } = await openCommands(t);
  const gone = ["--card-processor", "none", "--ach-processor", "none", "--parent", "none"];
  const { changed } = await told("set", BOOKS, ...gone, "--agent", "yes", "--credit", "no");
  assert.deepEqual(changed, {
    isAgent: true,
    parentId: null,
    cardProcessor: null,
    achProcessor: null,
    allowsCredit: false,
  });
  await database.owner.rows`update accounts set name = ${"Eve\u001b[2J"} where id = ${BOOKS}`;
  assert.match((await accounts("show", BOOKS)).stdout, /Eve\?\[2J/);
});

test("the ACH options of an account are set and shown", async (t) => {
  const { make, told, accounts } = await openShared(t, openCommands);
  const id = await make();
  const on = ["--same-day", "yes", "--addenda", "yes", "--prenotes", "yes", "--return-stop", "yes"];
  const { changed } = await told("set", id, ...on);
  const all = { achSameDay: true, achAddenda: true, achPrenotes: true, achReturnStop: true };
  assert.deepEqual(changed, all);
  const { stdout } = await accounts("show", id);
  assert.match(stdout, /same day, addenda, prenotes, stop above return-rate limits/);
  const bad = await accounts("set", id, "--same-day", "maybe");
  assert.match(bad.stderr, /--same-day must be yes or no/);
});
