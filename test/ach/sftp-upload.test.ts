/** Files to a bank's SFTP server: they appear complete, once, and survive cuts at every step. */
import assert from "node:assert/strict";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { SftpDrop } from "../../src/adapters/sftp-drop/sftp-drop.ts";
import type { ClaimedFile } from "../../src/ports/ach-network.ts";
import type { SftpServer } from "../../src/ports/sftp-server.ts";
import { Secret } from "../../src/values/secret.ts";
import { type Cut, openProxy } from "../faults/tcp-proxy.ts";
import { BANK, FILE_NAME, openSharedServer, outgoingFile } from "../kit/bank-drops.ts";
import { StandingClock } from "../kit/clock.ts";
import { OpenSsh, WITHOUT_OPENSSH } from "../kit/openssh.ts";

const skip = WITHOUT_OPENSSH;
const DRAFT = `${FILE_NAME}.a`;
const LARGE = "6 a line of the file\n".repeat(60_000);

async function openBank(t: TestContext, own: Partial<SftpServer> = {}, host?: OpenSsh) {
  const server = host ?? (await openSharedServer(t));
  const proxy = await openProxy(t, `sftp://127.0.0.1:${server.port}`);
  const bank = await server.makeBank({ port: Number(new URL(proxy.url).port), ...own });
  const clock = new StandingClock();
  const timeouts = { connectMs: 10_000, stepMs: 10_000 };
  const network = new SftpDrop({ clock, findServer: async () => bank, timeouts });
  t.after(() => network.close());
  const list = () => readdir(bank.folders.outbox);
  return { host: server, proxy, bank, network, list, folders: bank.folders };
}

test("a file has a temporary name until it is complete", { skip }, async (t) => {
  const { network, list, folders } = await openBank(t);
  const seen: string[] = [];
  const file = outgoingFile(DRAFT);
  const parts = async function* () {
    for (let part = 0; part < 2; part++) {
      yield new Secret(LARGE);
      seen.push(...(await list()));
    }
  };
  await network.prepareDraft({ ...file, parts });
  assert.deepEqual(new Set(seen), new Set([`${DRAFT}.part`]));
  assert.equal(await network.handOver(file), "handed_over");
  assert.deepEqual(await list(), [FILE_NAME]);
  assert.equal((await stat(path.join(folders.outbox, FILE_NAME))).size, 2 * LARGE.length);
});

test("drafts can have a folder of their own", { skip }, async (t) => {
  const host = await openSharedServer(t);
  const { folders } = await host.makeBank();
  const own = { ...folders, drafts: folders.archive };
  const { network, list } = await openBank(t, { folders: own });
  const file = outgoingFile(DRAFT);
  await network.prepareDraft(file);
  assert.deepEqual(await readdir(own.drafts), [`${DRAFT}.part`]);
  await network.handOver(file);
  assert.deepEqual([await readdir(own.outbox), await list()], [[FILE_NAME], [FILE_NAME]]);
});

/** Cuts the connection once, when so many pieces have passed. */
function cutAfter(pieces: number, cut: Cut) {
  let seen = 0;
  return () => (++seen === pieces ? cut : undefined);
}

test("an upload continues after a cut, and the file is complete", { skip }, async (t) => {
  const { network, proxy, folders } = await openBank(t);
  for (const [round, cut] of (
    ["while_sending", "after_sending", "before_answer"] as const
  ).entries()) {
    const file = { ...outgoingFile(DRAFT + round, LARGE), name: `${round}-${FILE_NAME}` };
    const before = proxy.cuts();
    await network.checkConnection(BANK);
    proxy.arm(cutAfter(4 + 3 * round, cut));
    await network.prepareDraft(file);
    proxy.disarm();
    assert.equal(proxy.cuts(), before + 1, "the connection was cut");
    assert.equal(await network.handOver(file), "handed_over");
    assert.equal(await readFile(path.join(folders.outbox, file.name), "utf8"), LARGE);
  }
});

test("after a cut only the rest of a file is sent", { skip }, async (t) => {
  const { network, proxy } = await openBank(t);
  let sent = 0;
  let isCut = false;
  proxy.arm((bytes) => {
    sent += bytes.length;
    if (isCut || sent < 0.8 * LARGE.length) return undefined;
    isCut = true;
    return "before_answer";
  });
  await network.prepareDraft(outgoingFile(DRAFT, LARGE));
  assert.ok(isCut);
  assert.ok(sent < 1.5 * LARGE.length, `${sent} bytes for a file of ${LARGE.length}`);
});

test("an upload that is cut again and again fails, and its draft can be removed", {
  skip,
}, async (t) => {
  const { network, proxy, list } = await openBank(t);
  const file = outgoingFile(DRAFT, LARGE);
  let seen = 0;
  proxy.arm(() => (++seen % 14 === 0 ? "before_answer" : undefined));
  await assert.rejects(network.prepareDraft(file), /lost|could not be reached/);
  proxy.disarm();
  await network.removeDraft(file);
  assert.deepEqual(await list(), []);
});

type Opened = Awaited<ReturnType<typeof openBank>>;

/** Cuts the connection at the rename, which comes right after it was counted. */
async function cutRename({ network, proxy }: Opened, file: ClaimedFile, cut: Cut): Promise<void> {
  const countRename = () => {
    proxy.arm(() => cut);
    return file.countRename();
  };
  await assert.rejects(network.handOver({ ...file, countRename }), /lost/);
  proxy.disarm();
}

/** Prepares a draft, then loses the reply to its rename. */
async function loseReply(t: TestContext, host?: OpenSsh) {
  const opened = await openBank(t, {}, host);
  const file = outgoingFile(DRAFT);
  await opened.network.prepareDraft(file);
  await cutRename(opened, file, "before_answer");
  assert.deepEqual(await opened.list(), [FILE_NAME], "the server has renamed it");
  return { ...opened, file };
}

test("a rename whose reply was lost is found by the file's bytes", { skip }, async (t) => {
  const { network, file, list } = await loseReply(t);
  assert.equal(await network.handOver(file), "handed_over");
  assert.deepEqual(await list(), [FILE_NAME]);
});

test("a rename whose reply was lost is not repeated after the bank has taken the file", {
  skip,
}, async (t) => {
  const { network, file, folders, list } = await loseReply(t);
  await rename(path.join(folders.outbox, FILE_NAME), path.join(folders.archive, "taken"));
  assert.equal(await network.handOver(file), "both_missing");
  assert.deepEqual(await list(), []);
});

test("another file under the final name is reported", { skip }, async (t) => {
  const { network, file, folders } = await loseReply(t);
  await writeFile(path.join(folders.outbox, FILE_NAME), "something else");
  await assert.rejects(network.handOver(file), /exists on the bank's server, with other bytes/);
});

test("a rename that did not arrive is repeated", { skip }, async (t) => {
  const opened = await openBank(t);
  const { network, list } = opened;
  const file = outgoingFile(DRAFT);
  await network.prepareDraft(file);
  await cutRename(opened, file, "before_sending");
  assert.deepEqual(await list(), [`${DRAFT}.part`]);
  assert.equal(await network.handOver(file), "handed_over");
});

test("a server without rename in one step is supported", { skip }, async (t) => {
  const host = await OpenSsh.open(t, { sftpOptions: "-P posix-rename,fsync" });
  const { network, list, folders } = await openBank(t, {}, host);
  const file = outgoingFile(DRAFT);
  await network.prepareDraft(file);
  assert.equal(await network.handOver(file), "handed_over");
  assert.deepEqual(await list(), [FILE_NAME]);
  // Such a server links and then unlinks. It may be stopped between the two.
  await writeFile(path.join(folders.outbox, `${DRAFT}.part`), "101 a file\n");
  assert.equal(await network.handOver(file), "handed_over");
  assert.deepEqual(
    await list(),
    [FILE_NAME],
    "the draft is removed, and the file is not sent again",
  );
  await rm(path.join(folders.outbox, FILE_NAME));
});

test("a server that renames in two steps is asked for a rename once", { skip }, async (t) => {
  const host = await OpenSsh.open(t, { sftpOptions: "-P posix-rename,fsync" });
  const { network, list, folders, file } = await loseReply(t, host);
  // It was stopped between link and unlink, and the bank has taken the file.
  const place = (name: string) => path.join(folders.outbox, name);
  await rename(place(FILE_NAME), path.join(folders.archive, "taken"));
  await writeFile(place(`${DRAFT}.part`), "101 a file\n");
  assert.equal(await network.handOver(file), "perhaps_renamed");
  assert.deepEqual(await list(), [`${DRAFT}.part`], "the file is not sent again");
});

test("a server that restarts during an upload gets the whole file", { skip }, async (t) => {
  const host = await OpenSsh.open(t);
  const { network, folders } = await openBank(t, {}, host);
  const file = outgoingFile(DRAFT);
  let isRestarted = false;
  const parts = async function* () {
    for (let part = 0; part < 4; part++) {
      if (part === 2 && !isRestarted) {
        isRestarted = true;
        await host.restart();
      }
      yield new Secret(LARGE);
    }
  };
  await network.prepareDraft({ ...file, parts });
  assert.equal(await network.handOver(file), "handed_over");
  const text = await readFile(path.join(folders.outbox, FILE_NAME), "utf8");
  assert.equal(text, LARGE.repeat(4));
});
