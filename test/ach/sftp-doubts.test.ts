/**
 * Files of which it is not certain that the bank has them: never sent again without an operator, never
 * lost, and shown until an operator has asked the bank.
 */
import assert from "node:assert/strict";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { BankFileStore } from "../../src/core/ach/bank-file-store.ts";
import { type BankAnswer, recordBankAnswer } from "../../src/core/ach/confirm-file.ts";
import { BankStateStore } from "../../src/core/ach/connections/bank-state-store.ts";
import { exchangeWithBanks } from "../../src/core/ach/exchange.ts";
import { finishFiles, forceCutOff } from "../../src/core/ach/files/cut-off.ts";
import { settleDue } from "../../src/core/ach/updates/settle.ts";
import { addEntry } from "../kit/ach.ts";
import { BY, openBank, withHooks } from "../kit/bank-sftp.ts";
import { OpenSsh, WITHOUT_OPENSSH } from "../kit/openssh.ts";

const skip = WITHOUT_OPENSSH;
const UNCERTAIN = /It is not certain that the bank has /;

type Bank = Awaited<ReturnType<typeof openBank>>;

/** What every exchange after the first one sends. */
async function finish({ ach, connection }: Bank, needs = ach.needs) {
  const { files, failures } = await finishFiles(needs, connection, ach.clock.business());
  return { files, failures: failures.map(String) };
}

/** The server renames the draft and the bank takes the file, but the rename is answered by a refusal. */
function withLostFile({ ach, folders, list }: Bank, more: Parameters<typeof withHooks>[1] = {}) {
  const countedRename = async () => {
    const [draft = ""] = await list("drafts");
    await rename(path.join(folders.drafts, draft), path.join(folders.archive, draft));
  };
  return withHooks(ach.needs, { countedRename, ...more });
}

async function openDoubt(t: TestContext) {
  const bank = await openBank(t);
  await addEntry(bank.ach);
  const { files, failures } = await forceCutOff(withLostFile(bank), bank.connection);
  assert.match(String(failures), UNCERTAIN);
  const [name = ""] = files;
  const answer = (what: BankAnswer) =>
    recordBankAnswer({ db: bank.ach.database.owner }, { name }, { answer: what, by: BY });
  const show = async () => {
    const [file] = await new BankFileStore(bank.ach.database.owner).listSentFiles(1);
    return [file?.state, file?.unconfirmedSince !== null];
  };
  return { ...bank, name, answer, show };
}

test("a file that the bank took while its rename was refused is not sent again", {
  skip,
}, async (t) => {
  const bank = await openBank(t);
  await addEntry(bank.ach);
  const { failures } = await forceCutOff(withLostFile(bank), bank.connection);
  assert.match(String(failures), UNCERTAIN);
  assert.deepEqual(await finish(bank), { files: [], failures: [] });
  assert.deepEqual(await bank.list("outbox"), []);
});

test("a draft that the bank removed while it was away for several tries is written again", {
  skip,
}, async (t) => {
  const host = await OpenSsh.open(t);
  const bank = await openBank(t, host);
  await addEntry(bank.ach);
  const stopping = withHooks(bank.ach.needs, { handOver: () => host.stop() });
  assert.match(String((await forceCutOff(stopping, bank.connection)).failures), /lost|reached/);
  for (let round = 0; round < 2; round++) {
    assert.match(String((await finish(bank)).failures), /could not be reached/);
  }
  const [draft = ""] = await bank.list("drafts");
  await rm(path.join(bank.folders.drafts, draft));
  await host.start();
  assert.match(String((await finish(bank)).failures), /was removed before it was sent/);
  const { files, failures } = await finish(bank);
  assert.deepEqual([failures, files.length, await bank.list("outbox")], [[], 1, files]);
});

test("a doubt is reported although a later step fails", { skip }, async (t) => {
  const bank = await openBank(t);
  await addEntry(bank.ach);
  const listDrafts = () => Promise.reject(new Error("the folder cannot be listed"));
  const { failures } = await forceCutOff(withLostFile(bank, { listDrafts }), bank.connection);
  assert.equal(failures.length, 2);
  assert.match(String(failures[0]), UNCERTAIN);
  assert.match(String(failures[1]), /cannot be listed/);
});

test("a doubt stays until the bank's answer is recorded, and its entries are not settled", {
  skip,
}, async (t) => {
  const { ach, answer, show, name, read } = await openDoubt(t);
  assert.deepEqual(await show(), ["handed_over", true]);
  assert.deepEqual((await read()).failures, []);
  const later = ach.clock.business().add({ hours: 30 * 24 });
  assert.deepEqual([await settleDue(ach.needs, later), await show()], [0, ["handed_over", true]]);
  assert.equal(await answer("bank_has_file"), name);
  assert.deepEqual(await show(), ["handed_over", false]);
  assert.equal(await answer("bank_has_file"), undefined, "there is no doubt any more");
  assert.equal(await answer("bank_lacks_file"), undefined);
  assert.equal(await settleDue(ach.needs, later), 1);
  const acts = await ach.database.owner.rows<{ action: string; subject_id: string }>`
    select action, subject_id from audit_entries where action like 'ach_file.%'`;
  assert.deepEqual(acts, [{ action: "ach_file.confirm", subject_id: name }]);
});

test("a file that the bank does not have is sent again, with the same bytes", {
  skip,
}, async (t) => {
  const bank = await openDoubt(t);
  assert.equal(await bank.answer("bank_lacks_file"), bank.name);
  assert.deepEqual(await bank.show(), ["fixed", false]);
  assert.deepEqual(await finish(bank), { files: [bank.name], failures: [] });
  assert.deepEqual(await bank.list("outbox"), [bank.name]);
  assert.deepEqual(await bank.show(), ["handed_over", false]);
});

test("an exchange whose state cannot be recorded still reports its own errors", {
  skip,
}, async (t) => {
  const host = await OpenSsh.open(t);
  const { ach } = await openBank(t, host);
  await ach.database.owner.rows`revoke insert, update on bank_states from sixdoors_payments`;
  await host.stop();
  const { failures } = await exchangeWithBanks(ach.needs, ach.clock.business());
  const told = failures.map(({ error }) => String(error)).join(" ");
  assert.match(told, /could not be reached.*permission denied/s);
});

test("the text of a server's error may contain NUL characters", { skip }, async (t) => {
  const { ach } = await openBank(t);
  const states = new BankStateStore(ach.database.owner);
  await states.recordExchange("first-bank", ach.clock.wall(), "refused\0 (Failure)");
  assert.equal((await states.listFailingBanks())[0]?.error, "refused\u{FFFD} (Failure)");
});
