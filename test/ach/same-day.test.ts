/** Same-day entries: which window they leave by, what the answer says, and what cannot go that day. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { changeBankWindows } from "../../src/core/ach/connections/change-windows.ts";
import { connectBank } from "../../src/core/ach/connections/connect-bank.ts";
import { ConnectionStore } from "../../src/core/ach/connections/connection-store.ts";
import { setAccountWindows } from "../../src/core/ach/connections/set-windows.ts";
import { parseCutOffWindow } from "../../src/core/ach/cut-offs.ts";
import { closeWindow } from "../../src/core/ach/files/cut-off.ts";
import { planSameDay, SAME_DAY_CENTS_MAX } from "../../src/core/payments/bank/same-day.ts";
import type { Cents } from "../../src/values/money.ts";
import { BOOKS as ACCOUNT } from "../kit/accounts.ts";
import { addEntry, BOOKS, connectFolder, openAchOn, openTestAch, readEntry } from "../kit/ach.ts";
import { openTestApp } from "../kit/app.ts";
import { ask, pay, readTransactionRow } from "../kit/bank.ts";
import { StandingClock } from "../kit/clock.ts";
import { NO_LIMITS } from "../kit/hooked-app.ts";
import { at, readPlainly } from "../kit/plain-nacha.ts";
import type { Lifetime } from "../kit/shared.ts";

const MORNING = "10:30 America/New_York same-day";
const AFTERNOON = "14:00 America/New_York same-day";
const LAST = "16:30 America/New_York same-day";
const NOON = "12:00 America/New_York";
const EVENING = "17:00 America/New_York";
const BY = { actor: { kind: "system", name: "a test" } } as const;

const windowsNamed = (names: readonly string[]) =>
  names.map(parseCutOffWindow).filter((window) => window !== undefined);

async function openSameDay(t: Lifetime, names = [MORNING, NOON, AFTERNOON, EVENING]) {
  const app = await openTestApp(t, {}, NO_LIMITS);
  // Monday, 9:00 in New York.
  app.clock.set("2026-11-16T14:00:00Z");
  const ach = await openAchOn(app);
  const { folders } = await connectFolder(ach, "first-bank", { windows: windowsNamed(names) });
  const sale = async (changes: Record<string, string> = {}) => {
    const answer = await pay(app, { validate_ach_account: "0", ...changes });
    assert.equal(answer.authorization_message, "PENDING", JSON.stringify(answer));
    return answer;
  };
  /** The name of each file, with the effective dates and cents of its entries. */
  const files = async () => {
    const names = (await readdir(folders.outbox)).sort();
    return Promise.all(names.map(async (name) => [name, await readText(name)] as const));
  };
  const readText = async (name: string) => {
    const { batches } = readPlainly(await readFile(path.join(folders.outbox, name), "utf8"));
    return batches.flatMap(({ header, entries }) =>
      entries.map(({ cents }) => `${at(header, 70, 75)} ${cents}`),
    );
  };
  return { app, ach, sale, files };
}

const sameDayIn = (answer: Record<string, unknown>) => [
  answer["ach_same_day"],
  answer["ach_same_day_message"],
];

test("an entry that asks for it leaves by the next same-day window and settles that day", async (t) => {
  const { app, ach, sale, files } = await openSameDay(t);
  const today = await sale({ ach_same_day: "1", transaction_amount: "1.00" });
  assert.deepEqual(sameDayIn(today), [true, "Same day"]);
  const later = await sale({ transaction_amount: "2.00" });
  assert.deepEqual(sameDayIn(later), [undefined, undefined]);
  await ach.advance("2026-11-16T16:00:00Z");
  assert.deepEqual(await files(), [["first-bank-20261116-103000-1.ach", ["261116 100"]]]);
  const { settle_at } = await readEntry(ach, today.transaction_id);
  assert.equal(`${settle_at}`, "2026-11-16T23:00:00Z", "18:00 in New York");
  await ach.advance("2026-11-16T23:30:00Z");
  assert.deepEqual((await files()).slice(1), [
    ["first-bank-20261116-120000-2.ach", ["261117 200"]],
  ]);
  await ach.advance("2026-11-18T14:00:00Z");
  const row = await readTransactionRow(app, today.transaction_id);
  assert.equal(row["message"], "SETTLED\\FUNDED", "two banking days after its settlement date");
});

test("an entry waits for its same-day window, even if another window closes before", async (t) => {
  const { app, ach, sale, files } = await openSameDay(t);
  app.clock.set("2026-11-16T16:00:00Z");
  const answer = await sale({ ach_same_day: "1", transaction_amount: "3.00" });
  assert.deepEqual(sameDayIn(answer), [true, "Same day"]);
  await ach.advance("2026-11-16T23:30:00Z");
  assert.deepEqual(await files(), [["first-bank-20261116-140000-1.ach", ["261116 300"]]]);
});

test("without a window left today, an entry leaves by the next window and the answer says so", async (t) => {
  const { app, ach, sale, files } = await openSameDay(t);
  app.clock.set("2026-11-16T20:00:00Z");
  const late = await sale({ ach_same_day: "1", transaction_amount: "4.00" });
  assert.deepEqual(sameDayIn(late), [false, "No same-day window is left today"]);
  app.clock.set("2026-11-16T23:00:00Z");
  const night = await sale({ ach_same_day: "1", transaction_amount: "5.00" });
  assert.deepEqual(sameDayIn(night), [false, "No same-day window is left today"]);
  app.clock.set("2026-11-16T20:00:00Z");
  await ach.advance("2026-11-17T17:30:00Z");
  assert.deepEqual(await files(), [
    ["first-bank-20261116-170000-1.ach", ["261117 400"]],
    ["first-bank-20261117-103000-1.ach", ["261117 500"]],
  ]);
});

test("the last minute before a window belongs to the next one, because verification takes time", async (t) => {
  const { app, sale } = await openSameDay(t);
  app.clock.set("2026-11-16T18:58:59Z");
  assert.equal((await sale({ ach_same_day: "1" })).ach_same_day, true);
  app.clock.set("2026-11-16T18:59:01Z");
  assert.equal((await sale({ ach_same_day: "1" })).ach_same_day, false);
});

test("the account's setting asks for it, and a request can say otherwise", async (t) => {
  const { app, sale } = await openSameDay(t);
  await app.database.owner.rows`update accounts set ach_same_day = true where id = ${BOOKS}`;
  assert.deepEqual(sameDayIn(await sale()), [true, "Same day"]);
  assert.deepEqual(sameDayIn(await sale({ ach_same_day: "0" })), [undefined, undefined]);
  const stored = await ask(app, { ...SALE_FIELDS, transaction_type: "STORE" });
  assert.deepEqual(sameDayIn(stored), [undefined, undefined], "nothing is sent");
  const bad = await pay(app, { ach_same_day: "maybe" });
  assert.deepEqual([bad.error_code, bad.error_message], [31311, "ach_same_day is not valid"]);
});

const SALE_FIELDS = {
  ...{ tender_type: "ACH", first_name: "Jim", last_name: "Smith" },
  ...{ bank_routing_number: "021000021", bank_account_number: "770012345678" },
};

test("a credit can go on the same day, too", async (t) => {
  const { ach, sale, files } = await openSameDay(t);
  await sale({ transaction_type: "CREDIT", ach_same_day: "1", transaction_amount: "6.00" });
  await ach.advance("2026-11-16T16:00:00Z");
  assert.deepEqual(await files(), [["first-bank-20261116-103000-1.ach", ["261116 600"]]]);
});

test("a repeated request gets the answer of the first one", async (t) => {
  const { app, sale } = await openSameDay(t);
  const send = (changes: Record<string, string>) =>
    pay(app, { validate_ach_account: "0", ...changes }, { "idempotency-key": "order-7" });
  const first = await send({ ach_same_day: "1" });
  app.clock.set("2026-11-16T20:00:00Z");
  assert.deepEqual(await send({ ach_same_day: "1" }), first);
  assert.equal((await send({ ach_same_day: "0" })).error_code, 20008);
  assert.equal((await sale({ ach_same_day: "1" })).ach_same_day, false);
});

test("a bank without same-day windows sends the entry at its next window", async (t) => {
  const { ach, sale, files } = await openSameDay(t, [EVENING]);
  const answer = await sale({ ach_same_day: "1" });
  assert.deepEqual(sameDayIn(answer), [false, "The bank has no same-day window"]);
  await ach.advance("2026-11-16T23:00:00Z");
  assert.deepEqual(await files(), [["first-bank-20261116-170000-1.ach", ["261117 100"]]]);
});

test("an entry above the network's limit does not go on the same day", async () => {
  const clock = new StandingClock("2026-11-16T14:00:00Z");
  const next = { at: clock.business(), isToday: true, isFirst: true };
  const needs = {
    clock,
    sameDay: {
      findNext: async () => next,
      isPrenoteAwaited: async () => false,
      isSaleAwaited: async () => false,
    },
  };
  const plan = async (amount: number) => {
    const bank = { sent: undefined, accountType: undefined, tokenId: undefined };
    const payment = {
      ...({
        type: "SALE",
        amount: amount as Cents,
        details: {},
        idempotencyKey: undefined,
      } as const),
      ...{ transactionId: undefined, sendsCustomerReceipt: false, sendsMerchantReceipt: false },
      bank: { ...bank, secCode: undefined, validates: undefined, sameDay: true },
    };
    return (
      await planSameDay(needs, { account: ACCOUNT, payment, source: { original: undefined } })
    )?.result;
  };
  assert.equal(SAME_DAY_CENTS_MAX, 100_000_000, "1,000,000 dollars");
  assert.deepEqual(await plan(SAME_DAY_CENTS_MAX), { isSameDay: true, message: "Same day" });
  const above = { isSameDay: false, message: "Above the same-day limit" };
  assert.deepEqual(await plan(SAME_DAY_CENTS_MAX + 1), above);
});

test("a same-day window that runs hours late settles on the next banking day", async (t) => {
  const { app, ach, sale, files } = await openSameDay(t);
  await sale({ ach_same_day: "1" });
  app.clock.set("2026-11-16T18:00:00Z");
  const bank = await new ConnectionStore(ach.db).findConnection("first-bank");
  const [window] = windowsNamed([MORNING]);
  assert.ok(bank && window);
  await closeWindow(ach.needs, bank, { window, at: Temporal.Instant.from("2026-11-16T15:30:00Z") });
  assert.deepEqual(await files(), [["first-bank-20261116-103000-1.ach", ["261117 100"]]]);
});

test("a same-day file that is made after the network's last deadline settles on the next banking day", async (t) => {
  const { app, ach, sale, files } = await openSameDay(t, [LAST, EVENING]);
  await sale({ ach_same_day: "1" });
  const bank = await new ConnectionStore(ach.db).findConnection("first-bank");
  const [window] = windowsNamed([LAST]);
  assert.ok(bank && window);
  app.clock.set("2026-11-16T22:20:00Z");
  await closeWindow(ach.needs, bank, { window, at: Temporal.Instant.from("2026-11-16T21:30:00Z") });
  assert.deepEqual(await files(), [["first-bank-20261116-163000-1.ach", ["261117 100"]]]);
});

test("a stored window after the network's last deadline is not called same-day", async (t) => {
  const { ach, sale, files } = await openSameDay(t, ["20:00 America/New_York same-day", EVENING]);
  const answer = await sale({ ach_same_day: "1" });
  assert.deepEqual(sameDayIn(answer), [false, "No same-day window is left today"]);
  await ach.advance("2026-11-17T03:00:00Z");
  assert.deepEqual(await files(), [["first-bank-20261116-170000-1.ach", ["261117 100"]]]);
});

test("same-day windows after 16:45 Eastern are refused", async (t) => {
  const { app } = await openSameDay(t, [EVENING]);
  const change = (window: string) =>
    changeBankWindows({ db: app.database.owner }, "first-bank", {
      ...{ windows: [`${window} same-day`, EVENING], by: BY },
    });
  for (const window of ["20:00 America/New_York", "16:46 America/New_York", "06:00 Asia/Tokyo"])
    assert.equal(await change(window), "bad_windows", window);
  for (const window of ["16:45 America/New_York", "22:30 America/Los_Angeles"])
    assert.equal(await change(window), "changed", window);
});

test("an entry whose same-day window was removed leaves by the next window", async (t) => {
  const { app, ach, sale, files } = await openSameDay(t);
  await sale({ ach_same_day: "1" });
  await app.database.owner.rows`
    update bank_connections set cut_offs = ${[EVENING]} where name = 'first-bank'`;
  await ach.advance("2026-11-16T23:00:00Z");
  assert.deepEqual(await files(), [["first-bank-20261116-170000-1.ach", ["261117 100"]]]);
});

test("a bank and an account need a window that is not same-day", async (t) => {
  const ach = await openTestAch(t);
  const { database, needs } = ach;
  const wish = {
    ...({ name: "first-bank", network: "directory", destination: "061000146" } as const),
    ...{ destinationName: "First Bank", origin: "1234567890", originName: "Our Company" },
    ...{ odfi: "06100014", offset: undefined },
  };
  const connect = (windows: readonly string[]) =>
    connectBank({ db: database.owner, custody: needs.custody }, { ...wish, windows }, BY);
  const refused = { kind: "bad_value", value: "windows" };
  for (const windows of [[], [MORNING], ["10:30 America/New_York sameday"], [EVENING, "x"]])
    assert.deepEqual(await connect(windows), refused, windows.join());
  assert.deepEqual(await connect([MORNING, EVENING]), { kind: "connected" });
  await database.owner.rows`update accounts set ach_processor = 'first-bank' where id = ${BOOKS}`;
  const choose = (windows: readonly string[]) =>
    setAccountWindows({ db: database.owner }, BOOKS, { windows, by: BY });
  assert.deepEqual(await choose([MORNING]), { kind: "only_same_day" });
  assert.deepEqual(await choose([MORNING, EVENING]), { kind: "set" });
  assert.deepEqual(await choose([]), { kind: "set" });
});

test("the windows of a bank can be replaced, and the audit log has both", async (t) => {
  const { app, sale } = await openSameDay(t, [EVENING]);
  const { owner: db } = app.database;
  const change = (name: string, windows: readonly string[]) =>
    changeBankWindows({ db }, name, { windows, by: BY });
  assert.equal(await change("first-bank", [MORNING]), "bad_windows");
  assert.equal(await change("nowhere", [EVENING]), "not_found");
  assert.equal(await change("first-bank", [MORNING, EVENING]), "changed");
  assert.deepEqual(sameDayIn(await sale({ ach_same_day: "1" })), [true, "Same day"]);
  const [act] = await db.rows<{ before: unknown; after: unknown }>`
    select before::json as before, after::json as after from audit_entries
    where action = 'bank_connection.windows'`;
  assert.deepEqual(
    [act?.before, act?.after],
    [{ windows: [EVENING] }, { windows: [MORNING, EVENING] }],
  );
});

test("entries of accounts without a usable choice of windows leave by all windows", async (t) => {
  const ach = await openTestAch(t);
  const { folders } = await connectFolder(ach, "first-bank", {
    windows: windowsNamed([MORNING, EVENING]),
  });
  await ach.database.owner.rows`
    update accounts set ach_cut_offs = ${[MORNING, "16:00 America/New_York"]} where id = ${BOOKS}`;
  await addEntry(ach);
  await ach.advance("2026-11-16T23:00:00Z");
  assert.deepEqual(await readdir(folders.outbox), ["first-bank-20261116-170000-1.ach"]);
});
