/** The `accounts` commands: what they print, what they refuse, and that a running interface hears of it. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { rotateKeyCommand, webhookCommand } from "../../src/commands/accounts/account-secrets.ts";
import {
  createAccountCommand,
  listAccounts,
  setAccountCommand,
  showAccountCommand,
  switchAccountCommand,
} from "../../src/commands/accounts/accounts.ts";
import { type Config, readConfig } from "../../src/config.ts";
import { EntryStore } from "../../src/core/audit/entry-store.ts";
import { verifyAudit } from "../../src/core/audit/verify-audit.ts";
import { EndpointStore } from "../../src/core/outbox/endpoint-store.ts";
import { StartError } from "../../src/ports/start-error.ts";
import { openTestApp, post } from "../kit/app.ts";
import { run } from "../kit/process.ts";

const BOOKS = "120000000001";
const NEW = ["--name", "Corner Shop", "--zone", "America/Chicago"];

/** A running app, and the command line beside it. */
async function openCommands(t: TestContext) {
  const app = await openTestApp(t, {}, { callerPerSecond: 0, addressPerSecond: 0 });
  const settings = { DATABASE_URL: app.database.url, MASTER_KEY: "7e57".repeat(16) };
  const accounts = (...words: string[]) => run(t, ["accounts", ...words], settings);
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
  return { ...app, settings, accounts, told, opens };
}

test("an account whose receiver said 410 shows why its webhook is off", async (t) => {
  const { accounts, told, database } = await openCommands(t);
  const { url } = await told("webhook", BOOKS, "--url", "http://shop.test/hook");
  const at = Temporal.Instant.from("2026-11-16T04:14:09.5Z");
  await new EndpointStore(database.owner).switchOff(BOOKS, url, { why: "gone", at });
  const shown = async () => /^Webhook +(.*)$/m.exec((await accounts("show", BOOKS)).stdout)?.[1];
  assert.equal(await shown(), `off since 2026-11-16T04:14:09Z: its receiver said 410, ${url}`);
  await told("webhook", BOOKS, "--off");
  assert.equal(await shown(), `off, ${url}`);
});

test("an account's life, by command, beside a running interface", async (t) => {
  const { accounts, told, opens, database, custody } = await openCommands(t);
  const created = await told("create", ...NEW, "--parent", "120000000009");
  assert.deepEqual(Object.keys(created), ["created", "accessKey"]);
  const { created: id, accessKey } = created;
  assert.match(accessKey, /^[A-Za-z0-9]{32}$/);
  assert.equal(await opens(id, accessKey), true);

  const set = await told("set", id, "--decline-avs", "UN", "--authorization-days", "3");
  assert.deepEqual(set, { account: id, changed: { declinesAvs: "NU", authorizationDays: 3 } });
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
  assert.match(shown.stdout, /^Webhook {10}off, http:\/\/shop\.test\/hook$/m);
  assert.match(shown.stdout, /^Access key {7}good$/m);
  assert.doesNotMatch(shown.stdout, new RegExp(`${last.accessKey}|whsec_`));
  assert.match((await accounts()).stdout, /120000000005 {2}on .*below 120000000009 +Corner Shop/);

  assert.match((await accounts("off", id)).stdout, /^Account 120000000005 is off\.\n$/);
  await until(async () => !(await opens(id, last.accessKey)));

  const entries = await new EntryStore(database.owner).list({ subjectId: id, take: 50 });
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

/** Commands as the command line calls them, and the sentence that each is refused with. */
const REFUSED: readonly (readonly [(config: Config) => Promise<void>, RegExp])[] = [
  [(c) => showAccountCommand(c, "120000000777", {}), /^There is no such account/],
  [(c) => createAccountCommand(c, { ...SHOP, zone: "Moon" }), /^A time zone is one of the IANA/],
  [(c) => createAccountCommand(c, { ...SHOP, id: BOOKS }), /^There is an account of this id/],
  [(c) => createAccountCommand(c, { ...SHOP, id: "x" }), /^An account's id is a number/],
  [(c) => createAccountCommand(c, { ...SHOP, parent: BOOKS }), /^The account above is not there/],
  [(c) => createAccountCommand(c, { ...SHOP, currency: "JPY" }), /^A currency is a code/],
  [(c) => setAccountCommand(c, BOOKS, {}), /^Say what to set/],
  [(c) => setAccountCommand(c, BOOKS, { declineCvv: "Y" }), /^CVV letters are any of M N P S U/],
  [(c) => setAccountCommand(c, BOOKS, { authorizationDays: "many" }), /^An authorization waits/],
  [(c) => setAccountCommand(c, BOOKS, { credit: "perhaps" }), /^--credit takes yes or no/],
  [(c) => setAccountCommand(c, "120000000009", { agent: "no" }), /^It has active accounts below/],
  [(c) => switchAccountCommand(c, "x", { isActive: false }), /^There is no such account/],
  [(c) => rotateKeyCommand(c, BOOKS, { overlap: "soon" }), /^Say how long the old key stays good/],
  [(c) => rotateKeyCommand(c, BOOKS, { overlap: "1h", now: true }), /^Give --overlap or --now/],
  [(c) => webhookCommand(c, BOOKS, {}), /^Give --url, --on or --off/],
  [(c) => webhookCommand(c, BOOKS, { on: true, off: true }), /^Give --url, --on or --off/],
  [(c) => webhookCommand(c, BOOKS, { on: true, rotateSecret: true }), /^Give --url, --on or --off/],
  [(c) => webhookCommand(c, BOOKS, { on: true }), /^It has no webhook yet/],
  [
    (c) => webhookCommand(c, BOOKS, { url: "ftp://shop.test" }),
    /^The webhook's address must begin with https:\/\/, or in certification with http:\/\/\.$/,
  ],
  [(c) => listAccounts(c, { take: "0" }), /^--take takes a number from 1 to 500/],
  [(c) => listAccounts(c, { parent: "x" }), /^An account's id is a number/],
];

test("bad input is one sentence, and nothing changes", async (t) => {
  const { accounts, database, settings } = await openCommands(t);
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
  assert.match(stderr, /^AVS letters are any of D F J [^\n]*\.\n$/);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.deepEqual(await rows(), before);
});

test("none takes a setting away, and a name with a control character is not printed raw", async (t) => {
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
