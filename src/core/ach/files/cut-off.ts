/** Closes a window of a bank connection: one file of what waited for it, fixed and handed over. */

import type { HeldLock } from "../../../db/session-lock.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { nextBankingDay } from "../banking-days.ts";
import type { BankConnection } from "../connections/bank-connection.ts";
import { type CutOffWindow, settlementDate } from "../cut-offs.ts";
import { achDay } from "../settlement.ts";
import { buildFile, completeFile } from "./build-file.ts";
import { withConnectionLock } from "./connection-lock.ts";
import { FileStore } from "./file-store.ts";
import { handOver } from "./hand-over.ts";
import { FORCED, type NewFile } from "./outbound-file.ts";
import { removeStaleDrafts } from "./stale-drafts.ts";

const LATE_HOURS = 1;

export interface CutOffReport {
  readonly entries: number;
  /** Files that left by this. */
  readonly files: readonly string[];
  /** The bank could not be reached: its files wait, and are handed over later. */
  readonly failure: unknown;
}

/** The bank's network is not there, so that nothing may be taken for it. */
export class NoNetwork extends Error {
  override readonly name = "NoNetwork";
}

export async function closeWindow(
  needs: AchNeeds,
  connection: BankConnection,
  { window, at }: { readonly window: CutOffWindow; readonly at: Temporal.Instant },
): Promise<CutOffReport> {
  const settlesOn = isLate(needs, at)
    ? nextBankingDay(achDay(needs.clock.business()))
    : settlementDate(window, at);
  return send(needs, connection, {
    connection: connection.name,
    cutOff: window.name,
    cutOffAt: at,
    createdAt: at,
    settlesOn,
  });
}

/** Now, because somebody wants it, for every account of the connection. */
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

/** Goes on with files that were begun and have not left. */
export async function finishFiles(
  needs: AchNeeds,
  connection: BankConnection,
  at: Temporal.Instant,
): Promise<CutOffReport> {
  if ((await new FileStore(needs.db).listUnsentFiles(connection.name)).length === 0) {
    return { entries: 0, files: [], failure: undefined };
  }
  return withConnectionLock(needs.db, connection.name, async (lock) => {
    const entries = await completeFiles(needs, connection, lock);
    return { entries, ...(await handOverFiles(needs, connection, { at, lock })) };
  });
}

async function send(
  needs: AchNeeds,
  connection: BankConnection,
  wish: NewFile,
): Promise<CutOffReport> {
  if (needs.networks[connection.network] === undefined) {
    throw new NoNetwork(`${connection.name} has no network here`);
  }
  return withConnectionLock(needs.db, connection.name, async (lock) => {
    // The oldest first: files are built and leave in the order of their windows.
    const completed = await completeFiles(needs, connection, lock);
    const built = (await buildFile(needs, connection, { wish, lock })) ?? 0;
    const report = await handOverFiles(needs, connection, { at: wish.cutOffAt, lock });
    return { entries: completed + built, ...report };
  });
}

/** Completes files that were left while they were being built. How many entries they have. */
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
  const network = needs.networks[connection.network];
  if (network === undefined) return { files: left, failure: undefined };
  try {
    for (const file of await new FileStore(needs.db).listUnsentFiles(connection.name)) {
      if (file.state === "building") continue;
      await handOver(needs, network, { file, at, lock });
      left.push(file.name);
    }
    await removeStaleDrafts(needs, network, connection.name);
    return { files: left, failure: undefined };
  } catch (trouble) {
    return { files: left, failure: trouble };
  }
}

/** A cut-off that comes long after its time, as after a standstill, must not settle in the past. */
function isLate({ clock }: AchNeeds, at: Temporal.Instant): boolean {
  return Temporal.Instant.compare(clock.business(), at.add({ hours: LATE_HOURS })) > 0;
}
