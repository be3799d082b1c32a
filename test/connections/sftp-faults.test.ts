/**
 * Random faults between us and a bank's SFTP server: no file is lost or sent twice, and every file of the
 * bank is processed once.
 */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { SftpDrop } from "../../src/adapters/sftp-drop/sftp-drop.ts";
import type { AchNeeds } from "../../src/core/ach/ach-needs.ts";
import type { BankConnection } from "../../src/core/ach/connections/bank-connection.ts";
import { openSftpServer } from "../../src/core/ach/connections/sftp-login.ts";
import { exchangeWithBank } from "../../src/core/ach/exchange.ts";
import { forceCutOff } from "../../src/core/ach/files/cut-off.ts";
import { FileUnconfirmed } from "../../src/core/ach/files/hand-over.ts";
import { CUTS, type Cut, openProxy, type TcpProxy } from "../faults/tcp-proxy.ts";
import { addEntry, openAchPool, openTestAch, type TestAch } from "../kit/ach.ts";
import { TransferProgram } from "../kit/ach-outbox.ts";
import { withSteps } from "../kit/ach-steps.ts";
import { bankFile, readTrace } from "../kit/bank-files.ts";
import { connectSftp } from "../kit/bank-sftp.ts";
import { OpenSsh, WITHOUT_OPENSSH } from "../kit/openssh.ts";
import { tier } from "../kit/tier.ts";
import { Random } from "../proof/random.ts";

const FAULTS = tier(20, 200);
const KINDS = ["cut", "delay", "duplicate", "server restart", "our restart"] as const;
type FaultKind = (typeof KINDS)[number];

/** Shorter than the longest delay, so that some requests are given up. */
const TIMEOUTS = { connectMs: 4_000, stepMs: 600 };
const DELAY_MAX_MS = 900;
/** A round without faults has at least so many pieces of traffic, and so many steps. */
const PIECES_MAX = 30;
const STEPS_MAX = 50;

interface Bank {
  readonly ach: TestAch;
  readonly connection: BankConnection;
  readonly host: OpenSsh;
  readonly proxy: TcpProxy;
  readonly random: Random;
  readonly inbox: string;
  readonly transfer: TransferProgram;
  /** Entries that were sent and not returned yet. */
  readonly sent: string[];
  readonly returned: string[];
  /** How many faults have struck during the work. The others came after it. */
  struck: number;
}

async function openBank(t: TestContext, random: Random): Promise<Bank> {
  const ach = await openTestAch(t);
  const host = await OpenSsh.open(t);
  const proxy = await openProxy(t, `sftp://127.0.0.1:${host.port}`);
  const server = await host.makeBank({ port: Number(new URL(proxy.url).port) });
  const connection = await connectSftp(ach, server);
  const transfer = await TransferProgram.open(server.folders);
  const { inbox } = server.folders;
  return {
    ach,
    connection,
    host,
    proxy,
    random,
    inbox,
    transfer,
    sent: [],
    returned: [],
    struck: 0,
  };
}

/** One of our processes, with connections of its own. */
function openProcess(t: TestContext, { ach }: Bank): AchNeeds {
  const db = openAchPool(ach.database.url);
  const { custody } = ach.needs;
  const sftp = new SftpDrop({
    clock: ach.clock,
    findServer: (name) => openSftpServer({ db, custody }, name),
    limits: { quietMs: 0 },
    timeouts: TIMEOUTS,
  });
  t.after(() => sftp.close());
  ach.database.beforeDrop(() => db.close());
  return { ...ach.needs, db, networks: { ...ach.needs.networks, sftp } };
}

/** Sends what waits and reads what has arrived. Returns what went wrong. */
async function work(needs: AchNeeds, { connection, ach }: Bank): Promise<unknown[]> {
  const cutOff = await forceCutOff(needs, connection).then(
    ({ failures }) => failures,
    (error: unknown) => [error],
  );
  const { failures } = await exchangeWithBank(needs, connection, ach.clock.business());
  const errors = [...cutOff, ...failures.map(({ error }) => error)];
  return errors.filter((error) => !(error instanceof FileUnconfirmed));
}

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
const MOMENTS = ["start", "bank prepareDraft", "bank handOver", "bank acknowledge"] as const;
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
  const watched = withSteps(needs, async (step) => {
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
    const dying = withSteps(first, async () => {
      // From then on nothing is done, as after a kill: no clean-up either.
      if (--left === 0) bank.struck++;
      if (left <= 0) throw new Error("killed");
    });
    await work(dying, bank).catch(() => {});
  },
};

/** Everything that waits is sent and read, without a fault. */
async function workInPeace(bank: Bank, needs: AchNeeds): Promise<void> {
  bank.proxy.disarm();
  bank.ach.clock.advance({ minutes: 1 });
  assert.deepEqual((await bank.transfer.takeDuring(work(needs, bank))).map(String), []);
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
    await workInPeace(bank, processes[1]);
    bank.sent.push(...waiting);
    waiting = [];
  }
  const left = await processes[0].networks.sftp?.listDrafts("first-bank");
  assert.deepEqual(left, [], "no draft is left behind");
  const { names } = bank.transfer;
  assert.ok(bank.struck > FAULTS / 3, `only ${bank.struck} faults struck during the work`);
  t.diagnostic(
    `${bank.struck} faults struck, ${names.size} files sent, ${bank.returned.length} entries returned`,
  );
});
