/** Everything that is to be done with the banks now: files that wait go out, files that came are read. */
import { inParallel } from "../../values/in-parallel.ts";
import type { AchNeeds } from "./ach-needs.ts";
import type { BankConnection } from "./connections/bank-connection.ts";
import { ConnectionStore } from "./connections/connection-store.ts";
import { finishFiles } from "./files/cut-off.ts";
import { readIncomingFiles } from "./updates/read-incoming.ts";

export interface Exchange {
  readonly sent: number;
  readonly files: number;
  readonly items: number;
  /** One bank's trouble is not another's. */
  readonly failures: readonly BankFailure[];
}

export interface BankFailure {
  readonly connection: string;
  readonly error: unknown;
}

/** What it says of entries may be returns: somebody has to ask the bank for it again. */
export class FileRejected extends Error {
  override readonly name = "NotBelieved";

  constructor(fileName: string) {
    super(`nothing in ${fileName} was believed`);
  }
}

/** Each holds two connections to the database, and a pool has eight. */
const BANKS_AT_ONCE = 3;

/** Several banks at the same time: a slow one delays no other. */
export async function exchangeWithBanks(needs: AchNeeds, at: Temporal.Instant): Promise<Exchange> {
  const banks = await new ConnectionStore(needs.db).listConnections();
  const done = await inParallel(banks, BANKS_AT_ONCE, (bank) => exchangeWithBank(needs, bank, at));
  const sum = (pick: (one: Exchange) => number) => done.reduce((all, one) => all + pick(one), 0);
  return {
    sent: sum(({ sent }) => sent),
    files: sum(({ files }) => files),
    items: sum(({ items }) => items),
    failures: done.flatMap(({ failures: troubles }) => troubles),
  };
}

export async function exchangeWithBank(
  needs: AchNeeds,
  bank: BankConnection,
  at: Temporal.Instant,
): Promise<Exchange> {
  const connection = bank.name;
  try {
    const { errors, ...done } = await exchangeWith(needs, bank, at);
    return { ...done, failures: errors.map((error) => ({ connection, error })) };
  } catch (error) {
    return { sent: 0, files: 0, items: 0, failures: [{ connection, error }] };
  }
}

/** What has left must be written down before what comes back for it is read. */
async function exchangeWith(needs: AchNeeds, connection: BankConnection, at: Temporal.Instant) {
  const network = needs.networks[connection.network];
  if (network === undefined) return { sent: 0, files: 0, items: 0, errors: [] };
  const { files, failure: trouble } = await finishFiles(needs, connection, at);
  const read = await readIncomingFiles(needs, network, { connection: connection.name, at });
  const troubles = [trouble, ...read.failures].filter((error) => error !== undefined);
  const errors = [...troubles, ...read.rejectedFiles.map((name) => new FileRejected(name))];
  return { sent: files.length, files: read.files, items: read.items, errors };
}
