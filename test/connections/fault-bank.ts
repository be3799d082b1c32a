/** A bank's SFTP server behind a network that can fail, and our processes that exchange files with it. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { SftpDrop } from "../../src/adapters/sftp-drop/sftp-drop.ts";
import type { AchNeeds } from "../../src/core/ach/ach-needs.ts";
import type { BankConnection } from "../../src/core/ach/connections/bank-connection.ts";
import { openSftpServer } from "../../src/core/ach/connections/sftp-login.ts";
import { exchangeWithBank } from "../../src/core/ach/exchange.ts";
import { forceCutOff } from "../../src/core/ach/files/cut-off.ts";
import { FileUnconfirmed } from "../../src/core/ach/files/hand-over.ts";
import type { AchNetwork } from "../../src/ports/ach-network.ts";
import type { SftpServer } from "../../src/ports/sftp-server.ts";
import { openProxy, type TcpProxy } from "../faults/tcp-proxy.ts";
import { openAchPool, openTestAch, type TestAch } from "../kit/ach.ts";
import { TransferProgram } from "../kit/ach-outbox.ts";
import { withSteps } from "../kit/ach-steps.ts";
import { connectSftp } from "../kit/bank-sftp.ts";
import { OpenSsh } from "../kit/openssh.ts";
import type { Random } from "../proof/random.ts";

/** Shorter than the longest delay, so that some requests are given up. */
const TIMEOUTS = { connectMs: 4_000, stepMs: 600 };

export interface Bank {
  readonly ach: TestAch;
  readonly connection: BankConnection;
  readonly host: OpenSsh;
  readonly proxy: TcpProxy;
  readonly random: Random;
  readonly inbox: string;
  readonly folders: SftpServer["folders"];
  readonly transfer: TransferProgram;
  /** Entries that were sent and not returned yet. */
  readonly sent: string[];
  readonly returned: string[];
  /** Files of which a rename was begun. */
  readonly begun: Set<string>;
  /** How many files were in doubt, and how many of them the bank did not have. */
  readonly doubts: { all: number; lost: number };
  /** How many faults have struck during the work. The others came after it. */
  struck: number;
}

export async function openBank(t: TestContext, random: Random): Promise<Bank> {
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
    folders: server.folders,
    transfer,
    sent: [],
    returned: [],
    begun: new Set(),
    doubts: { all: 0, lost: 0 },
    struck: 0,
  };
}

/** One of our processes, with connections of its own. */
export function openProcess(t: TestContext, bank: Bank): AchNeeds {
  const { ach } = bank;
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
  const recorded = withCountedRename(sftp, async (name) => void bank.begun.add(name));
  return { ...ach.needs, db, networks: { ...ach.needs.networks, sftp: recorded } };
}

/** Sends what waits and reads what has arrived. Returns what went wrong. */
export async function work(needs: AchNeeds, { connection, ach }: Bank): Promise<unknown[]> {
  const cutOff = await forceCutOff(needs, connection).then(
    ({ failures }) => failures,
    (error: unknown) => [error],
  );
  const { failures } = await exchangeWithBank(needs, connection, ach.clock.business());
  const errors = [...cutOff, ...failures.map(({ error }) => error)];
  return errors.filter((error) => !(error instanceof FileUnconfirmed));
}

/** The moment between counting a rename and asking for it. */
export const RENAME = "rename counted";

/** The steps of the work, and the moment after a rename was counted. */
export function withRenames(
  needs: AchNeeds,
  beforeStep: (step: string) => Promise<void>,
): AchNeeds {
  const stepping = withSteps(needs, beforeStep);
  const { sftp } = stepping.networks;
  assert.ok(sftp);
  const watched = withCountedRename(sftp, () => beforeStep(RENAME));
  return { ...stepping, networks: { ...stepping.networks, sftp: watched } };
}

/** The network with a hook between counting a rename and asking for it. */
function withCountedRename<Network extends AchNetwork>(
  network: Network,
  onCounted: (name: string) => Promise<void>,
): Network {
  const handOver: AchNetwork["handOver"] = (file, at) => {
    const countRename = async () => {
      const renames = await file.countRename();
      await onCounted(file.name);
      return renames;
    };
    return network.handOver({ ...file, countRename }, at);
  };
  return new Proxy(network, {
    get: (target, key) => {
      if (key === "handOver") return handOver;
      const value = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
