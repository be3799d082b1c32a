/** One file of a bank that makes trouble does not keep the others from being read. */
import assert from "node:assert/strict";
import { readdir, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { BankFileStore } from "../../src/core/ach/bank-file-store.ts";
import { exchangeWithBanks } from "../../src/core/ach/exchange.ts";
import { forceCutOff } from "../../src/core/ach/files/cut-off.ts";
import { addEntry, connectFolder, openTestAch, standingOf } from "../kit/ach.ts";
import { bankFile, putIntoInbox, traceOf } from "../kit/bank-files.ts";

async function openInbox(t: TestContext) {
  const ach = await openTestAch(t);
  const { connection, folders } = await connectFolder(ach, "first-bank");
  const id = await addEntry(ach);
  await forceCutOff(ach.needs, connection);
  const returned = bankFile([{ trace: await traceOf(ach, id), code: "R01" }]);
  const put = (name: string, text: string, secondsAgo: number) =>
    putIntoInbox(ach, folders.inbox, { name, text, secondsAgo });
  const read = async () => {
    const { failures: troubles } = await exchangeWithBanks(ach.needs, ach.clock.business());
    return troubles.map(({ error }) => (error as Error).message);
  };
  return { ach, folders, id, returned, put, read };
}

/** As a disk leaves it after a power cut: the last part of a control is zero bytes. */
function withZeroBytes(text: string): string {
  return text.replace(/^(8.{19}).{74}$/m, (_, start: string) => start + "\0".repeat(74));
}

test("a damaged file with zero bytes is kept as invalid, and later files are read", async (t) => {
  const { ach, folders, id, returned, put, read } = await openInbox(t);
  await put("damaged.ach", withZeroBytes(returned), 3_600);
  await put("good.ach", returned, 1_800);
  assert.deepEqual(await read(), ["nothing in damaged.ach was believed"]);
  assert.equal((await standingOf(ach, id)).state, "returned");
  assert.deepEqual(await readdir(folders.inbox), []);
  const kept = await new BankFileStore(ach.database.owner).listInboundFiles(10, undefined);
  const damaged = kept.find(({ name }) => name === "damaged.ach");
  assert.equal(damaged?.state, "invalid");
  assert.match(String(damaged?.errors), /^line \d+, batch control, .*: expected /);
});

test("a file that cannot be stored is named in the log, and later files are read", async (t) => {
  const { ach, folders, id, returned, put, read } = await openInbox(t);
  const { owner } = ach.database;
  await owner.rows`alter table ach_inbound_files add constraint no_bad check (name <> 'bad.ach')`;
  await put("bad.ach", bankFile([{ trace: "061000140999999", code: "R02" }], "B"), 3_600);
  await put("good.ach", returned, 1_800);
  const [trouble = "", ...others] = await read();
  assert.match(trouble, /^bad\.ach could not be read: /);
  assert.deepEqual(others, []);
  assert.equal((await standingOf(ach, id)).state, "returned");
  assert.deepEqual(await readdir(folders.inbox), ["bad.ach"], "it stays for the next look");
});

test("a file that cannot be opened is named in the log, and later files are read", async (t) => {
  const { ach, folders, returned, put } = await openInbox(t);
  const directory = ach.needs.networks.directory ?? assert.fail();
  await put("1.ach", returned, 3_600);
  await put("2.ach", returned, 2_400);
  await put("3.ach", returned, 1_800);
  const names: string[] = [];
  const look = async () => {
    for await (const { name } of directory.listIncoming("first-bank", ach.clock.business())) {
      names.push(name);
      if (name !== "1.ach") continue;
      await rm(path.join(folders.inbox, "2.ach"));
      // Links are not followed: opening one fails.
      await symlink("3.ach", path.join(folders.inbox, "2.ach"));
    }
  };
  await assert.rejects(look, /2\.ach could not be opened/);
  assert.deepEqual(names, ["1.ach", "3.ach"]);
});
