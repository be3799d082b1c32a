/** ACH files over SFTP, with the database: sent once, read once, archived, and their state is shown. */
import assert from "node:assert/strict";
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { SftpDrop } from "../../src/adapters/sftp-drop/sftp-drop.ts";
import { BankStateStore } from "../../src/core/ach/connections/bank-state-store.ts";
import {
  changeSftpServer,
  planServer,
  type ServerChanges,
} from "../../src/core/ach/connections/change-server.ts";
import { connectBank } from "../../src/core/ach/connections/connect-bank.ts";
import { openSftpServer } from "../../src/core/ach/connections/sftp-login.ts";
import { finishFiles, forceCutOff } from "../../src/core/ach/files/cut-off.ts";
import type { AchNetwork } from "../../src/ports/ach-network.ts";
import type { SftpServer } from "../../src/ports/sftp-server.ts";
import { Secret } from "../../src/values/secret.ts";
import { addEntry, listUpdates, openTestAch, readEntry } from "../kit/ach.ts";
import { openSharedServer } from "../kit/bank-drops.ts";
import { bankFile, readTrace } from "../kit/bank-files.ts";
import { BY, newSftpBank, openBank, withHooks } from "../kit/bank-sftp.ts";
import { StandingClock } from "../kit/clock.ts";
import { OpenSsh, WITHOUT_OPENSSH } from "../kit/openssh.ts";

const skip = WITHOUT_OPENSSH;

test("a file is sent, its return is read once, and the bank's file is archived", {
  skip,
}, async (t) => {
  const { ach, connection, list, put, read } = await openBank(t);
  const id = await addEntry(ach);
  const { files, failures } = await forceCutOff(ach.needs, connection);
  assert.deepEqual([await list("outbox"), failures], [files, []]);
  const text = bankFile([{ trace: await readTrace(ach, id), code: "R01" }]);
  await put("returns.ach", text);
  assert.deepEqual(await read(), { sent: 0, files: 1, items: 1, failures: [] });
  assert.equal((await readEntry(ach, id)).state, "returned");
  assert.deepEqual(await list("inbox"), []);
  const [archived = ""] = await list("archive");
  assert.match(archived, /^\d{8}T\d{6}Z-[\da-f]{8}-returns\.ach$/);
  await put("returns.ach", text);
  assert.deepEqual(await read(), { sent: 0, files: 0, items: 0, failures: [] });
  assert.equal((await listUpdates(ach, id)).length, 1);
  assert.equal((await list("archive")).length, 2);
});

test("a process that ends before a file is archived has processed it once", { skip }, async (t) => {
  const { ach, connection, list, put, read } = await openBank(t);
  const id = await addEntry(ach);
  await forceCutOff(ach.needs, connection);
  await put("returns.ach", bankFile([{ trace: await readTrace(ach, id), code: "R01" }]));
  const dying = withHooks(ach.needs, { acknowledge: () => Promise.reject(new Error("killed")) });
  assert.match(String((await read(dying)).failures), /killed/);
  assert.deepEqual(await list("inbox"), ["returns.ach"]);
  assert.deepEqual(await read(), { sent: 0, files: 0, items: 0, failures: [] });
  assert.deepEqual([await list("inbox"), (await list("archive")).length], [[], 1]);
  assert.equal((await listUpdates(ach, id)).length, 1);
});

test("a draft that the bank removed before it was sent is written again", { skip }, async (t) => {
  const { ach, connection, folders, list } = await openBank(t);
  await addEntry(ach);
  const removing = withHooks(ach.needs, {
    handOver: async () => {
      for (const name of await list("drafts")) await rm(path.join(folders.drafts, name));
    },
  });
  const { failures } = await forceCutOff(removing, connection);
  assert.match(String(failures), /was removed before it was sent\. It is written again/);
  assert.deepEqual(await list("outbox"), []);
  const done = await finishFiles(ach.needs, connection, ach.clock.business());
  assert.deepEqual([done.failures, await list("outbox")], [[], done.files]);
});

test("a file that the bank took although the reply was lost counts as sent, and is reported", {
  skip,
}, async (t) => {
  const { ach, connection, folders, list } = await openBank(t);
  await addEntry(ach);
  const sftp = ach.needs.networks.sftp ?? assert.fail();
  const losing = {
    ...ach.needs,
    networks: {
      sftp: Object.assign(Object.create(sftp), {
        prepareDraft: (file: Parameters<AchNetwork["prepareDraft"]>[0]) => sftp.prepareDraft(file),
        handOver: async (...given: Parameters<AchNetwork["handOver"]>) => {
          await sftp.handOver(...given);
          throw new Error("the reply was lost");
        },
      }) as AchNetwork,
    },
  };
  assert.match(String((await forceCutOff(losing, connection)).failures), /the reply was lost/);
  const [name = ""] = await list("outbox");
  await rename(path.join(folders.outbox, name), path.join(folders.archive, "taken"));
  const done = await finishFiles(ach.needs, connection, ach.clock.business());
  assert.deepEqual([done.files, await list("outbox")], [[name], []]);
  assert.match(
    String(done.failures),
    /not certain that the bank has .*counts as sent until you have asked/,
  );
  const again = await finishFiles(ach.needs, connection, ach.clock.business());
  assert.deepEqual([again.files, again.failures], [[], []]);
});

test("the state of a connection says since when it fails and why", { skip }, async (t) => {
  const host = await OpenSsh.open(t);
  const { ach, read } = await openBank(t, host);
  const states = new BankStateStore(ach.database.app);
  const failing = async () =>
    (await states.listFailingBanks()).map(
      ({ connection, failingSince }) => `${connection} ${failingSince}`,
    );
  await read();
  assert.deepEqual(await failing(), []);
  await host.stop();
  const since = ach.clock.wall();
  await read();
  await read();
  assert.deepEqual(await failing(), [`first-bank ${since}`]);
  const [state] = await states.listFailingBanks();
  assert.match(state?.error ?? "", /could not be reached|was lost/);
  await host.start();
  await read();
  assert.deepEqual(await failing(), []);
});

test("the login is sealed, and neither the database nor the audit log shows it", {
  skip,
}, async (t) => {
  const { ach, server } = await openBank(t);
  const { owner } = ach.database;
  const { custody } = ach.needs;
  const opened = await openSftpServer({ db: owner, custody }, "first-bank");
  assert.deepEqual(
    opened.login.kind === "key" && opened.login.privateKey.reveal(),
    server.login.kind === "key" && server.login.privateKey.reveal(),
  );
  const login = { kind: "password", password: new Secret("a very secret word") } as const;
  const hostKeys = [`SHA256:${"B".repeat(43)}`];
  const outcome = await changeSftpServer({ db: owner, custody }, "first-bank", {
    changes: { login, hostKeys, folders: { inbox: "/from-bank" } },
    by: BY,
  });
  assert.deepEqual(outcome, { kind: "changed" });
  const changed = await openSftpServer({ db: owner, custody }, "first-bank");
  assert.deepEqual(
    [changed.login.kind, changed.hostKeys, changed.folders.inbox, changed.folders.outbox],
    ["password", hostKeys, "/from-bank", server.folders.outbox],
  );
  const [row] = await owner.rows<{ all: string }>`
    select (select string_agg(one::text, ' ') from sftp_servers one) || ' '
      || (select string_agg(one::text, ' ') from audit_entries one) as all`;
  assert.match(row?.all ?? "", /password \(replaced\)/);
  assert.doesNotMatch(row?.all ?? "", /secret word|PRIVATE KEY|612076657279/);
});

test("values of a server that cannot be right are refused", { skip }, async (t) => {
  const ach = await openTestAch(t);
  const good = await (await openSharedServer(t)).makeBank();
  const { folders } = good;
  const cases: [value: string, wrong: Partial<SftpServer>][] = [
    ["host", { host: "" }],
    ["host", { host: "sftp://bank.example" }],
    ["port", { port: 0 }],
    ["user", { user: "two words" }],
    ["hostKeys", { hostKeys: [] }],
    ["hostKeys", { hostKeys: ["16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48"] }],
    ["login", { login: { kind: "password", password: new Secret("") } }],
    ["outbox", { folders: { ...folders, outbox: "" } }],
    ["inbox", { folders: { ...folders, inbox: folders.outbox } }],
    ["archive", { folders: { ...folders, archive: folders.inbox } }],
    ["inbox", { folders: { ...folders, inbox: `${folders.outbox}/` } }],
    ["archive", { folders: { ...folders, archive: folders.inbox.replaceAll("/", "//") } }],
    ["drafts", { folders: { ...folders, drafts: `${folders.inbox}/./` } }],
    ["drafts", { folders: { ...folders, drafts: "../elsewhere" } }],
  ];
  const needs = { db: ach.database.owner, custody: ach.needs.custody };
  for (const [value, wrong] of cases) {
    const outcome = await connectBank(needs, newSftpBank("wrong", { ...good, ...wrong }), BY);
    assert.deepEqual(outcome, { kind: "bad_server_value", value });
  }
  const { sftp: _, ...without } = newSftpBank("wrong", good);
  assert.deepEqual(await connectBank(needs, without, BY), { kind: "bad_value", value: "network" });
});

test("two connections cannot have the same inbox", { skip }, async (t) => {
  const { ach, server } = await openBank(t);
  const needs = { db: ach.database.owner, custody: ach.needs.custody };
  const inbox = `${server.folders.inbox}/`;
  const same = { ...server, folders: { ...server.folders, inbox } };
  const taken = { kind: "inbox_taken", connection: "first-bank" };
  assert.deepEqual(await connectBank(needs, newSftpBank("second-bank", same), BY), taken);
  const { folders } = await (await openSharedServer(t)).makeBank();
  const other = newSftpBank("second-bank", { ...server, folders });
  assert.deepEqual(await connectBank(needs, other, BY), { kind: "connected" });
  const changes = { folders: { inbox } };
  assert.deepEqual(await changeSftpServer(needs, "second-bank", { changes, by: BY }), taken);
  assert.deepEqual(await changeSftpServer(needs, "second-bank", { changes: { port: 1 }, by: BY }), {
    kind: "changed",
  });
});

test("a stored password is not sent to another server", { skip }, async (t) => {
  const { ach, server } = await openBank(t);
  const needs = { db: ach.database.owner, custody: ach.needs.custody };
  const login = { kind: "password", password: new Secret("a very secret word") } as const;
  const [pinned, other] = ["A", "B"].map((key) => `SHA256:${key.repeat(43)}`);
  assert.ok(pinned && other);
  const change = (changes: ServerChanges) =>
    changeSftpServer(needs, "first-bank", { changes, by: BY });
  await change({ login, hostKeys: [pinned] });
  for (const changes of [{ host: "thief.example" }, { port: 23 }, { hostKeys: [other] }]) {
    assert.deepEqual(await change(changes), { kind: "login_needed" });
    assert.deepEqual(await planServer(needs, "first-bank", changes), { kind: "login_needed" });
    assert.deepEqual(await change({ ...changes, login }), { kind: "changed" });
    await change({ host: server.host, port: server.port, hostKeys: [pinned], login });
  }
  assert.deepEqual(await change({ hostKeys: [pinned, other] }), { kind: "changed" });
  assert.deepEqual(await change({ folders: { inbox: "/from-bank" } }), { kind: "changed" });
});

test("a bank whose inbox has thousands of files is looked at up to a limit", {
  skip,
}, async (t) => {
  const server = await (await openSharedServer(t)).makeBank();
  const { inbox } = server.folders;
  for (let number = 0; number < 400; number++)
    await writeFile(path.join(inbox, `${number}.ach`), "x");
  const findServer = async () => server;
  const limits = { entriesMax: 150, filesMax: 20, quietMs: 0 };
  const drop = new SftpDrop({ clock: new StandingClock(), findServer, limits });
  t.after(() => drop.close());
  const files = await Array.fromAsync(drop.listIncoming("first-bank"));
  assert.equal(files.length, 20);
  for (const file of files) await drop.acknowledge(file);
  assert.equal((await readdir(inbox)).length, 380);
});
