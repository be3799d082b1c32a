/**
 * The money that an account can expect: its last card batches, the open one, and ACH payments by the
 * day on which they count as settled.
 */

import type { Database } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { findNextSettlement } from "../ach/next-settlement.ts";
import { fundedOn } from "../ach/settlement.ts";
import type { SumsStore } from "../dashboard/sums-store.ts";
import type {
  AchBatch,
  BatchListStore,
  CardBatch,
  OpenBatch,
} from "../transactions/batch-list-store.ts";

export interface DepositNeeds {
  readonly batches: BatchListStore;
  readonly sums: SumsStore;
  readonly db: Database;
  readonly clock: Clock;
}

export interface ExpectedDeposits {
  readonly open: OpenBatch;
  /** Newest first. */
  readonly closed: readonly CardBatch[];
  /** Earliest first. */
  readonly settlements: readonly ExpectedSettlement[];
}

export interface ExpectedSettlement {
  /** YYYY-MM-DD. Null: the account has no bank connection any more. */
  readonly expectedOn: string | null;
  /** Not sent yet: the day counts if they go into the next file. */
  readonly isWaiting: boolean;
  readonly count: number;
  /** Debits minus credits. Returns are not subtracted. */
  readonly netCents: number;
}

const CLOSED_SHOWN = 3;
/** Files of the last days. More than a bank takes before the first one settles. */
const ACH_BATCHES_READ = 40;

export async function findExpectedDeposits(
  { batches, sums, db, clock }: DepositNeeds,
  accountId: string,
): Promise<ExpectedDeposits> {
  const page = { before: undefined, take: CLOSED_SHOWN };
  const [open, closed, sent, { waitingCount, waitingCents }, next] = await Promise.all([
    batches.sumOpenBatch(accountId),
    batches.listCardBatches(accountId, page),
    batches.listAchBatches(accountId, { ...page, take: ACH_BATCHES_READ }),
    sums.sumUnsettledEntries(accountId),
    findNextSettlement(db, accountId, clock.business()),
  ]);
  const waiting = {
    expectedOn: next === undefined ? null : fundedOn(next, clock.business()).toString(),
    isWaiting: true,
    count: waitingCount,
    netCents: waitingCents,
  };
  const settlements = [...groupByDay(sent), ...(waitingCount === 0 ? [] : [waiting])];
  return { open, closed, settlements };
}

/** A payment counts as settled when its bank can no longer return it for most reasons. */
export function groupByDay(batches: readonly AchBatch[]): readonly ExpectedSettlement[] {
  const days = new Map<string, ExpectedSettlement>();
  for (const batch of batches.filter(({ status }) => status !== "settled")) {
    const day = fundedOn(Temporal.PlainDate.from(batch.settlesOn), batch.cutOffAt).toString();
    const known = days.get(day);
    days.set(day, {
      expectedOn: day,
      isWaiting: false,
      count: (known?.count ?? 0) + batch.debitCount + batch.creditCount,
      netCents: (known?.netCents ?? 0) + batch.debitCents - batch.creditCents,
    });
  }
  return [...days.entries()]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([, day]) => day);
}
