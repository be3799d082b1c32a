/** Addenda records of CCD and PPD entries, by the account's setting. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { readAchFile } from "../../src/core/ach/nacha/read-file.ts";
import {
  addEntry,
  BOOKS,
  CLINIC,
  connectFolder,
  type EntryWish,
  openAchOn,
  openTestAch,
  readEntry,
} from "../kit/ach.ts";
import { sendAll } from "../kit/ach-app.ts";
import { openTestApp } from "../kit/app.ts";
import { pay } from "../kit/bank.ts";
import { NO_LIMITS } from "../kit/hooked-app.ts";
import { at, readPlainly } from "../kit/plain-nacha.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const AFTER = "2026-11-16T22:30:00Z";

async function openBank(t: Lifetime) {
  const ach = await openTestAch(t);
  return { ach, ...(await connectFolder(ach, "first-bank", { accounts: [BOOKS, CLINIC] })) };
}

/** Sends entries and returns the addenda of each, read by the second reader, which checks all sums. */
async function sendWith(t: Lifetime, wishes: readonly EntryWish[], isOn = true) {
  const { ach, folders } = await openShared(t, openBank);
  await ach.database.owner.rows`update accounts set ach_addenda = ${isOn} where id = ${BOOKS}`;
  for (const wish of wishes) await addEntry(ach, wish);
  const [name = ""] = await sendAll(ach);
  const text = await readFile(path.join(folders.outbox, name), "utf8");
  const read = readAchFile(text);
  assert.equal(read.kind, "read", "our own reader finds no error");
  const entries = readPlainly(text).batches.flatMap((batch) => batch.entries);
  assert.equal(entries.length, wishes.length);
  return { text, read, entries };
}

test("an entry of CCD or PPD has its invoice, or else its description, in an addenda record", async (t) => {
  const { entries, read } = await sendWith(t, [
    { secCode: "CCD", invoiceEntry: "RMR*IV*2026-118**12.34\\", description: "not this" },
    { secCode: "CCD", description: "Rent, Nóvember" },
    { secCode: "CCD", invoiceEntry: " \n", description: "Blank invoices do not count" },
    { secCode: "CCD" },
  ]);
  const records = entries.map(({ addenda }) => addenda);
  assert.deepEqual(
    records.map(([one = ""]) => at(one, 4, 83).trimEnd()),
    ["RMR*IV*2026-118**12.34\\", "RENT, NOVEMBER", "BLANK INVOICES DO NOT COUNT", ""],
  );
  const [[first = ""] = []] = records;
  assert.equal(first.slice(0, 3), "705");
  assert.equal(at(first, 84, 94), `0001${entries[0]?.trace.slice(-7)}`);
  assert.deepEqual(records[3], [], "without a text there is no record");
  assert.ok(read.kind === "read");
  const [batch] = read.file.batches;
  assert.deepEqual(batch?.entries[1]?.addenda, [
    { kind: "payment", information: "RENT, NOVEMBER" },
  ]);
});

test("80 characters of the text are sent", async (t) => {
  const { entries } = await sendWith(t, [{ secCode: "PPD", description: "x".repeat(65_535) }]);
  assert.equal(at(entries[0]?.addenda[0] ?? "", 4, 83), "X".repeat(80));
});

test("other classes and other accounts have no addenda, and the setting is off at first", async (t) => {
  const description = "An order";
  const wishes = [
    { secCode: "WEB", description },
    { secCode: "TEL", description },
    { secCode: "ARC", checkNumber: "17", description },
    { secCode: "CCD", accountId: CLINIC, description },
  ];
  const { entries } = await sendWith(t, wishes);
  assert.deepEqual(
    entries.flatMap(({ addenda }) => addenda),
    [],
  );
});

test("without the setting there are no addenda", async (t) => {
  const { entries } = await sendWith(t, [{ secCode: "CCD", description: "An order" }], false);
  assert.deepEqual(
    entries.flatMap(({ addenda }) => addenda),
    [],
  );
});

test("no card number is written into a file, whatever script its digits have", async (t) => {
  const app = await openTestApp(t, {}, NO_LIMITS);
  app.clock.set("2026-11-16T15:00:00Z");
  const ach = await openAchOn(app);
  const { folders } = await connectFolder(ach, "first-bank");
  await app.database.owner.rows`update accounts set ach_addenda = true where id = ${BOOKS}`;
  const inArabic = (digits: string) =>
    digits.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
  const card = inArabic("4111111111111111");
  for (const texts of [
    { ach_sec_code: "CCD", invoice_entry: `Order ${card}`, transaction_description: "An order" },
    { ach_sec_code: "CCD", invoice_entry: `${"x".repeat(70)} ${card}` },
    { ach_sec_code: "PPD", transaction_description: card },
    { ach_sec_code: "ARC", check_number: inArabic("378282246310005") },
  ]) {
    const answer = await pay(app, { validate_ach_account: "0", ...texts });
    assert.ok([0, 31311].includes(answer.error_code), JSON.stringify(answer));
  }
  await ach.advance(AFTER);
  const [name = ""] = await readdir(folders.outbox);
  const text = await readFile(path.join(folders.outbox, name), "utf8");
  const { batches } = readPlainly(text);
  const addenda = batches.flatMap(({ entries }) => entries.flatMap((entry) => entry.addenda));
  assert.deepEqual(
    addenda.map((one) => at(one, 4, 83).trimEnd()),
    ["AN ORDER"],
  );
  assert.ok(!/4111111|378282246310005/.test(text));
});

test("the simulated bank reads a file with addenda, and its return finds the entry", async (t) => {
  const app = await openTestApp(t, {}, NO_LIMITS);
  app.clock.set("2026-11-16T15:00:00Z");
  const ach = await openAchOn(app);
  await app.database.owner.rows`update accounts set ach_addenda = true where id = ${BOOKS}`;
  const answer = await pay(app, {
    ...{ ach_sec_code: "CCD", validate_ach_account: "0", bank_account_number: "555121001" },
    invoice_entry: "Invoice 118",
  });
  assert.equal(answer.authorization_message, "PENDING");
  await ach.advance("2026-11-20T15:00:00Z");
  const { state, return_code } = await readEntry(ach, answer.transaction_id);
  assert.deepEqual([state, return_code], ["returned", "R01"]);
});
