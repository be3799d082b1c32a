/** Checks of banks: one for each connected bank, by how it is connected. */
import { inspectBankFolders } from "../../adapters/directory-drop/inspect-folders.ts";
import { BankFileStore } from "../../core/ach/bank-file-store.ts";
import type { BankConnection, NetworkKind } from "../../core/ach/connections/bank-connection.ts";
import { ConnectionStore } from "../../core/ach/connections/connection-store.ts";
import { openSftpServer } from "../../core/ach/connections/sftp-login.ts";
import {
  type UnconfirmedFile,
  UnconfirmedFileStore,
} from "../../core/ach/unconfirmed-file-store.ts";
import type { DoctorCheck } from "../../core/doctor/doctor-check.ts";
import { judgeBankFolders } from "../../core/doctor/judge-bank-folders.ts";
import { type CheckFinding, CheckSkipped, foundFailing, foundOk } from "../../ports/finding.ts";
import { findAchFolder } from "../areas/ach.ts";
import { trySftpServer } from "../areas/bank-server.ts";
import type { DoctorDatabase, DoctorParts } from "./doctor-parts.ts";
import { findSafeModeSkip } from "./skip-in-safe-mode.ts";

type CheckBank = (
  parts: DoctorParts,
  db: DoctorDatabase,
  bank: BankConnection,
) => Promise<CheckFinding | readonly CheckFinding[]>;

/** A new kind of connection is one more entry. */
const CHECKS: Readonly<Record<NetworkKind, CheckBank>> = {
  simulator: checkSimulator,
  directory: checkFolders,
  sftp: checkSftpServer,
};
/** A server may need a connection for each of its kinds of keys. */
const LIMIT_MS = 25_000;
const TIMEOUTS = { connectMs: 8_000, stepMs: 8_000 };

export async function listBankChecks(parts: DoctorParts): Promise<readonly DoctorCheck[]> {
  const db = await parts.tables();
  const banks = await new ConnectionStore(db.payments).listConnections();
  const unconfirmed = await new UnconfirmedFileStore(db.payments).listUnconfirmed();
  if (banks.length === 0) throw new CheckSkipped("No bank is connected.");
  return banks.map((bank) => ({
    name: bank.name,
    limitMs: LIMIT_MS,
    run: async () => [
      ...judgeUnconfirmed(unconfirmed.filter(({ connection }) => connection === bank.name)),
      ...[await CHECKS[bank.network](parts, db, bank)].flat(),
    ],
  }));
}

function judgeUnconfirmed(files: readonly UnconfirmedFile[]): readonly CheckFinding[] {
  return files.map(({ name, since }) =>
    foundFailing(
      `It is not certain that the bank has ${name} (since ${since.toString({ smallestUnit: "second" })}).`,
      `Ask the bank. If it has the file: \`sixdoors ach confirm ${name}\`. If not: \`sixdoors ach resend ${name}\`.`,
    ),
  );
}

async function checkSimulator({ config }: DoctorParts): Promise<CheckFinding> {
  if (config.environment === "certification") return foundOk("The bank is simulated.");
  return foundFailing(
    "This bank is the simulator of certification: files for it go nowhere.",
    "Connect a bank with `sixdoors ach connect`, and give it to the accounts.",
  );
}

/** Logs in and looks for the folders. The login is opened with the keys that are there. */
async function checkSftpServer(
  parts: DoctorParts,
  { app, payments: db }: DoctorDatabase,
  { name }: BankConnection,
): Promise<CheckFinding> {
  const skip = await findSafeModeSkip(parts);
  if (skip !== undefined) return skip;
  const custody = (await parts.root()).openingCustody(app);
  const server = await openSftpServer({ db, custody }, name);
  const address = `${server.user}@${server.host}:${server.port}`;
  try {
    await trySftpServer(server, parts.clock, TIMEOUTS);
    return foundOk(`${address} accepts the login, and its folders are there.`);
  } catch (error) {
    const advice = `Change the server with \`sixdoors ach server ${name}\`, or ask the bank.`;
    return foundFailing(error instanceof Error ? error.message : String(error), advice);
  }
}

async function checkFolders(
  parts: DoctorParts,
  { payments, installation }: DoctorDatabase,
  { name }: BankConnection,
): Promise<readonly CheckFinding[]> {
  const { config, clock } = parts;
  const root = findAchFolder({ config, dataDir: installation.place.dataDir });
  const now = clock.wall();
  const [last] = await new BankFileStore(payments).listInboundFiles(1, undefined, {
    connection: name,
  });
  const folders = await inspectBankFolders(root, name, now);
  const facts = { ...folders, lastReadAt: last?.receivedAt };
  return judgeBankFolders(facts, { now, pollMs: config.achPollMs });
}
