/** Reversals of files and batches: by two operators, once, within five banking days, turned around. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { sealOffsetAccount } from "../../src/core/ach/connections/offset-account.ts";
import { exchangeWithBanks } from "../../src/core/ach/exchange.ts";
import { forceReturn } from "../../src/core/ach/forced/force-return.ts";
import { readAchFile } from "../../src/core/ach/nacha/read-file.ts";
import {
  approveReversal,
  type ReversalWish,
  rejectReversal,
  requestReversal,
} from "../../src/core/ach/reversals/request-reversal.ts";
import { ReversalStore } from "../../src/core/ach/reversals/reversal-store.ts";
import { OperatorProblemStore } from "../../src/core/figures/operator-problem-store.ts";
import { Secret } from "../../src/values/secret.ts";
import { addEntry, BOOKS, CLINIC, connectFolder, openTestAch, ROUTING } from "../kit/ach.ts";
import { sendAll } from "../kit/ach-app.ts";
import { at, readPlainly } from "../kit/plain-nacha.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const ANN = { actor: { kind: "operator", name: "ann" } } as const;
const BEN = { actor: { kind: "operator", name: "ben" } } as const;
const WISH = { batchNumber: undefined, reason: "duplicate", note: "Sent twice" } as const;

/** Files of Monday settle on Tuesday. */
async function openBank(t: Lifetime) {
  const ach = await openTestAch(t);
  return { ach, ...(await connectFolder(ach, "first-bank", { accounts: [BOOKS, CLINIC] })) };
}

type Bank = Awaited<ReturnType<typeof openBank>>;

/** For tests that move the clock or change what is stored. */
const openSent = async (t: Lifetime) => sendFile(await openBank(t));
const shareSent = async (t: Lifetime) => sendFile(await openShared(t, openBank));

/** A file that only one test uses. What left for the bank before does not count as others. */
async function sendFile({ ach, folders }: Bank) {
  const ids = [
    await addEntry(ach, { secCode: "PPD", cents: 1_000 }),
    await addEntry(ach, { secCode: "PPD", cents: 2_000, accountType: "savings" }),
    await addEntry(ach, { secCode: "PPD", type: "CREDIT", cents: 400 }),
    await addEntry(ach, { secCode: "WEB", cents: 5_000, accountId: CLINIC }),
  ];
  const [fileName = ""] = await sendAll(ach);
  const earlier = await readdir(folders.outbox);
  const ask = (changes: Partial<ReversalWish> = {}, by: typeof ANN | typeof BEN = ANN) =>
    requestReversal(ach.needs, { ...WISH, fileName, ...changes }, by);
  const approve = (id: string, by: typeof ANN | typeof BEN = BEN) =>
    approveReversal(ach.needs, id, by);
  /** Asks, approves, and lets the next exchange send it. Returns the reversing file. */
  const reverse = async (changes: Partial<ReversalWish> = {}) => {
    const asked = await ask(changes);
    assert.ok(asked.kind === "requested", asked.kind);
    assert.deepEqual(await approve(asked.id), { kind: "approved" });
    await exchange();
    return asked.id;
  };
  const exchange = () => exchangeWithBanks(ach.needs, ach.clock.business());
  const readText = async (name: string) => readFile(path.join(folders.outbox, name), "utf8");
  const others = async () =>
    (await readdir(folders.outbox)).filter((name) => !earlier.includes(name)).sort();
  return { ach, fileName, ids, ask, approve, reverse, exchange, readText, others };
}

const brief = (text: string) =>
  readPlainly(text).batches.map(({ header, entries }) =>
    [
      ...[at(header, 2, 4), at(header, 41, 50), at(header, 51, 53)],
      ...[at(header, 54, 63).trimEnd(), at(header, 70, 75)],
      entries.map(({ code, cents }) => `${code} ${cents}`).join(", "),
    ].join(" | "),
  );

test("a reversed file has the same companies, classes and amounts with opposite codes", async (t) => {
  const { ach, fileName, reverse, readText, others } = await shareSent(t);
  const id = await reverse();
  const [name = ""] = await others();
  const text = await readText(name);
  assert.equal(readAchFile(text).kind, "read", "our own reader finds no error");
  assert.deepEqual(brief(await readText(fileName)), [
    "220 | 1000000001 | PPD | PAYMENT | 261117 | 22 400",
    "225 | 1000000001 | PPD | PAYMENT | 261117 | 27 1000, 37 2000",
    "225 | 1000000002 | WEB | PURCHASE | 261117 | 27 5000",
  ]);
  assert.deepEqual(brief(text), [
    "225 | 1000000001 | PPD | REVERSAL | 261117 | 27 400",
    "220 | 1000000001 | PPD | REVERSAL | 261117 | 22 1000, 32 2000",
    "220 | 1000000002 | WEB | REVERSAL | 261117 | 22 5000",
  ]);
  const [original, reversed] = [await readText(fileName), text].map((one) =>
    readPlainly(one).batches.flatMap(({ entries }) => entries),
  );
  const same = ({ routing, account, name: who, middle }: Record<string, unknown>) => ({
    ...{ routing, account, who, middle },
  });
  assert.deepEqual(reversed?.map(same as never), original?.map(same as never));
  const traces = [...(original ?? []), ...(reversed ?? [])].map(({ trace }) => trace);
  assert.equal(new Set(traces).size, traces.length, "new trace numbers");
  const [stored] = await new ReversalStore(ach.db).listReversals(10);
  assert.deepEqual([stored?.id, stored?.state, stored?.reversalFileName], [id, "sent", name]);
});

test("one batch can be reversed alone", async (t) => {
  const { ids, ach, reverse, readText, others } = await shareSent(t);
  await reverse({ batchNumber: 3 });
  const [name = ""] = await others();
  assert.deepEqual(brief(await readText(name)), [
    "220 | 1000000002 | WEB | REVERSAL | 261117 | 22 5000",
  ]);
  const notices = await ach.database.owner.rows<{ id: string; kind: string }>`
    select transaction_id as id, kind from ach_notices
    where transaction_id = any (${ids}::bigint[])`;
  assert.deepEqual(notices, [{ id: ids[3], kind: "reversal" }]);
});

test("the operator who asked cannot approve, in whatever case the name is written", async (t) => {
  const { ask, approve, others, exchange } = await shareSent(t);
  const asked = await ask();
  assert.ok(asked.kind === "requested");
  assert.deepEqual(await approve(asked.id, ANN), { kind: "same_person" });
  const upper = { actor: { kind: "operator", name: "ANN" } } as never;
  assert.deepEqual(await approve(asked.id, upper), { kind: "same_person" });
  await exchange();
  assert.deepEqual(await others(), [], "nothing is sent without the second person");
  assert.deepEqual(await approve(asked.id), { kind: "approved" });
  assert.deepEqual(await approve(asked.id), { kind: "not_waiting" });
  await exchange();
  assert.equal((await others()).length, 1);
});

test("a file or batch is reversed at most once", async (t) => {
  const { ach, ask, reverse, exchange, others } = await shareSent(t);
  const countOpen = async () =>
    (await new OperatorProblemStore(ach.db).findRequestedReversals()).count;
  const before = await countOpen();
  await reverse({ batchNumber: 1 });
  assert.deepEqual(await ask({ batchNumber: 1 }), { kind: "already" });
  assert.deepEqual(await ask(), { kind: "already" }, "the file has the batch");
  await reverse({ batchNumber: 2 });
  await exchange();
  assert.equal((await others()).length, 2);
  const [reversing = ""] = await others();
  assert.deepEqual(await ask({ fileName: reversing }), { kind: "is_reversal" });
  const two = await Promise.all([ask({ batchNumber: 3 }), ask({ batchNumber: 3 }, BEN)]);
  assert.deepEqual(two.map(({ kind }) => kind).sort(), ["already", "requested"]);
  assert.equal(await countOpen(), before + 1);
});

test("two exchanges at the same time send a reversal once", async (t) => {
  const { ask, approve, exchange, others } = await shareSent(t);
  const asked = await ask();
  assert.ok(asked.kind === "requested");
  await approve(asked.id);
  await Promise.all([exchange(), exchange(), exchange()]);
  await exchange();
  assert.equal((await others()).length, 1);
});

test("a rejected request frees the file, and its author can take it back", async (t) => {
  const { ach, ask, approve } = await shareSent(t);
  const asked = await ask();
  assert.ok(asked.kind === "requested");
  assert.deepEqual(await rejectReversal(ach.needs, asked.id, ANN), { kind: "rejected" });
  assert.deepEqual(await rejectReversal(ach.needs, asked.id, ANN), { kind: "not_waiting" });
  assert.deepEqual(await approve(asked.id), { kind: "not_waiting" });
  assert.equal((await ask()).kind, "requested");
});

test("entries that a bank has returned are not reversed", async (t) => {
  const { ach, ids, reverse, readText, others } = await shareSent(t);
  for (const transactionId of [ids[0] ?? "", ids[3] ?? ""])
    await forceReturn(ach.needs, { transactionId, code: "R01" }, ANN);
  await reverse();
  const [name = ""] = await others();
  assert.deepEqual(brief(await readText(name)), [
    "225 | 1000000001 | PPD | REVERSAL | 261117 | 27 400",
    "220 | 1000000001 | PPD | REVERSAL | 261117 | 32 2000",
  ]);
});

test("a reversal without entries left is sent as nothing", async (t) => {
  const { ach, ids, ask, approve, exchange, others } = await shareSent(t);
  const asked = await ask({ batchNumber: 3 });
  assert.ok(asked.kind === "requested");
  await approve(asked.id);
  await forceReturn(ach.needs, { transactionId: ids[3] ?? "", code: "R01" }, ANN);
  await exchange();
  assert.deepEqual(await others(), []);
  assert.equal((await new ReversalStore(ach.db).findReversal(asked.id))?.state, "empty");
});

test("a reversal must settle within five banking days after the settlement date", async (t) => {
  const { ach, ask, approve, exchange } = await openSent(t);
  // It settled on Tuesday, 17 November. The fifth banking day after is Tuesday, 24 November.
  ach.clock.set("2026-11-23T15:00:00Z");
  const first = await ask({ batchNumber: 1 });
  const second = await ask({ batchNumber: 2 });
  assert.ok(first.kind === "requested" && second.kind === "requested");
  assert.deepEqual(await approve(first.id), { kind: "approved" });
  ach.clock.set("2026-11-24T15:00:00Z");
  assert.deepEqual(await ask({ batchNumber: 3 }), { kind: "too_late" });
  assert.deepEqual(await approve(second.id), { kind: "too_late" });
  await exchange();
  assert.equal((await new ReversalStore(ach.db).findReversal(first.id))?.state, "expired");
});

test("unknown files and batches, and files that were not sent, are refused", async (t) => {
  const { ach, fileName, ask, approve } = await openSent(t);
  assert.deepEqual(await ask({ fileName: "nothing.ach" }), { kind: "not_found" });
  assert.deepEqual(await ask({ batchNumber: 9 }), { kind: "no_batch" });
  assert.deepEqual(await approve("4711"), { kind: "not_found" });
  await ach.database.owner.rows`
    update ach_files set state = 'fixed', draft_name = null where name = ${fileName}`;
  assert.deepEqual(await ask(), { kind: "not_sent" });
});

test("a file that the bank may not have cannot be reversed before it is confirmed", async (t) => {
  const { ach, ask } = await openSent(t);
  await ach.database.owner.rows`update ach_files set unconfirmed_since = now()`;
  assert.deepEqual(await ask(), { kind: "unconfirmed" });
});

test("a reversed file of a bank with offsets is balanced", async (t) => {
  const bank = { routingNumber: ROUTING, accountNumber: new Secret("1234567") };
  const { ach, reverse, readText, others } = await openSent(t);
  const account = { ...bank, accountType: "checking" } as const;
  const sealed = await sealOffsetAccount(ach.needs, "first-bank", account);
  await ach.database.owner.rows`
    update bank_connections set writes_offset = true, offset_sealed = ${sealed}
    where name = 'first-bank'`;
  await reverse();
  const [name = ""] = await others();
  assert.deepEqual(brief(await readText(name)).slice(3), [
    "200 | 1000000001 | CCD | OFFSET | 261117 | 22 400, 27 3000",
    "200 | 1000000002 | CCD | OFFSET | 261117 | 27 5000",
  ]);
});

test("a reversal that cannot be made is reported, and other files are still exchanged", async (t) => {
  const { ach, ask, approve, exchange, others } = await openSent(t);
  const asked = await ask();
  assert.ok(asked.kind === "requested");
  await approve(asked.id);
  await ach.database.owner.rows`delete from ach_file_parts`;
  await addEntry(ach, { secCode: "PPD" });
  ach.clock.set("2026-11-17T15:00:00Z");
  await ach.advance("2026-11-17T22:30:00Z");
  const { failures } = await exchange();
  assert.match(String(failures[0]?.error), /The content of first-bank-.*ach is not stored/);
  assert.deepEqual(await others(), ["first-bank-20261117-170000-1.ach"]);
  const found = await new ReversalStore(ach.db).findReversal(asked.id);
  assert.equal(found?.state, "approved", "it is tried again");
});

test("requests and decisions are in the audit log", async (t) => {
  const { ach, reverse } = await shareSent(t);
  const id = await reverse();
  const acts = await ach.database.owner.rows<{ said: string }>`
    select actor_name || ' ' || action as said from audit_entries where action like 'ach_reversal%'
      and subject_id = ${id}
    order by 1`;
  assert.deepEqual(
    acts.map(({ said }) => said),
    ["ann ach_reversal.request", "ben ach_reversal.approve"],
  );
});
