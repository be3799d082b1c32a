/** Bank files, unmatched returns, banks and return rates in the console API. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { exchangeWithBanks } from "../../src/core/ach/exchange.ts";
import type { CursorPage } from "../../src/interfaces/console/contract.ts";
import type {
  BankFile,
  BankFileLine,
  Banks,
  FileEntryLine,
  InboundFileLine,
  ReturnRatesView,
  UnmatchedLine,
} from "../../src/interfaces/console/operations/banks/contract.ts";
import { parseCsv } from "../../src/values/csv.ts";
import { addEntry, connectFolder, MONDAY, openAchOn, readEntry } from "../kit/ach.ts";
import { openTestApp } from "../kit/app.ts";
import { bankFile, putIntoInbox, readTrace } from "../kit/bank-files.ts";
import { ConsoleClient, OPERATOR } from "../kit/console.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

/** Three entries were sent. One was returned, and so was an unknown one. */
async function openBank(t: Lifetime) {
  const app = await openTestApp(t);
  app.clock.set(MONDAY);
  const ach = await openAchOn(app);
  const { folders } = await connectFolder(ach, "first-bank");
  const ids = [];
  for (const cents of [1_000, 2_000, 3_000]) ids.push(await addEntry(ach, { cents }));
  await ach.advance("2026-11-17T12:00:00Z");
  const trace = await readTrace(ach, ids[0] ?? "");
  const unknown = "091000010999999";
  const items = [
    { trace, code: "R01", cents: 1_000 },
    { trace: unknown, code: "R10" },
  ];
  await putIntoInbox(ach, folders.inbox, { name: "returns.ach", text: bankFile(items) });
  await putIntoInbox(ach, folders.inbox, {
    name: "broken.ach",
    text: "no file",
    secondsAgo: 9_000,
  });
  await exchangeWithBanks(ach.needs, ach.clock.business());
  const client = await ConsoleClient.signedIn(app.server, OPERATOR);
  return { app, ach, client, ids, unknown };
}

test("a bank file shows its batches and entries, with masked account numbers", async (t) => {
  const { client, ids, ach } = await openShared(t, openBank);
  const { body } = await client.get<CursorPage<BankFileLine>>("/operations/bank-files");
  const [line] = body.items;
  assert.deepEqual(
    [line?.connection, line?.entryCount, line?.debitCents, line?.state],
    ["first-bank", 3, 6_000, "handed_over"],
  );
  assert.equal(line?.settlesOn, "2026-11-17");
  const path = `/operations/bank-files/${line?.id}`;
  const file = await client.get<BankFile>(path);
  const [batch] = file.body.batches;
  assert.deepEqual([batch?.secCode, batch?.direction, batch?.amountCents], ["WEB", "debit", 6_000]);
  assert.equal(batch?.accountName, "Main Street Books");
  const batchPath = `${path}/batches/${batch?.number}/entries`;
  const first = await client.get<CursorPage<FileEntryLine>>(`${batchPath}?take=2`);
  assert.equal(first.body.items.length, 2);
  const rest = await client.get<CursorPage<FileEntryLine>>(`${batchPath}?after=${first.body.next}`);
  assert.equal(rest.body.items.length, 1);
  assert.equal(rest.body.next, undefined);
  const [entry] = first.body.items;
  assert.deepEqual(
    [entry?.transactionId, entry?.last4, entry?.name],
    [ids[0], "3210", "Ada Buyer"],
  );
  assert.deepEqual([entry?.state, entry?.returnCode], ["returned", "R01"]);
  assert.match(entry?.returnMeaning ?? "", /Insufficient funds/);
  assert.equal((await readEntry(ach, ids[0] ?? "")).state, "returned");
  const all = JSON.stringify([file.body, first.body, rest.body]);
  assert.ok(!all.includes("9876543210"));
  assert.equal((await client.get("/operations/bank-files/999999")).status, 404);
  assert.equal((await client.get("/operations/bank-files/x")).status, 404);
  const none = await client.get<CursorPage<BankFileLine>>("/operations/bank-files?state=building");
  assert.deepEqual(none.body.items, []);
});

test("bank files, entries and returns are exported, with masked account numbers", async (t) => {
  const { client, ids, unknown } = await openShared(t, openBank);
  const { body } = await client.get<CursorPage<BankFileLine>>("/operations/bank-files");
  const file = body.items[0]?.id;
  const batch = (await client.get<BankFile>(`/operations/bank-files/${file}`)).body.batches[0];
  const read = async (path: string) =>
    parseCsv((await client.download(`${path}.csv`)).text).map(({ cells }) => cells.join("|"));
  const entries = await read(`/operations/bank-files/${file}/batches/${batch?.number}/entries`);
  assert.equal(entries.length, 4);
  assert.match(entries[1] ?? "", new RegExp(`${ids[0]}.Ada Buyer.Checking.\\*{4}3210.*.10\\.00$`));
  assert.match((await read("/operations/bank-files"))[1] ?? "", /first-bank.*.3.60\.00.0\.00$/);
  assert.match((await read("/operations/inbound-files")).join("\n"), /broken\.ach.*Has errors/);
  const returns = await read("/operations/unmatched");
  assert.match(returns[1] ?? "", new RegExp(`^R10.*No entry has this trace number.${unknown}`));
});

test("an unconfirmed file is shown until the bank's answer is recorded, once", async (t) => {
  const { client, app } = await openBank(t);
  const { owner } = app.database;
  const [row] = await owner.rows<{ id: string; name: string }>`
    update ach_files set unconfirmed_since = '2026-11-17T10:00:00Z' returning id, name`;
  const path = `/operations/bank-files/${row?.id}`;
  const show = async () => (await client.get<BankFile>(path)).body.file;
  assert.equal((await show()).unconfirmedSince, "2026-11-17T10:00:00Z");
  assert.equal((await client.post(`${path}/confirm`, {})).status, 204);
  assert.equal((await show()).unconfirmedSince, null);
  assert.equal((await client.post(`${path}/confirm`, {})).status, 409);
  assert.equal((await client.post(`${path}/resend`, {})).status, 409, "it is confirmed");
  await owner.rows`update ach_files set unconfirmed_since = now()`;
  assert.equal((await client.post(`${path}/resend`, {})).status, 204);
  assert.deepEqual([(await show()).state, (await show()).handedOverAt], ["fixed", null]);
  const acts = await owner.rows<{ action: string; subject_id: string }>`
    select action, subject_id from audit_entries where action like 'ach_file.%' order by id`;
  assert.deepEqual(acts, [
    { action: "ach_file.confirm", subject_id: row?.name },
    { action: "ach_file.resend", subject_id: row?.name },
  ]);
});

test("incoming files are shown with their errors", async (t) => {
  const { client } = await openShared(t, openBank);
  const { body } = await client.get<CursorPage<InboundFileLine>>("/operations/inbound-files");
  const states = body.items.map(({ name, state, unmatchedCount }) => [name, state, unmatchedCount]);
  assert.deepEqual(states.sort(), [
    ["broken.ach", "invalid", 0],
    ["returns.ach", "read", 1],
  ]);
  const invalid = await client.get<CursorPage<InboundFileLine>>(
    "/operations/inbound-files?state=invalid",
  );
  assert.ok(invalid.body.items[0]?.errors);
});

test("an unmatched return is resolved once, with a note, and audited", async (t) => {
  const { client, app, unknown } = await openShared(t, openBank);
  const list = async (which = "") =>
    (await client.get<CursorPage<UnmatchedLine>>(`/operations/unmatched${which}`)).body.items;
  const [one] = await list();
  assert.deepEqual([one?.traceNumber, one?.reason], [unknown, "unknown_entry"]);
  assert.match(one?.meaning ?? "", /not authorized|revoked/);
  const deal = `/operations/unmatched/${one?.id}/deal`;
  assert.equal((await client.post(deal, { note: " " })).status, 422);
  assert.equal((await client.post(deal, { note: "Told the bank: not ours." })).status, 204);
  assert.equal((await client.post(deal, { note: "Again." })).status, 409);
  assert.deepEqual(await list(), []);
  const [dealt] = await list("?status=resolved");
  assert.deepEqual([dealt?.dealtBy, dealt?.note], ["operator", "Told the bank: not ours."]);
  assert.equal((await list("?status=all")).length, 1);
  const [act] = await app.database.owner.rows<{ subject_id: string; after: object }>`
    select subject_id, after from audit_entries where action = 'ach_unmatched.deal'`;
  assert.deepEqual([act?.subject_id, act?.after], [one?.id, { note: "Told the bank: not ours." }]);
});

test("banks show their next cutoff and no offset account", async (t) => {
  const { client } = await openShared(t, openBank);
  const { body } = await client.get<Banks>("/operations/banks");
  const bank = body.banks.find(({ name }) => name === "first-bank");
  const [window] = bank?.windows ?? [];
  assert.ok(window);
  assert.ok(Temporal.Instant.compare(window.nextAt, body.business) > 0);
  assert.match(window.settlesOn, /^2026-11-1\d$/);
  assert.ok(!JSON.stringify(body).includes("Sealed"));
});

test("return rates are compared with their limits", async (t) => {
  const { client } = await openShared(t, openBank);
  const { body } = await client.get<ReturnRatesView>("/operations/return-rates");
  const [books] = body.accounts;
  assert.deepEqual([books?.accountName, books?.debits], ["Main Street Books", 3]);
  assert.equal(books?.returned.overall, 1);
  assert.deepEqual(books?.over, ["overall"]);
  assert.deepEqual(body.limits, { unauthorized: 0.005, administrative: 0.03, overall: 0.15 });
});

test("the cutoffs of a bank are replaced, and bad ones are named", async (t) => {
  const { client } = await openBank(t);
  const change = (windows: readonly string[], bank = "first-bank") =>
    client.patch(`/operations/banks/${bank}/windows`, { windows });
  const bad = await change(["10:00 America/New_York same-day"]);
  assert.equal(bad.status, 422);
  assert.match(bad.body.error.fields?.["windows"] ?? "", /At least one must not be same-day/);
  const late = await change(["20:00 America/New_York same-day", "17:00 America/New_York"]);
  assert.match(late.body.error.fields?.["windows"] ?? "", /must close by 16:45 US Eastern/);
  assert.equal((await change(["17:00 UTC"], "nowhere")).status, 404);
  const windows = ["17:00 America/New_York", "14:15 America/New_York same-day"];
  assert.equal((await change(windows)).status, 204);
  const { banks } = (await client.get<Banks>("/operations/banks")).body;
  const [bank] = banks.filter(({ name }) => name === "first-bank");
  assert.deepEqual(
    bank?.windows.map(({ name, settlesOn }) => [name, settlesOn]),
    [
      ["17:00 America/New_York", "2026-11-18"],
      ["14:15 America/New_York same-day", "2026-11-17"],
    ],
  );
});
