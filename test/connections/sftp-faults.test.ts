/**
 * Random faults between us and a bank's SFTP server: no file is lost or sent twice, and every file of the
 * bank is processed once. "Our restart" stops the work in this process; test/faults/ach-sftp-kills.test.ts
 * kills real processes.
 */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { AchNeeds } from "../../src/core/ach/ach-needs.ts";
import { recordBankAnswer } from "../../src/core/ach/confirm-file.ts";
import { DraftRemoved } from "../../src/core/ach/files/hand-over.ts";
import { UnconfirmedFileStore } from "../../src/core/ach/unconfirmed-file-store.ts";
import { CUTS, type Cut } from "../faults/tcp-proxy.ts";
import { addEntry } from "../kit/ach.ts";
import { bankFile, readTrace } from "../kit/bank-files.ts";
import { BY } from "../kit/bank-sftp.ts";
import { WITHOUT_OPENSSH } from "../kit/openssh.ts";
import { tier } from "../kit/tier.ts";
import { Random } from "../proof/random.ts";
import { type Bank, openBank, openProcess, RENAME, withRenames, work } from "./fault-bank.ts";

const FAULTS = tier(12, 200);
const KINDS = [
  ...["cut", "delay", "duplicate", "server restart", "our restart"],
  ...["outage and removed drafts", "outage and another folder", "rename in two steps"],
] as const;
type FaultKind = (typeof KINDS)[number];

/** Longer than the limit of a request, so that some requests are given up. */
const DELAY_MAX_MS = 900;
/** A round without faults has at least so many pieces of traffic, and so many steps. */
const PIECES_MAX = 30;
const STEPS_MAX = 50;

/** The bank returns an entry, sometimes in two files with the same bytes. */
async function putReturn({ ach, sent, returned, inbox }: Bank, copies: number): Promise<void> {
  const id = sent.shift();
  if (id === undefined) return;
  returned.push(id);
  const text = bankFile([{ trace: await readTrace(ach, id), code: "R01" }]);
  for (let copy = 0; copy < copies; copy++) {
    await writeFile(path.join(inbox, `returns-${id}-${copy}.ach`), text);
  }
}

/** Where faults begin: anywhere in a round, or at one of its three steps that count. */
const MOMENTS = [
  "start",
  "bank prepareDraft",
  "bank handOver",
  RENAME,
  "bank acknowledge",
] as const;
/** A step has few requests, and its first one is the most important. */
const STEP_PIECES_MAX = 3;

/** Works, and calls `strike` when a random number of pieces has passed. */
async function workAndStrike(
  bank: Bank,
  needs: AchNeeds,
  strike: () => Cut | undefined,
): Promise<void> {
  const moment = bank.random.of(MOMENTS);
  let left = bank.random.whole(1, moment === "start" ? PIECES_MAX : STEP_PIECES_MAX);
  let isBegun = moment === "start";
  bank.proxy.arm(() => {
    if (!isBegun || --left !== 0) return undefined;
    bank.struck++;
    return strike();
  });
  const watched = withRenames(needs, async (step) => {
    isBegun ||= step === moment;
  });
  await work(watched, bank);
}

type Strike = (bank: Bank, processes: readonly [AchNeeds, AchNeeds]) => Promise<void>;

const STRIKES: Readonly<Record<FaultKind, Strike>> = {
  cut: async (bank, [first]) => {
    const how = bank.random.of(CUTS);
    await workAndStrike(bank, first, () => how);
  },
  delay: async (bank, [first]) => {
    const pauses: Promise<void>[] = [];
    const ms = bank.random.whole(50, DELAY_MAX_MS);
    await workAndStrike(bank, first, () => {
      pauses.push(pause(ms).then(bank.proxy.hold()));
      return undefined;
    });
    await Promise.all(pauses);
  },
  duplicate: async (bank, processes) => {
    bank.struck++;
    await Promise.all(processes.map((needs) => work(needs, bank)));
  },
  "server restart": async (bank, [first]) => {
    const restarts: Promise<void>[] = [];
    await workAndStrike(bank, first, () => {
      restarts.push(bank.host.restart());
      return undefined;
    });
    await Promise.all(restarts);
  },
  "our restart": async (bank, [first]) => {
    let left = bank.random.whole(1, STEPS_MAX);
    const dying = withRenames(first, async () => {
      // From then on nothing is done, as after a kill: no clean-up either.
      if (--left === 0) bank.struck++;
      if (left <= 0) throw new Error("killed");
    });
    await work(dying, bank).catch(() => {});
  },
  "outage and removed drafts": async (bank, [first]) => {
    await workUntilOutage(bank, first);
    await removeDrafts(bank);
    await bank.host.start();
  },
  "outage and another folder": async (bank, [first]) => {
    await workUntilOutage(bank, first);
    const { owner } = bank.ach.database;
    const { outbox } = bank.folders;
    const [server] = await owner.rows<{ drafts: string }>`select drafts from sftp_servers`;
    const drafts = server?.drafts === outbox ? path.join(outbox, "../drafts") : outbox;
    await mkdir(drafts, { recursive: true });
    await owner.rows`update sftp_servers set drafts = ${drafts}`;
    await bank.host.start();
  },
  "rename in two steps": async (bank, [first]) => {
    await bank.host.restart("-P posix-rename,fsync");
    const how = bank.random.of(CUTS);
    await workAndStrike(bank, first, () => how);
  },
};

/** The server goes away before or after a rename is counted, and several exchanges fail. */
async function workUntilOutage(bank: Bank, needs: AchNeeds): Promise<void> {
  const moment = bank.random.of(["bank handOver", RENAME] as const);
  const stopping = withRenames(needs, async (step) => {
    if (step !== moment) return;
    bank.struck++;
    await bank.host.stop();
  });
  await work(stopping, bank);
  await bank.host.stop();
  for (let round = 0; round < 2; round++) await work(needs, bank);
}

/** The bank cleans up unfinished uploads. */
async function removeDrafts({ ach, folders }: Bank): Promise<void> {
  const { owner } = ach.database;
  const [server] = await owner.rows<{ drafts: string }>`select drafts from sftp_servers`;
  const drafts = server?.drafts ?? folders.outbox;
  for (const name of await readdir(drafts)) {
    if (name.endsWith(".part")) await rm(path.join(drafts, name));
  }
}

/** Faults after which the bank may not have a file whose rename was begun. */
const LOSING: readonly FaultKind[] = [
  ...(["outage and removed drafts", "outage and another folder", "rename in two steps"] as const),
];

/** The operator asks the bank. A doubt is only allowed if a rename was begun. */
async function answerDoubts({ ach, transfer, begun, doubts }: Bank, kind: FaultKind) {
  const db = ach.database.owner;
  for (const { name } of await new UnconfirmedFileStore(db).listUnconfirmed()) {
    assert.ok(begun.has(name), `${name} is in doubt, but no rename of it was begun`);
    const isThere = transfer.names.has(name);
    assert.ok(isThere || LOSING.includes(kind), `${name} is in doubt after ${kind}, and not there`);
    doubts.all++;
    if (!isThere) doubts.lost++;
    const answer = isThere ? "bank_has_file" : "bank_lacks_file";
    assert.equal(await recordBankAnswer({ db }, { name }, { answer, by: BY }), name);
  }
}

/** Everything that waits is sent and read, without a fault. */
async function workInPeace(bank: Bank, needs: AchNeeds, kind: FaultKind): Promise<void> {
  bank.proxy.disarm();
  bank.ach.clock.advance({ minutes: 1 });
  const first = await bank.transfer.takeDuring(work(needs, bank));
  const isExpected = (error: unknown) => error instanceof DraftRemoved;
  assert.deepEqual(first.filter((error) => !isExpected(error)).map(String), []);
  await answerDoubts(bank, kind);
  assert.deepEqual((await bank.transfer.takeDuring(work(needs, bank))).map(String), []);
  assert.deepEqual(await new UnconfirmedFileStore(bank.ach.database.owner).listUnconfirmed(), []);
  assert.deepEqual(await readdir(bank.inbox), [], "every file of the bank was archived");
  await bank.transfer.assertEveryEntryLeftOnce(bank.ach.database.owner);
  const rows = await bank.ach.database.owner.rows<{ id: string; count: number }>`
    select lpad(transaction_id::text, 12, '0') as id, count(*)::int as count from ach_updates
    group by transaction_id`;
  const expected = bank.returned.map((id) => `${id} 1`).sort();
  assert.deepEqual(rows.map(({ id, count }) => `${id} ${count}`).sort(), expected);
}

test(`${FAULTS} random faults at a bank's SFTP server lose nothing and repeat nothing`, {
  skip: WITHOUT_OPENSSH,
}, async (t) => {
  const seed = Number(process.env["FAULT_SEED"] ?? randomInt(1_000_000_000));
  t.diagnostic(`FAULT_SEED=${seed}`);
  const bank = await openBank(t, new Random(seed));
  const processes = [openProcess(t, bank), openProcess(t, bank)] as const;
  let waiting: string[] = [];
  for (let round = 0; round < FAULTS; round++) {
    const kind = KINDS[round % KINDS.length] ?? "cut";
    waiting.push(await addEntry(bank.ach));
    await putReturn(bank, bank.random.whole(1, 2));
    bank.ach.clock.advance({ minutes: 1 });
    await bank.transfer.takeDuring(STRIKES[kind](bank, processes));
    await workInPeace(bank, processes[1], kind);
    if (kind === "rename in two steps") await bank.host.restart("");
    bank.sent.push(...waiting);
    waiting = [];
  }
  const left = await processes[0].networks.sftp?.listDrafts("first-bank");
  assert.deepEqual(left, [], "no draft is left behind");
  const { names } = bank.transfer;
  assert.ok(bank.struck > FAULTS / 3, `only ${bank.struck} faults struck during the work`);
  t.diagnostic(
    `${bank.doubts.all} doubts, ${bank.doubts.lost} files sent again; ${bank.struck} faults struck, ${names.size} files sent, ${bank.returned.length} entries returned`,
  );
});
