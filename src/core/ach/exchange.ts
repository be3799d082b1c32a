/** Exchanges files with banks: sends waiting files and reads files that have arrived. */
import { isSafeModeOn } from "../../db/safe-mode.ts";
import { inParallel } from "../../values/in-parallel.ts";
import { traceStep } from "../../values/telemetry/tracing.ts";
import type { AchNeeds } from "./ach-needs.ts";
import type { BankConnection } from "./connections/bank-connection.ts";
import { BankStateStore } from "./connections/bank-state-store.ts";
import { ConnectionStore } from "./connections/connection-store.ts";
import { finishFiles } from "./files/cut-off.ts";
import { FileUnconfirmed } from "./files/hand-over.ts";
import { endSentReversals } from "./reversals/end-reversals.ts";
import { expireRequests } from "./reversals/expire-reversals.ts";
import { makeApprovedReversals } from "./reversals/make-reversals.ts";
import { readIncomingFiles } from "./updates/read-incoming.ts";

export interface Exchange {
  readonly sent: number;
  readonly files: number;
  readonly items: number;
  /** A failure of one bank does not affect the others. */
  readonly failures: readonly BankFailure[];
}

export interface BankFailure {
  readonly connection: string;
  readonly error: unknown;
}

/** The file has errors, so nothing in it was applied. It may contain returns. */
export class FileRejected extends Error {
  override readonly name = "FileRejected";

  constructor(fileName: string) {
    super(
      `${fileName} has errors, so none of its returns and changes were applied. Ask the bank for a corrected file.`,
    );
  }
}

/** Each exchange holds two database connections, and the pool has eight. */
const BANKS_AT_ONCE = 3;

/** Several banks in parallel, so that a slow bank does not delay the others. */
export async function exchangeWithBanks(needs: AchNeeds, at: Temporal.Instant): Promise<Exchange> {
  const banks = await new ConnectionStore(needs.db).listConnections();
  const done = await inParallel(banks, BANKS_AT_ONCE, (bank) => traceExchange(needs, bank, at));
  const sum = (pick: (one: Exchange) => number) => done.reduce((all, one) => all + pick(one), 0);
  return {
    sent: sum(({ sent }) => sent),
    files: sum(({ files }) => files),
    items: sum(({ items }) => items),
    failures: done.flatMap(({ failures }) => failures),
  };
}

function traceExchange(needs: AchNeeds, bank: BankConnection, at: Temporal.Instant) {
  const describe = ({ failures }: Exchange) => ({
    outcome: failures.length === 0 ? "done" : "failed",
  });
  const facts = { bank: bank.name };
  const step = { kind: "bank", name: "bank exchange", facts, describe } as const;
  return traceStep(step, () => exchangeWithBank(needs, bank, at));
}

export async function exchangeWithBank(
  needs: AchNeeds,
  bank: BankConnection,
  at: Temporal.Instant,
): Promise<Exchange> {
  const connection = bank.name;
  try {
    // Sending is refused by the database, too. Reading needs no right that could be taken away.
    if (await isSafeModeOn(needs.db)) return { sent: 0, files: 0, items: 0, failures: [] };
    const { errors: found, ...done } = await exchangeWith(needs, bank, at);
    const errors = [...found, ...(await recordState(needs, bank, found))];
    return { ...done, failures: errors.map((error) => ({ connection, error })) };
  } catch (error) {
    return { sent: 0, files: 0, items: 0, failures: [{ connection, error }] };
  }
}

/**
 * Returns the error if the state could not be recorded: it must not hide those of the exchange. A file
 * with errors is the bank's problem, and a file that is not confirmed is shown until an operator has
 * confirmed it; the connection works in both cases.
 */
async function recordState(
  { db, clock, networks }: AchNeeds,
  { name, network }: BankConnection,
  errors: readonly unknown[],
): Promise<readonly unknown[]> {
  if (networks[network] === undefined) return [];
  const isOther = (error: unknown) =>
    error instanceof FileRejected || error instanceof FileUnconfirmed;
  const [first] = errors.filter((error) => !isOther(error));
  const text = first instanceof Error ? first.message : String(first);
  const problem = first === undefined ? undefined : text;
  return new BankStateStore(db).recordExchange(name, clock.wall(), problem).then(
    () => [],
    (error: unknown) => [error],
  );
}

/** Sent files must be recorded before their returns are read. */
async function exchangeWith(needs: AchNeeds, connection: BankConnection, at: Temporal.Instant) {
  const network = needs.networks[connection.network];
  if (network === undefined) return { sent: 0, files: 0, items: 0, errors: [] };
  const expired = await expireRequests(needs, connection.name);
  const unmade = await makeApprovedReversals(needs, connection);
  const { files, failures: unsent } = await finishFiles(needs, connection, at);
  const unended = await endSentReversals(needs, connection.name);
  const read = await readIncomingFiles(needs, network, { connection: connection.name, at });
  const rejected = read.rejectedFiles.map((name) => new FileRejected(name));
  const errors = [...expired, ...unmade, ...unsent, ...unended, ...read.failures, ...rejected];
  return { sent: files.length, files: read.files, items: read.items, errors };
}
