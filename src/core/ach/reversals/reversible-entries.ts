/** Which entries of a file are reversed, and how much of each sale is reserved for it. Pure. */
import type { EntryInFile } from "../updates/sent-entry-store.ts";

/** An entry with values of its transaction, which is locked. */
export interface PaymentEntry extends EntryInFile {
  readonly transactionType: string;
  /** The sale that a credit pays back. */
  readonly originalId: string | null;
  /** What credits have paid back, or will. */
  readonly refundedCents: number;
}

export interface Reservation {
  readonly accountId: string;
  readonly transactionId: string;
  readonly cents: number;
}

/** A bank has the entry, and none has returned it. */
const TAKEN: readonly string[] = ["pending", "settled"];

export function isTaken({ state, amountCents }: Pick<EntryInFile, "state" | "amountCents">) {
  return amountCents > 0 && TAKEN.includes(state);
}

/** A sale is left out if a credit that is not reversed with it pays back any part of it. */
export function chooseReversible(entries: readonly PaymentEntry[]): readonly PaymentEntry[] {
  const taken = entries.filter(isTaken);
  const credited = sumCredits(taken);
  return taken.filter((entry) => entry.refundedCents === (credited.get(saleKey(entry)) ?? 0));
}

/**
 * What a reversal pays back beside the credits that are reversed with it. Reserving it makes the sale
 * fully refunded, so no credit is accepted.
 */
export function listReservations(reversed: readonly PaymentEntry[]): readonly Reservation[] {
  const credited = sumCredits(reversed);
  const sales = reversed.filter(({ transactionType }) => transactionType === "SALE");
  return sales.map((sale) => {
    const { accountId, transactionId, amountCents } = sale;
    const cents = amountCents - (credited.get(saleKey(sale)) ?? 0);
    return { accountId, transactionId, cents };
  });
}

function sumCredits(entries: readonly PaymentEntry[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { accountId, originalId, amountCents } of entries) {
    if (originalId === null) continue;
    const key = `${accountId}/${originalId}`;
    sums.set(key, (sums.get(key) ?? 0) + amountCents);
  }
  return sums;
}

function saleKey({ accountId, transactionId }: PaymentEntry): string {
  return `${accountId}/${transactionId}`;
}
