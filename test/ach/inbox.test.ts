/** A problem with one file of a bank does not keep the others from being read. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { constants } from "node:fs";
import { open, readdir, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { DirectoryDrop } from "../../src/adapters/directory-drop.ts";
import { BankFileStore } from "../../src/core/ach/bank-file-store.ts";
import { exchangeWithBanks } from "../../src/core/ach/exchange.ts";
import { forceCutOff } from "../../src/core/ach/files/cut-off.ts";
import { addEntry, connectFolder, openTestAch, readEntry } from "../kit/ach.ts";
import { bankFile, putIntoInbox, readTrace } from "../kit/bank-files.ts";

async function openInbox(t: TestContext) {
  const ach = await openTestAch(t);
  const { connection, folders } = await connectFolder(ach, "first-bank");
  const id = await addEntry(ach);
  await forceCutOff(ach.needs, connection);
  const returned = bankFile([{ trace: await readTrace(ach, id), code: "R01" }]);
  const put = (name: string, text: string, secondsAgo: number) =>
    putIntoInbox(ach, folders.inbox, { name, text, secondsAgo });
  const read = async () => {
    const { failures } = await exchangeWithBanks(ach.needs, ach.clock.business());
    return failures.map(({ error }) => (error as Error).message);
  };
  return { ach, folders, id, returned, put, read };
}

/** Like a file after a power failure: the end of a control record is zero bytes. */
function withZeroBytes(text: string): string {
  return text.replace(/^(8.{19}).{74}$/m, (_, start: string) => start + "\0".repeat(74));
}

test("a damaged file with zero bytes is kept as invalid, and later files are read", async (t) => {
  const { ach, folders, id, returned, put, read } = await openInbox(t);
  await put("damaged.ach", withZeroBytes(returned), 3_600);
  await put("good.ach", returned, 1_800);
  assert.deepEqual(await read(), [
    "damaged.ach has errors, so none of its returns and changes were applied. Ask the bank for a corrected file.",
  ]);
  assert.equal((await readEntry(ach, id)).state, "returned");
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
  const [first = "", ...others] = await read();
  assert.match(first, /^bad\.ach could not be processed and stays in the inbox: /);
  assert.deepEqual(others, []);
  assert.equal((await readEntry(ach, id)).state, "returned");
  assert.deepEqual(await readdir(folders.inbox), ["bad.ach"], "it stays in the inbox");
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
  await assert.rejects(look, /could not be opened: 2\.ach\./);
  assert.deepEqual(names, ["1.ach", "3.ach"]);
});

test("a file on a disk that hangs is given up after a time, and later files are read", {
  timeout: 30_000,
}, async (t) => {
  const { ach, folders, returned, put } = await openInbox(t);
  const root = path.dirname(path.dirname(folders.inbox));
  const drop = new DirectoryDrop({ root, clock: ach.clock, diskTimeoutMs: 500 });
  for (const name of ["1.ach", "2.ach", "3.ach"]) await put(name, returned, 3_600);
  const hanging = path.join(folders.inbox, "2.ach");
  const names: string[] = [];
  const list = async () => {
    for await (const { name } of drop.listIncoming("first-bank")) {
      names.push(name);
      if (name !== "1.ach") continue;
      await rm(hanging);
      // Opening a pipe that nobody writes to hangs, like a disk that is gone.
      execFileSync("mkfifo", [hanging]);
    }
  };
  const error = await list().then(
    () => assert.fail("the pipe was read"),
    (thrown: Error) => thrown,
  );
  assert.match(error.message, /could not be opened: 2\.ach\./);
  assert.match(String(error.cause), /DiskTimeout: The disk of .* did not answer within 0\.5 s/);
  assert.deepEqual(names, ["1.ach", "3.ach"]);
  // Lets the call that hangs end.
  await (await open(hanging, constants.O_RDWR | constants.O_NONBLOCK)).close();
});
