/** Which entries of a file are reversed, and how much of each sale is reserved for it. Pure. */
import type { EntryInFile } from "../updates/sent-entry-store.ts";

/** An entry with values of its transaction, which is locked. */
export interface PaymentEntry extends EntryInFile {
  readonly transactionType: string;
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

/** A sale is left out if a credit pays back any part of it: it left, or will leave, in a later file. */
export function chooseReversible(entries: readonly PaymentEntry[]): readonly PaymentEntry[] {
  return entries.filter((entry) => isTaken(entry) && entry.refundedCents === 0);
}

/** Reserving a reversed sale makes it fully refunded, so no credit is accepted. */
export function listReservations(reversed: readonly PaymentEntry[]): readonly Reservation[] {
  const sales = reversed.filter(({ transactionType }) => transactionType === "SALE");
  return sales.map(({ accountId, transactionId, amountCents }) => ({
    accountId,
    transactionId,
    cents: amountCents,
  }));
}
