/** The `ach` commands: what they do to an entry, what they print, and what they refuse. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { achCutOffCommand, achReturnCommand } from "../../src/commands/ach/ach.ts";
import { achConnectCommand, achWindowsCommand } from "../../src/commands/ach/ach-banks.ts";
import { achCheckCommand, achServerCommand } from "../../src/commands/ach/ach-servers.ts";
import { achConfirmCommand, achResendCommand } from "../../src/commands/ach/ach-unconfirmed.ts";
import { achFileView } from "../../src/commands/ach/ach-view-file.ts";
import { type Config, readConfig } from "../../src/config.ts";
import { StartError } from "../../src/ports/start-error.ts";
import { ACCOUNT, post } from "../kit/app.ts";
import { openUnlimitedApp } from "../kit/hooked-app.ts";
import { OpenSsh, WITHOUT_OPENSSH } from "../kit/openssh.ts";
import { run } from "../kit/process.ts";
import { openShared } from "../kit/shared.ts";

const SALE = {
  ...{ ...ACCOUNT, tender_type: "ACH", transaction_type: "SALE", transaction_amount: "12.34" },
  ...{ bank_routing_number: "021000021", bank_account_number: "5550000777" },
  ...{ first_name: "Ada", last_name: "Buyer", validate_ach_account: "0", response_format: "JSON" },
};
const BANK = [
  ...["--destination", "061000146", "--destination-name", "First Bank", "--odfi", "06100014"],
  ...["--origin", "1234567890", "--origin-name", "Sixdoors"],
];

const WISH = {
  ...{ destination: "061000146", destinationName: "First Bank", odfi: "06100014" },
  ...{ origin: "1234567890", originName: "Sixdoors" },
};
/** Not an ACH file. */
const PAGE = path.resolve(import.meta.dirname, "../../package.json");

async function openCommands(t: TestContext, opener = openUnlimitedApp(t)) {
  const app = await opener;
  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors ach "));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const own = { DATABASE_URL: app.database.url, MASTER_KEY: "7e57".repeat(16) };
  const ach = (...words: string[]) => run(t, ["ach", ...words], { ...own, ACH_FOLDER: folder });
  const told = async (...words: string[]) => {
    const { code, stdout, stderr } = await ach(...words, "--json");
    assert.deepEqual([code, stderr], [0, ""], words.join(" "));
    return JSON.parse(stdout);
  };
  const config = readConfig({ ...own, ACH_FOLDER: folder, LOG_LEVEL: "silent" });
  /** In this process: nothing is printed, and a start takes its time. */
  const refused = async (command: (config: Config) => Promise<unknown>, says: RegExp) => {
    await assert.rejects(command(config), (error: Error) => {
      assert.ok(error instanceof StartError, error.message);
      assert.match(error.message, says);
      return true;
    });
  };
  const sell = async (): Promise<string> =>
    (await post(app.server, "/api/qsapi/3.8", SALE)).json().transaction_id;
  const printed = async (...words: string[]) => (await ach(...words)).stdout;
  return { folder, config, told, refused, sell, printed, owner: app.database.owner };
}

test("commands send, return, change and settle an entry", async (t) => {
  const { config, told, refused, sell } = await openCommands(t);
  const id = await sell();
  await sell();
  const giveBack = (code: string) => (config: Config) => achReturnCommand(config, [id, code], {});
  await refused(giveBack("R01"), /was sent yet. Send waiting entries with `ach cutoff`/);
  const { banks } = await told("cutoff");
  assert.deepEqual([banks[0].connection, banks[0].entries], ["simulator", 2]);
  assert.deepEqual(await told("change", id, "C01", "111222333"), {
    ...{ account: ACCOUNT.account_id, transaction: id, state: "pending" },
  });
  assert.equal((await told("return", id, "R01")).state, "returned");
  await refused(giveBack("R01"), /is already returned/);
  await refused(giveBack("R99"), /Unknown code/);
  assert.deepEqual(await told("settle"), { settled: 1 });
  const { sent, received } = await told("files");
  assert.deepEqual([sent.length, received.length], [1, 0]);
  assert.match(await achFileView(config, sent[0].name), new RegExp(`12\\.34 +${id} +ADA BUYER`));
});

test("a file that is not confirmed is confirmed or sent again, and no other", async (t) => {
  const { told, refused, sell, owner, printed } = await openCommands(t);
  await sell();
  const { banks } = await told("cutoff");
  const [name] = banks[0].files;
  const confirm = (config: Config) => achConfirmCommand(config, name, {});
  await refused(confirm, /There is no unconfirmed file simulator-/);
  await refused((config) => achResendCommand(config, name, {}), /There is no unconfirmed file/);
  await owner.rows`update ach_files set unconfirmed_since = now()`;
  assert.match(await printed("files"), /1 entries {2}not confirmed: ask the bank/);
  assert.deepEqual(await told("confirm", name), { confirmed: name });
  await owner.rows`update ach_files set unconfirmed_since = now()`;
  assert.deepEqual(await told("resend", name), { resent: name });
  assert.equal((await told("files")).sent[0].state, "fixed");
});

test("a file is viewed by its path or by its name, and a path wins", async (t) => {
  const { config, refused } = await openCommands(t, openShared(t, openUnlimitedApp));
  assert.match(await achFileView(config, PAGE), /The file has \d+ errors/);
  await refused(
    () => achFileView(config, "nowhere.ach"),
    /File nowhere.ach not found. Use the path of a file, or a name that `ach files` lists/,
  );
});

test("a bank is connected with folders", async (t) => {
  const { told, refused, folder } = await openCommands(t, openShared(t, openUnlimitedApp));
  const connected = await told("connect", "first-bank", ...BANK);
  assert.equal(connected.outbox, path.join(folder, "first-bank/outbox"));
  const { banks } = await told("banks");
  assert.equal(banks.length, 2);
  const connect = (name: string) => (config: Config) => achConnectCommand(config, name, WISH);
  await refused(connect("first-bank"), /Bank first-bank already exists/);
  await refused(connect("Bank 2"), /lowercase letters/);
  const window = [ACCOUNT.account_id, "03:00 UTC"];
  await refused((config) => achWindowsCommand(config, window, {}), /Its cutoffs are: 17:00/);
  await refused((config) => achCutOffCommand(config, "nowhere", {}), /Bank nowhere not found/);
});

test("a bank is connected by SFTP, checked and changed", { skip: WITHOUT_OPENSSH }, async (t) => {
  const { told, refused, config } = await openCommands(t);
  const host = await OpenSsh.open(t);
  const { folders, port, user: name } = await host.makeBank();
  const { outbox, inbox, archive } = folders;
  const places = { outbox, inbox, archive };
  const keyFile = path.join(host.root, "login");
  const server = { ...WISH, ...places, sftp: "127.0.0.1", port: String(port), user: name, keyFile };
  const connect = (wish: object) => (config: Config) =>
    achConnectCommand(config, "sftp-bank", { ...server, ...wish });
  const hostKey = [host.fingerprint()];
  await refused(connect({}), new RegExp(`--host-key is missing.*${escaped(hostKey[0])}`));
  await refused(connect({ hostKey: ["SHA256:short"] }), /--host-key must be a SHA-256 fingerprint/);
  await refused(connect({ hostKey, user: "stranger" }), /refused the login.*Nothing was stored/);
  await refused(connect({ hostKey, keyFile: "/nowhere" }), /--key-file \/nowhere cannot be read/);
  await refused(connect({ hostKey, sftp: undefined }), /need --sftp/);
  const words = ["--outbox", outbox, "--inbox", inbox, "--archive", archive];
  const login = ["--user", name, "--key-file", keyFile, "--host-key", ...hostKey];
  const address = ["--sftp", "127.0.0.1", "--port", String(port)];
  const connected = await told("connect", "sftp-bank", ...BANK, ...address, ...login, ...words);
  assert.deepEqual(connected, { connected: "sftp-bank", outbox, inbox });
  const { banks } = await told("check", "sftp-bank");
  assert.deepEqual(banks, [{ name: "sftp-bank", network: "sftp" }]);
  const change = (wish: object) => (config: Config) => achServerCommand(config, "sftp-bank", wish);
  await refused(change({}), /Nothing to change/);
  await refused(change({ inbox: outbox }), /--inbox must be a path/);
  await refused(change({ archive: "/nowhere" }), /has no folder \/nowhere.*archive folder/);
  await refused(
    (config) => achServerCommand(config, "simulator", { port: "23" }),
    /has no SFTP server/,
  );
  await change({ archive: "/nowhere", check: false, json: true })(config);
  await achCheckCommand(config, "sftp-bank", { json: true });
  assert.equal(process.exitCode, 1, "monitoring sees it");
  process.exitCode = 0;
  await refused((config) => achCheckCommand(config, "nowhere", {}), /Bank nowhere not found/);
  const all = (await told("banks")).banks;
  const [{ server: shown }] = all.filter((bank: { name: string }) => bank.name === "sftp-bank");
  assert.deepEqual([shown.user, shown.login, shown.archive], [name, "key", "/nowhere"]);
  assert.doesNotMatch(JSON.stringify(all), /PRIVATE KEY|ealed/);
});

function escaped(text = ""): string {
  return text.replaceAll(/[+/]/g, "\\$&");
}
