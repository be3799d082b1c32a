/** What comes back from a bank: matched, recorded, told, kept; the same file twice changes nothing. */
import assert from "node:assert/strict";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { BankFileStore } from "../../src/core/ach/bank-file-store.ts";
import { type BankFailure, exchangeWithBanks } from "../../src/core/ach/exchange.ts";
import type { AchNetwork } from "../../src/ports/ach-network.ts";
import {
  addEntry,
  connectFolder,
  listUpdates,
  openTestAch,
  readEntry,
  type TestAch,
} from "../kit/ach.ts";
import { sendAll } from "../kit/ach-app.ts";
import { bankFile, putIntoInbox, readTrace } from "../kit/bank-files.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const NOW = "2026-11-17T12:00:00Z";
const VECTORS = path.resolve(import.meta.dirname, "../../../shared/vectors/nacha");

async function openBank(t: Lifetime) {
  const ach = await openTestAch(t, NOW);
  return { ach, ...(await connectFolder(ach, "first-bank")) };
}

type Bank = Awaited<ReturnType<typeof openBank>>;

/** For tests that look at everything that came, move the clock or leave files behind. */
const openSent = async (t: Lifetime) => sendEntries(await openBank(t));
const shareSent = async (t: Lifetime, count = 1) =>
  sendEntries(await openShared(t, openBank), count);

let counter = 9_876_500_000;

/** Entries that only one test uses. Their bank account is their own, because returns may block it. */
async function sendEntries({ ach, folders }: Bank, count = 1) {
  const ids: string[] = [];
  const accountNumber = String(++counter);
  for (let left = count; left > 0; left--) ids.push(await addEntry(ach, { accountNumber }));
  await sendAll(ach);
  const put = (name: string, text: string, secondsAgo?: number) =>
    putIntoInbox(ach, folders.inbox, {
      name,
      text,
      ...(secondsAgo === undefined ? {} : { secondsAgo }),
    });
  const read = () => exchangeWithBanks(ach.needs, ach.clock.business());
  const [id = "", ...others] = ids;
  return { ach, folders, id, others, trace: await readTrace(ach, id), put, read };
}

/** Without traces: all. */
async function unmatchedOf({ database }: TestAch, ...traces: readonly string[]) {
  const lines = await new BankFileStore(database.owner).listUnmatched(100, undefined);
  return lines
    .filter(({ traceNumber }) => traces.length === 0 || traces.includes(traceNumber))
    .map(({ code, traceNumber, reason }) => [code, traceNumber, reason]);
}

async function noticesOf({ database }: TestAch, id: string) {
  const rows = await database.owner.rows<{ kind: string; code: string; detail: string }>`
    select kind, code, detail from ach_notices where transaction_id = ${id} order by notice_number`;
  return rows.map(({ kind, code, detail }) => [kind, code, detail]);
}

async function inboundOf({ database }: TestAch) {
  const lines = await new BankFileStore(database.owner).listInboundFiles(10, undefined);
  return lines.map(({ name, state, itemCount }) => [name, state, itemCount]);
}

test("the same file twice changes nothing, under whatever name, and is taken away", async (t) => {
  const { ach, folders, id, trace, put, read } = await shareSent(t);
  const text = bankFile([{ trace, code: "R01" }]);
  await put("returns.ach", text);
  assert.deepEqual(await read(), { sent: 0, files: 1, items: 1, failures: [] });
  const [before, updates] = [await readEntry(ach, id), await listUpdates(ach, id)];
  assert.equal(before.state, "returned");
  await put("returns.ach", text);
  await put("again.ach", text);
  assert.deepEqual(await read(), { sent: 0, files: 0, items: 0, failures: [] });
  assert.deepEqual([await readEntry(ach, id), await listUpdates(ach, id)], [before, updates]);
  assert.deepEqual(await readdir(folders.inbox), []);
});

test("a return that comes again in another file is kept and shown", async (t) => {
  const { ach, id, trace, put, read } = await shareSent(t);
  await put("one.ach", bankFile([{ trace, code: "R01" }], "A"));
  await put("two.ach", bankFile([{ trace, code: "R01" }], "B"));
  await read();
  assert.equal((await listUpdates(ach, id)).length, 1);
  assert.deepEqual(await unmatchedOf(ach, trace), [["R01", trace, "already_returned"]]);
});

test("two returns of one entry in one file are one", async (t) => {
  const { ach, id, trace, put, read } = await shareSent(t);
  await put(
    "one.ach",
    bankFile([
      { trace, code: "R01" },
      { trace, code: "R02" },
    ]),
  );
  await read();
  assert.equal((await readEntry(ach, id)).return_code, "R01");
  assert.deepEqual(await unmatchedOf(ach, trace), [["R02", trace, "already_returned"]]);
});

test("a return for an unknown entry, or of another amount, is kept and shown", async (t) => {
  const { ach, id, trace, put, read } = await shareSent(t);
  const unknown = "061000149999999";
  await put(
    "one.ach",
    bankFile([
      { trace: unknown, code: "R03" },
      { trace, code: "R01", cents: 1 },
    ]),
  );
  await read();
  assert.deepEqual(await unmatchedOf(ach, trace, unknown), [
    ["R01", trace, "amount_differs"],
    ["R03", unknown, "unknown_entry"],
  ]);
  assert.equal((await readEntry(ach, id)).state, "pending");
});

test("an entry of another bank is unknown to this one", async (t) => {
  const { ach, trace, put, read } = await openSent(t);
  const { folders } = await connectFolder(ach, "second-bank", { accounts: [] });
  await putIntoInbox(ach, folders.inbox, {
    name: "x.ach",
    text: bankFile([{ trace, code: "R01" }]),
  });
  await read();
  assert.deepEqual(await unmatchedOf(ach), [["R01", trace, "unknown_entry"]]);
  await put("x.ach", bankFile([{ trace, code: "R01" }]));
  assert.equal((await read()).items, 1);
});

test("changes go to noc_data, masked; what is dishonored, contested or refused is recorded", async (t) => {
  const { ach, id, trace, put, read } = await shareSent(t);
  await put("one.ach", bankFile([{ trace, code: "C01", corrected: "1918171614" }], "A"));
  await read();
  assert.equal((await readEntry(ach, id)).noc_data, "C01 account ****1614");
  await put(
    "two.ach",
    bankFile(
      [
        { trace, code: "R02" },
        { trace, code: "R68" },
        { trace, code: "R73" },
      ],
      "B",
    ),
  );
  await put("three.ach", bankFile([{ trace, code: "C61", corrected: "1918171614" }], "C"), 30);
  await read();
  assert.deepEqual(
    (await noticesOf(ach, id)).map(([kind, code]) => [kind, code]),
    [
      ["change", "C01"],
      ["dishonored_return", "R68"],
      ["contested_return", "R73"],
      ["refused_change", "C61"],
    ],
  );
  const { state, return_code, noc_data } = await readEntry(ach, id);
  assert.deepEqual([state, return_code, noc_data], ["returned", "R02", "C01 account ****1614"]);
  assert.deepEqual(await unmatchedOf(ach, trace), []);
});

test("what the ACH operator finds wrong is DECLINED\\ERRORS", async (t) => {
  const { ach, id, trace, put, read } = await shareSent(t);
  await put("one.ach", bankFile([{ trace, code: "R13" }]));
  await read();
  assert.equal((await readEntry(ach, id)).message, "DECLINED\\ERRORS");
});

test("a half-written file waits until it is whole, and a broken one is named in the end", async (t) => {
  const { ach, folders, trace, put, read } = await openSent(t);
  const text = bankFile([{ trace, code: "R01" }]);
  await put("writing.tmp", text);
  await put("just-now.ach", text, 1);
  await put("half.ach", text.slice(0, 400), 60);
  assert.equal((await read()).files, 0);
  assert.deepEqual((await readdir(folders.inbox)).sort(), [
    "half.ach",
    "just-now.ach",
    "writing.tmp",
  ]);
  await put("half.ach", text, 60);
  assert.equal((await read()).items, 1);
  await put("broken.ach", text.slice(0, 400), 3_600);
  assert.equal((await read()).files, 1);
  assert.deepEqual((await inboundOf(ach)).slice(0, 1), [["broken.ach", "invalid", 0]]);
  const [{ errors = "" } = {}] = await new BankFileStore(ach.database.owner).listInboundFiles(
    1,
    undefined,
  );
  assert.match(errors ?? "", /line \d+, .*: expected/);
  assert.doesNotMatch(errors ?? "", /9876543210/);
});

/** A process that ends once it has read a file, before it is put away. */
function dying({ needs }: TestAch): TestAch["needs"] {
  const { directory } = needs.networks;
  assert.ok(directory);
  const network: AchNetwork = {
    prepareDraft: (file) => directory.prepareDraft(file),
    handOver: (file, at) => directory.handOver(file, at),
    listDrafts: (connection) => directory.listDrafts(connection),
    removeDraft: (draft) => directory.removeDraft(draft),
    listIncoming: (connection, by) => directory.listIncoming(connection, by),
    acknowledge: async () => assert.fail("killed"),
    checkConnection: (connection) => directory.checkConnection(connection),
  };
  return { ...needs, networks: { directory: network } };
}

/** The reported failures. */
function told({ failures }: { readonly failures: readonly BankFailure[] }): string[] {
  return failures.map(({ connection, error }) => `${connection}: ${(error as Error).message}`);
}

test("a bank's file with errors is reported once, by its name only", async (t) => {
  const { trace, put, read } = await shareSent(t);
  const text = bankFile([{ trace, code: "R01" }]);
  await put("half.ach", text.slice(0, 400), 60);
  assert.deepEqual(told(await read()), []);
  await put("half.ach", text.slice(0, 400), 3_600);
  assert.deepEqual(told(await read()), [
    "first-bank: half.ach has errors, so none of its returns and changes were applied. Ask the bank for a corrected file.",
  ]);
  await put("again.ach", text.slice(0, 400), 3_600);
  assert.deepEqual(told(await read()), []);
});

test("a file with errors is reported even if the next step fails", async (t) => {
  const { ach, trace, put, read } = await shareSent(t);
  await put("half.ach", bankFile([{ trace, code: "R01" }]).slice(0, 400), 3_600);
  const report = await exchangeWithBanks(dying(ach), ach.clock.business());
  const said = [
    "first-bank: half.ach could not be processed and stays in the inbox: killed",
    "first-bank: half.ach has errors, so none of its returns and changes were applied. Ask the bank for a corrected file.",
  ];
  assert.deepEqual(told(report), said);
  assert.deepEqual(told(await read()), []);
});

test("a file that is too large is moved away, and the others are read", async (t) => {
  const { ach, folders, id, trace, put, read } = await openSent(t);
  const big = path.join(folders.inbox, "big.ach");
  await writeFile(big, Buffer.alloc(33 * 1024 * 1024, 32));
  await put("good.ach", bankFile([{ trace, code: "R01" }]));
  ach.clock.set("2027-01-04T12:00:00Z");
  const report = await read();
  assert.deepEqual(
    [report.items, told(report)],
    [
      1,
      [
        "first-bank: big.ach has errors, so none of its returns and changes were applied. Ask the bank for a corrected file.",
      ],
    ],
  );
  assert.equal((await readEntry(ach, id)).state, "returned");
  assert.deepEqual(
    (await inboundOf(ach)).filter(([name]) => name === "big.ach"),
    [["big.ach", "too_big", 0]],
  );
  assert.equal((await readdir(folders.tooLarge)).length, 1);
  assert.deepEqual(await readdir(folders.inbox), []);
});

test("two who look at once read a file once", async (t) => {
  const { ach, id, others, put, read } = await shareSent(t, 20);
  const traces = await Promise.all([id, ...others].map((one) => readTrace(ach, one)));
  await put("all.ach", bankFile(traces.map((trace) => ({ trace, code: "R01" }))));
  const reports = await Promise.all([read(), read(), read()]);
  assert.equal(
    reports.reduce((sum, { items }) => sum + items, 0),
    20,
  );
  const [row] = await ach.database.owner.rows<{ count: number }>`
    select count(*)::int as count from ach_updates
    where transaction_id = any (${[id, ...others]}::bigint[])`;
  assert.equal(row?.count, 20);
});

test("what another process has put away meanwhile is no trouble", async (t) => {
  const { ach, folders, trace, put } = await shareSent(t);
  const { directory } = ach.needs.networks;
  assert.ok(directory);
  await put("one.ach", bankFile([{ trace, code: "R01" }]), 60);
  await put("two.ach", bankFile([{ trace, code: "R02" }]), 30);
  const names: string[] = [];
  for await (const file of directory.listIncoming("first-bank", ach.clock.business())) {
    names.push(file.name);
    await Promise.all(["one.ach", "two.ach"].map((name) => rm(path.join(folders.inbox, name))));
    await directory.acknowledge(file);
  }
  assert.deepEqual(names, ["one.ach"]);
});

test("killed before it was put away, a file changes nothing when it is read again", async (t) => {
  const { ach, folders, id, trace, put, read } = await shareSent(t);
  await put("one.ach", bankFile([{ trace, code: "R01" }]));
  const { failures: troubles } = await exchangeWithBanks(dying(ach), ach.clock.business());
  assert.equal(troubles.length, 1);
  const updates = await listUpdates(ach, id);
  assert.equal(updates.length, 1);
  assert.deepEqual(await readdir(folders.inbox), ["one.ach"]);
  assert.deepEqual(await read(), { sent: 0, files: 0, items: 0, failures: [] });
  assert.deepEqual([await listUpdates(ach, id), await readdir(folders.inbox)], [updates, []]);
});

test("a file that was changed since it was read is not thrown away", async (t) => {
  const { ach, folders, id, trace, put } = await shareSent(t);
  const { directory } = ach.needs.networks;
  assert.ok(directory);
  await put("one.ach", bankFile([{ trace, code: "C02", corrected: "061000146" }]));
  for await (const file of directory.listIncoming("first-bank", ach.clock.business())) {
    await put("one.ach", bankFile([{ trace, code: "R01" }]), 30);
    await directory.acknowledge(file);
  }
  assert.deepEqual(await readdir(folders.inbox), ["one.ach"]);
  await exchangeWithBanks(ach.needs, ach.clock.business());
  assert.equal((await readEntry(ach, id)).state, "returned");
});

test("files as other software writes them are read, and their entries unknown to us kept", async (t) => {
  const names = await readdir(VECTORS).catch(() => []);
  if (names.length === 0) return t.skip("the vectors are not here");
  const { ach, put, read } = await openSent(t);
  for (const name of ["return.ach", "notification-of-change.ach", "invalid.ach"]) {
    await put(name, await readFile(path.join(VECTORS, name), "latin1"), 3_600);
  }
  await read();
  const byName = new Map((await inboundOf(ach)).map((line) => [line[0], line]));
  assert.deepEqual(byName.get("return.ach"), ["return.ach", "read", 1]);
  assert.deepEqual(byName.get("notification-of-change.ach"), [
    "notification-of-change.ach",
    "read",
    1,
  ]);
  assert.equal(byName.get("invalid.ach")?.[1], "invalid");
  assert.deepEqual((await unmatchedOf(ach)).map(([code]) => code).sort(), ["C01", "R03"]);
});
