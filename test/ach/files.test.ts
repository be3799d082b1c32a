/** The contents of a file after a cut-off, read by columns, and that it is sent once. */
import assert from "node:assert/strict";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { BankFileStore } from "../../src/core/ach/bank-file-store.ts";
import { sealOffsetAccount } from "../../src/core/ach/connections/offset-account.ts";
import { setAccountWindows } from "../../src/core/ach/connections/set-windows.ts";
import { finishFiles, forceCutOff } from "../../src/core/ach/files/cut-off.ts";
import { DraftStore } from "../../src/core/ach/files/draft-store.ts";
import { FileStore } from "../../src/core/ach/files/file-store.ts";
import type { NewFile } from "../../src/core/ach/files/outbound-file.ts";
import { readAchFile } from "../../src/core/ach/nacha/read-file.ts";
import { readStoredFile } from "../../src/core/ach/read-stored-file.ts";
import { Secret } from "../../src/values/secret.ts";
import {
  addEntry,
  BOOKS,
  CLINIC,
  connectFolder,
  openTestAch,
  ROUTING,
  readEntry,
} from "../kit/ach.ts";
import { sendAll } from "../kit/ach-app.ts";
import { withSteps } from "../kit/ach-steps.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const AFTER = "2026-11-16T22:30:00Z";
const BY = { actor: { kind: "system", name: "a test" } } as const;

interface Batch {
  readonly secCode: string;
  readonly companyId: string;
  readonly description: string;
  readonly effective: string;
  readonly entries: readonly string[];
}

/** By columns: it shares nothing with the writer. */
function batchesOf(text: string): Batch[] {
  const batches: (Batch & { entries: string[] })[] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("5")) {
      const [secCode, companyId] = [line.slice(50, 53), line.slice(40, 50)];
      const [description, effective] = [line.slice(53, 63).trim(), line.slice(69, 75)];
      batches.push({ secCode, companyId, description, effective, entries: [] });
    }
    if (line.startsWith("6")) batches.at(-1)?.entries.push(line);
  }
  return batches;
}

async function onlyFile(folder: string): Promise<string> {
  const [name, ...others] = await readdir(folder);
  assert.deepEqual(others, []);
  return readFileOf(folder, name);
}

async function readFileOf(folder: string, name = ""): Promise<string> {
  const text = await readFile(path.join(folder, name), "utf8");
  assert.equal(readAchFile(text).kind, "read", "our own reader finds no error");
  return text;
}

async function openBank(t: Lifetime) {
  const ach = await openTestAch(t);
  return { ach, ...(await connectFolder(ach, "first-bank", { accounts: [BOOKS, CLINIC] })) };
}

/** Sends everything that waits, and reads the file. */
async function sendFile({ ach, folders }: Awaited<ReturnType<typeof openBank>>): Promise<string> {
  const [name, ...others] = await sendAll(ach);
  assert.deepEqual(others, []);
  return readFileOf(folders.outbox, name);
}

test("a file has one batch per account, SEC code and direction", async (t) => {
  const bank = await openShared(t, openBank);
  const { ach } = bank;
  for (const secCode of ["WEB", "WEB", "PPD", "CCD", "TEL"]) await addEntry(ach, { secCode });
  for (const secCode of ["POP", "ARC", "RCK"])
    await addEntry(ach, { secCode, checkNumber: "1042" });
  await addEntry(ach, { type: "CREDIT", secCode: "WEB" });
  await addEntry(ach, { type: "CREDIT", secCode: "PPD" });
  await addEntry(ach, { type: "CREDIT", secCode: "CCD", company: "Grüße & Söhne" });
  await addEntry(ach, { accountId: CLINIC, secCode: "PPD" });
  const batches = batchesOf(await sendFile(bank));
  const brief = batches.map(({ secCode, companyId, description, effective, entries }) =>
    [companyId, secCode, description, effective, entries.map((line) => line.slice(1, 3))].join(" "),
  );
  assert.deepEqual(brief, [
    "1000000001 ARC PAYMENT 261117 27",
    "1000000001 CCD PAYMENT 261117 22",
    "1000000001 CCD PAYMENT 261117 27",
    "1000000001 POP PAYMENT 261117 27",
    "1000000001 PPD PAYMENT 261117 22,22",
    "1000000001 PPD PAYMENT 261117 27",
    "1000000001 RCK REDEPCHECK 261117 27",
    "1000000001 TEL PAYMENT 261117 27",
    "1000000001 WEB PURCHASE 261117 27,27",
    "1000000002 PPD PAYMENT 261117 27",
  ]);
  const [company] = batches[1]?.entries ?? [];
  assert.equal(company?.slice(54, 76).trim(), "GRUSSE & SOHNE");
});

test("a bank account that changes between its claim and the file is written as it is then", async (t) => {
  const { ach, folders, connection } = await openShared(t, openBank);
  ach.clock.advance({ seconds: 1 });
  const id = await addEntry(ach);
  const accountNumber = new Secret("77788899");
  const later = { routingNumber: ROUTING, accountNumber, accountType: "checking" } as const;
  const sealed = await ach.needs.vault.sealBank(BOOKS, id, later);
  const changed = withSteps(ach.needs, async (name) => {
    if (name !== "database atomically") return;
    await ach.database.owner.rows`
      update vault set sealed = ${sealed}
      where token_id in (select transaction_id from ach_entries where transaction_id = ${id})`;
  });
  const { files } = await forceCutOff(changed, connection);
  const [batch] = batchesOf(await readFileOf(folders.outbox, files[0]));
  assert.deepEqual(
    batch?.entries.map((line) => line.slice(12, 29).trim()),
    ["77788899"],
  );
});

test("an entry has account, amount, name, payment type and a rising trace number", async (t) => {
  const ach = await openTestAch(t);
  const { folders } = await connectFolder(ach, "first-bank");
  const id = await addEntry(ach, { accountNumber: "12345678901234567890", cents: 99_999_999 });
  await addEntry(ach, { paymentType: "RECURRING", accountType: "savings" });
  await addEntry(ach, { recurringId: "77" });
  await addEntry(ach, { paymentType: "ECOMMERCE" });
  await ach.advance(AFTER);
  const text = await onlyFile(folders.outbox);
  const [first = "", ...others] = batchesOf(text)[0]?.entries ?? [];
  assert.equal(first.length, 94);
  assert.equal(first.slice(3, 12), ROUTING);
  assert.equal(first.slice(12, 29), "12345678901234567", "the left-most 17 digits (F)");
  assert.equal(first.slice(29, 39), "0099999999");
  assert.equal(first.slice(39, 54).trim(), id);
  assert.equal(first.slice(54, 76).trim(), "ADA BUYER");
  assert.deepEqual(
    [first, ...others].map((line) => line.slice(76, 78)),
    ["S ", "R ", "R ", "S "],
  );
  const traces = [first, ...others].map((line) => line.slice(79));
  assert.deepEqual(
    traces,
    ["1", "2", "3", "4"].map((n) => `06100014000000${n}`),
  );
  assert.equal((await readEntry(ach, id)).trace_num, "140000001");
  assert.match(text, /^101 0610001461234567890261116170 ?/, "created at the cut-off, Eastern time");
});

test("the next file continues the trace numbers and is the second of its day", async (t) => {
  const ach = await openTestAch(t);
  const { connection, folders } = await connectFolder(ach, "first-bank");
  await addEntry(ach);
  await forceCutOff(ach.needs, connection);
  await addEntry(ach);
  await ach.advance(AFTER);
  const names = (await readdir(folders.outbox)).sort();
  assert.deepEqual(names, ["first-bank-20261116-100000-1.ach", "first-bank-20261116-170000-2.ach"]);
  const text = await readFile(path.join(folders.outbox, names[1] ?? ""), "utf8");
  assert.equal(text.charAt(33), "B");
  assert.match(text, /^6.*061000140000002$/m);
});

test("a file has a number of its own within the day, even after an empty one was removed", async (t) => {
  const ach = await openTestAch(t);
  await connectFolder(ach, "first-bank");
  const { needs } = ach;
  const store = new FileStore(needs.db);
  const begin = (at: string) => store.beginFile(newFile(at));
  const first = await begin("2026-11-16T22:00:00.100Z");
  const second = await begin("2026-11-16T22:00:00.200Z");
  await new DraftStore(needs.db).removeFile(first.id);
  const third = await begin("2026-11-16T22:00:00.300Z");
  assert.deepEqual(
    [first, second, third].map(({ name, idModifier }) => [name, idModifier]),
    [
      ["first-bank-20261116-170000-1.ach", "A"],
      ["first-bank-20261116-170000-2.ach", "B"],
      ["first-bank-20261116-170000-3.ach", "C"],
    ],
  );
});

function newFile(at: string): NewFile {
  const instant = Temporal.Instant.from(at);
  return {
    connection: "first-bank",
    cutOff: "forced",
    cutOffAt: instant,
    createdAt: instant,
    settlesOn: Temporal.PlainDate.from("2026-11-17"),
  };
}

test("without waiting entries there is no file", async (t) => {
  const ach = await openTestAch(t);
  const { folders } = await connectFolder(ach, "first-bank");
  const runs = await ach.advance(AFTER);
  assert.deepEqual(await readdir(folders.outbox), []);
  const closing = runs.find(({ name }) => name.includes("first-bank"));
  assert.equal(closing?.summary, "nothing to do");
});

test("an entry that is accepted after the cut-off waits for the next one", async (t) => {
  const ach = await openTestAch(t);
  await addEntry(ach);
  ach.clock.set("2026-11-16T22:00:01Z");
  const late = await addEntry(ach);
  ach.clock.set("2026-11-16T15:00:00Z");
  await ach.advance(AFTER);
  assert.equal((await readEntry(ach, late)).batched_at, null);
  await ach.advance("2026-11-17T22:30:00Z");
  const { batched_at, batch_id } = await readEntry(ach, late);
  assert.deepEqual([`${batched_at}`, batch_id], ["2026-11-17T22:00:00Z", 2]);
});

test("an account's entries are sent at its own windows", async (t) => {
  const ach = await openTestAch(t);
  const windows = ["12:00 America/New_York", "17:00 America/New_York"].map((name) => {
    const [time = "", timeZone = ""] = name.split(" ");
    return { name, time: Temporal.PlainTime.from(time), timeZone, isSameDay: false };
  });
  await connectFolder(ach, "first-bank", { windows, accounts: [BOOKS, CLINIC] });
  const db = ach.database.owner;
  const wish = { windows: ["17:00 America/New_York"], by: BY };
  assert.deepEqual(await setAccountWindows({ db }, BOOKS, wish), { kind: "set" });
  const wrong = await setAccountWindows({ db }, BOOKS, { windows: ["03:00 UTC"], by: BY });
  assert.equal(wrong.kind, "not_offered");
  const [books, clinic] = [await addEntry(ach), await addEntry(ach, { accountId: CLINIC })];
  await ach.advance(AFTER);
  const closed = async (id: string) => `${(await readEntry(ach, id)).batched_at}`;
  assert.deepEqual(await Promise.all([books, clinic].map(closed)), [
    "2026-11-16T22:00:00Z",
    "2026-11-16T17:00:00Z",
  ]);
});

test("a connection with offsets gets one CCD offset batch per account, and the file balances", async (t) => {
  const ach = await openTestAch(t);
  const accountNumber = new Secret("77700012345");
  const bank = { routingNumber: "061000146", accountNumber, accountType: "checking" } as const;
  const offsetSealed = await sealOffsetAccount(ach.needs, "first-bank", bank);
  const { folders } = await connectFolder(ach, "first-bank", {
    ...{ writesOffset: true, offsetSealed, accounts: [BOOKS, CLINIC] },
  });
  await addEntry(ach, { cents: 1_000 });
  await addEntry(ach, { cents: 500 });
  await addEntry(ach, { cents: 300, type: "CREDIT" });
  await addEntry(ach, { cents: 70, accountId: CLINIC });
  await ach.advance(AFTER);
  const text = await onlyFile(folders.outbox);
  const offsets = batchesOf(text).filter(({ description }) => description === "OFFSET");
  const brief = offsets.map(({ companyId, secCode, entries }) => [
    companyId,
    secCode,
    ...entries.map((line) => [
      line.slice(1, 3),
      line.slice(12, 29).trim(),
      Number(line.slice(29, 39)),
    ]),
  ]);
  assert.deepEqual(brief, [
    ["1000000001", "CCD", ["22", "77700012345", 1_500], ["27", "77700012345", 300]],
    ["1000000002", "CCD", ["22", "77700012345", 70]],
  ]);
  const control = text.split("\n").find((line) => /^9[^9]/.test(line)) ?? "";
  assert.equal(control.slice(31, 43), control.slice(43, 55), "debits are credits");
});

test("an entry whose bank account cannot be decrypted is rejected, and the others are sent", async (t) => {
  const bank = await openShared(t, openBank);
  const { ach } = bank;
  const [bad, gone, good] = [await addEntry(ach), await addEntry(ach), await addEntry(ach)];
  await ach.database.owner.rows`
    update vault set sealed = set_byte(sealed, 30, 255 - get_byte(sealed, 30))
    where token_id = ${bad}`;
  await ach.database.owner.rows`delete from vault where token_id = ${gone}`;
  const [batch] = batchesOf(await sendFile(bank));
  assert.equal((await readEntry(ach, bad)).message, "DECLINED\\ERRORS");
  assert.equal((await readEntry(ach, gone)).state, "rejected");
  assert.equal((await readEntry(ach, good)).message, "BATCHED");
  assert.deepEqual(
    batch?.entries.map((line) => line.slice(39, 54).trim()),
    [good],
  );
});

test("an entry whose check number does not fit is rejected, and the others are sent", async (t) => {
  const bank = await openShared(t, openBank);
  const { ach } = bank;
  const long = await addEntry(ach, { secCode: "POP", checkNumber: "1234567890" });
  const wide = await addEntry(ach, { secCode: "POP", checkNumber: "ß12345678" });
  const good = await addEntry(ach, { secCode: "POP", checkNumber: "123456789" });
  const arc = await addEntry(ach, { secCode: "ARC", checkNumber: "123456789012345" });
  const batches = batchesOf(await sendFile(bank));
  const states = await Promise.all([long, wide, good, arc].map((id) => readEntry(ach, id)));
  assert.deepEqual(
    states.map(({ message }) => message),
    ["DECLINED\\ERRORS", "DECLINED\\ERRORS", "BATCHED", "BATCHED"],
  );
  const numbers = batches.flatMap(({ secCode, entries }) =>
    entries.map((line) => line.slice(39, secCode === "POP" ? 48 : 54)),
  );
  assert.deepEqual(numbers, ["123456789012345", "123456789"]);
});

test("a bank that cannot be reached gets the same bytes under the same name later", async (t) => {
  const ach = await openTestAch(t);
  const { connection, folders } = await connectFolder(ach, "first-bank");
  await addEntry(ach);
  await rename(folders.outbox, `${folders.outbox}-away`);
  const runs = await ach.advance(AFTER);
  assert.match(
    runs.map(({ summary }) => summary).join(),
    /entries collected: 1; files are waiting because they could not be sent/,
  );
  assert.equal(ach.troubles.length, 1);
  const [draft = "", ...others] = await readdir(folders.preparing);
  assert.match(draft, /^first-bank-20261116-170000-1\.ach\.[\da-f-]{36}$/);
  assert.deepEqual(others, []);
  const prepared = await readFile(path.join(folders.preparing, draft));
  await rename(`${folders.outbox}-away`, folders.outbox);
  const done = await finishFiles(ach.needs, connection, ach.clock.business());
  assert.deepEqual(done.files, ["first-bank-20261116-170000-1.ach"]);
  assert.equal(await onlyFile(folders.outbox), prepared.toString());
  await rm(path.join(folders.outbox, "first-bank-20261116-170000-1.ach"));
  await finishFiles(ach.needs, connection, ach.clock.business());
  assert.deepEqual(await readdir(folders.outbox), [], "what the bank took does not come again");
});

test("the database has no bank account number in the clear", async (t) => {
  const ach = await openTestAch(t);
  await addEntry(ach, { accountNumber: "5551234561001" });
  await ach.advance("2026-11-20T00:00:00Z");
  const [parts] = await ach.database.owner.rows<{ found: number }>`
    select count(*)::int as found from (
      select sealed from ach_file_parts union all select sealed from ach_inbound_parts
      union all select sealed from simulator.ach_answers) as kept
    where position('5551234561001'::bytea in sealed) > 0`;
  assert.equal(parts?.found, 0);
});

test("a sent file and a received file are read from the database by name", async (t) => {
  const ach = await openTestAch(t);
  const id = await addEntry(ach, { accountNumber: "5551234561001" });
  await ach.advance("2026-11-20T00:00:00Z");
  const files = new BankFileStore(ach.database.owner);
  const [[sent], [received]] = [await files.listSentFiles(1), await files.listInboundFiles(1)];
  const needs = { db: ach.db, custody: ach.needs.custody };
  const entries = async (name = "") => {
    const outcome = await readStoredFile(needs, name);
    assert.ok(outcome.kind === "found", outcome.kind);
    return [...outcome.items].flatMap((item) => (item.kind === "entry" ? [item.entry] : []));
  };
  const [[ours], [banks]] = [await entries(sent?.name), await entries(received?.name)];
  assert.equal(ours?.identification, id);
  assert.deepEqual([banks?.accountNumber, banks?.addenda[0]?.kind], ["5551234561001", "return"]);
  assert.deepEqual(await readStoredFile(needs, "nowhere.ach"), { kind: "not_found" });
});
