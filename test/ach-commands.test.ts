/** The `ach` commands: what they do to an entry, what they print, and what they refuse. */
import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { ACCOUNT, openTestApp, post } from "./kit/app.ts";
import { run } from "./kit/process.ts";

const SALE = {
  ...{ ...ACCOUNT, tender_type: "ACH", transaction_type: "SALE", transaction_amount: "12.34" },
  ...{ bank_routing_number: "021000021", bank_account_number: "5550000777" },
  ...{ first_name: "Ada", last_name: "Buyer", validate_ach_account: "0", response_format: "JSON" },
};
const BANK = [
  ...["--destination", "061000146", "--destination-name", "First Bank", "--odfi", "06100014"],
  ...["--origin", "1234567890", "--origin-name", "Sixdoors"],
];

async function openCommands(t: TestContext) {
  const app = await openTestApp(t, {}, { callerPerSecond: 0, addressPerSecond: 0 });
  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors ach "));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const own = { DATABASE_URL: app.database.url, MASTER_KEY: "7e57".repeat(16) };
  const ach = (...words: string[]) => run(t, ["ach", ...words], { ...own, ACH_FOLDER: folder });
  const told = async (...words: string[]) => {
    const { code, stdout, stderr } = await ach(...words, "--json");
    assert.deepEqual([code, stderr], [0, ""], words.join(" "));
    return JSON.parse(stdout);
  };
  const refused = async (...words: string[]) => {
    const { code, stderr } = await ach(...words);
    assert.equal(code, 1, words.join(" "));
    return stderr.trim();
  };
  const sell = async (): Promise<string> =>
    (await post(app.server, "/api/qsapi/3.8", SALE)).json().transaction_id;
  return { folder, ach, told, refused, sell };
}

test("an entry's life, by command", async (t) => {
  const { told, refused, sell } = await openCommands(t);
  const [id, other] = [await sell(), await sell()];
  assert.match(await refused("return", id, "R01"), /has left yet: ach cutoff/);
  const { banks } = await told("cutoff");
  assert.deepEqual([banks[0].connection, banks[0].entries], ["simulator", 2]);
  assert.deepEqual(await told("change", id, "C01", "111222333"), {
    ...{ account: ACCOUNT.account_id, transaction: id, state: "pending" },
  });
  assert.equal((await told("return", id, "R01")).state, "returned");
  assert.equal(await refused("return", id, "R01"), `Transaction ${id} is returned already.`);
  assert.match(await refused("return", other, "R99"), /no such code/);
  assert.deepEqual(await told("settle"), { settled: 1 });
  const { accounts } = await told("rates");
  assert.deepEqual(accounts, [], "they settle tomorrow");
  const { sent, received } = await told("files");
  assert.deepEqual([sent.length, received.length], [1, 0]);
});

test("a bank is connected by folders, and a file in them can be looked at", async (t) => {
  const { ach, told, refused, folder, sell } = await openCommands(t);
  const connected = await told("connect", "first-bank", ...BANK);
  assert.equal(connected.outbox, path.join(folder, "first-bank/outbox"));
  assert.equal(
    await refused("connect", "first-bank", ...BANK),
    "There is a bank first-bank already.",
  );
  assert.match(await refused("connect", "Bank 2", ...BANK), /small letters/);
  assert.equal((await told("banks")).banks.length, 2);
  assert.match(await refused("windows", ACCOUNT.account_id, "03:00 UTC"), /closes at: 17:00/);
  await sell();
  assert.equal((await told("cutoff", "first-bank")).banks[0].entries, 0, "nobody uses it yet");
  assert.deepEqual(await readdir(connected.outbox), []);
  const vector = path.resolve(import.meta.dirname, "../package.json");
  const { stdout } = await ach("view", vector);
  assert.match(stdout, /The file has \d+ faults/);
  assert.match(await refused("view", "nowhere.ach"), /no file nowhere.ach/);
  assert.match(await refused("cutoff", "nowhere"), /no bank nowhere/);
});
