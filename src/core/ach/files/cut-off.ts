/** Closes a cutoff window: builds one file of the waiting entries, fixes it and sends it. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import { type HeldLock, withSessionLock } from "../../../db/locks/session-lock.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { nextBankingDay } from "../banking-days.ts";
import type { BankConnection } from "../connections/bank-connection.ts";
import { type CutOffWindow, settlementDate } from "../cut-offs.ts";
import { expireUnsentFiles } from "../reversals/expire-reversals.ts";
import { achDay } from "../settlement.ts";
import { buildFile, completeFile } from "./build-file.ts";
import { FileStore } from "./file-store.ts";
import { handOver } from "./hand-over.ts";
import { FORCED, type NewFile } from "./outbound-file.ts";
import { removeStaleDrafts } from "./stale-drafts.ts";

const LATE_HOURS = 1;

export interface CutOffReport {
  readonly entries: number;
  /** Names of the files that were sent. */
  readonly files: readonly string[];
  /** Why files wait and are sent later, and files of which it is not certain that the bank has them. */
  readonly failures: readonly unknown[];
}

/** The bank's network does not exist in this environment, so no entries may be claimed for it. */
export class NoNetwork extends Error {
  override readonly name = "NoNetwork";
}

export async function closeWindow(
  needs: AchNeeds,
  connection: BankConnection,
  { window, at }: { readonly window: CutOffWindow; readonly at: Temporal.Instant },
): Promise<CutOffReport> {
  const settlesOn = chooseSettlementDate(window, { at, now: needs.clock.business() });
  return send(needs, connection, {
    connection: connection.name,
    cutOff: window.name,
    cutOffAt: at,
    createdAt: at,
    settlesOn,
  });
}

/** Sends the waiting entries of all accounts of a connection now. */
export async function forceCutOff(
  needs: AchNeeds,
  connection: BankConnection,
): Promise<CutOffReport> {
  const now = needs.clock.business();
  return send(needs, connection, {
    connection: connection.name,
    cutOff: FORCED,
    cutOffAt: now,
    createdAt: now,
    settlesOn: nextBankingDay(achDay(now)),
  });
}

/** Completes and sends files that were begun but not sent. */
export async function finishFiles(
  needs: AchNeeds,
  connection: BankConnection,
  at: Temporal.Instant,
): Promise<CutOffReport> {
  if ((await new FileStore(needs.db).listUnsentFiles(connection.name)).length === 0) {
    return { entries: 0, files: [], failures: [] };
  }
  return withConnectionLock(needs.db, connection.name, async (lock) => {
    const entries = await completeFiles(needs, connection, lock);
    return { entries, ...(await handOverFiles(needs, connection, { at, lock })) };
  });
}

async function send(
  needs: AchNeeds,
  connection: BankConnection,
  newFile: NewFile,
): Promise<CutOffReport> {
  if (needs.networks[connection.network] === undefined) {
    throw new NoNetwork(
      `Bank ${connection.name} uses the network "${connection.network}", which does not exist in this environment.`,
    );
  }
  return withConnectionLock(needs.db, connection.name, async (lock) => {
    // Oldest first: files are built and sent in the order of their windows.
    const completed = await completeFiles(needs, connection, lock);
    const built = (await buildFile(needs, connection, { newFile, lock })) ?? 0;
    const report = await handOverFiles(needs, connection, { at: newFile.cutOffAt, lock });
    return { entries: completed + built, ...report };
  });
}

/** Completes interrupted files. Returns the number of their entries. */
async function completeFiles(
  needs: AchNeeds,
  connection: BankConnection,
  lock: HeldLock,
): Promise<number> {
  let entries = 0;
  for (const file of await new FileStore(needs.db).listUnsentFiles(connection.name)) {
    entries += (await completeFile(needs, connection, { file, lock })) ?? 0;
  }
  return entries;
}

async function handOverFiles(
  needs: AchNeeds,
  connection: BankConnection,
  { at, lock }: { readonly at: Temporal.Instant; readonly lock: HeldLock },
): Promise<Omit<CutOffReport, "entries">> {
  const left: string[] = [];
  const failures: unknown[] = [];
  const network = needs.networks[connection.network];
  if (network === undefined) return { files: left, failures };
  try {
    failures.push(...(await expireUnsentFiles(needs, connection.name)));
    for (const file of await new FileStore(needs.db).listUnsentFiles(connection.name)) {
      if (file.state === "building") continue;
      const doubt = await handOver(needs, network, { file, at, lock });
      if (doubt !== undefined) failures.push(doubt);
      left.push(file.name);
    }
    await removeStaleDrafts(needs, network, connection.name);
  } catch (failure) {
    failures.push(failure);
  }
  return { files: left, failures };
}

/**
 * A cutoff that runs late, such as after a downtime, must not settle in the past. A same-day file that
 * is made after the network's last deadline cannot settle that day.
 */
function chooseSettlementDate(
  window: CutOffWindow,
  { at, now }: { readonly at: Temporal.Instant; readonly now: Temporal.Instant },
): Temporal.PlainDate {
  const isLate = Temporal.Instant.compare(now, at.add({ hours: LATE_HOURS })) > 0;
  if (isLate) return nextBankingDay(achDay(now));
  const isAfter = Temporal.Instant.compare(now, at) > 0;
  return settlementDate(window, window.isSameDay && isAfter ? now : at);
}

/**
 * With this lock one process at a time works on the files of a bank connection. It avoids double work
 * and keeps files in order. That a file is sent once does not depend on it: one draft is claimed by a
 * statement of file-store.ts, and adapters rename a claimed draft once.
 */
function withConnectionLock<Result>(
  db: DatabasePool,
  connection: string,
  work: (lock: HeldLock) => Promise<Result>,
): Promise<Result> {
  const subject = `the ACH files of ${connection}`;
  return withSessionLock(db, { name: "bankConnection", text: connection, subject }, work);
}
