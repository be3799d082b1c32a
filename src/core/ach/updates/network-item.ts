/** One return or notice in a bank's file, and its effect on our entry. Pure. */
import type { Secret } from "../../../values/secret.ts";
import { findReturnCode } from "../codes/return-code.ts";
import type { EntryKey, EntryNotice, EntryUpdate } from "./entry-update.ts";

export interface NetworkItem {
  /** The line in its file. */
  readonly line: number;
  readonly kind: "return" | EntryNotice["kind"];
  readonly code: string;
  /** The trace number of our entry, fifteen digits. */
  readonly trace: string;
  readonly amountCents: number;
  /** More information, masked. */
  readonly detail: string;
  /** The corrected data of a notification of change, with whole account numbers. */
  readonly corrected?: Secret | undefined;
}

/** A sent entry, read under a lock. */
export interface SentEntry extends EntryKey {
  readonly trace: string;
  readonly amountCents: number;
  /** Of the transaction. REVERSED: an operator reversed the entry, and no bank has returned it. */
  readonly state: string;
}

/** Stored as returned without a code. */
export const REVERSED = "reversed_entry";

export type UnmatchedReason = "unknown_entry" | "amount_differs" | "already_returned";

export type ItemVerdict =
  | { readonly kind: "update"; readonly update: EntryUpdate }
  | { readonly kind: "notice"; readonly notice: EntryNotice }
  | { readonly kind: "unmatched"; readonly reason: UnmatchedReason };

export function judgeItem(item: NetworkItem, entry: SentEntry | undefined): ItemVerdict {
  if (entry === undefined) return { kind: "unmatched", reason: "unknown_entry" };
  if (item.kind === "return") return judgeReturn(item, entry);
  const { accountId, transactionId } = entry;
  const { kind, code, detail, corrected } = item;
  return { kind: "notice", notice: { accountId, transactionId, kind, code, detail, corrected } };
}

function judgeReturn(item: NetworkItem, entry: SentEntry): ItemVerdict {
  if (item.amountCents !== entry.amountCents) {
    return { kind: "unmatched", reason: "amount_differs" };
  }
  const { accountId, transactionId } = entry;
  const update = { accountId, transactionId, returnCode: item.code };
  switch (entry.state) {
    case "pending":
    // A prenote: the bank account stays stored until a bank returns it.
    case "stored": {
      const state = isRejection(item.code) ? "rejected" : "returned";
      return { kind: "update", update: { ...update, state, isLate: false } };
    }
    case "settled":
    // The customer's bank returns the debit although the money was given back.
    case REVERSED:
      return { kind: "update", update: { ...update, state: "returned", isLate: true } };
    default:
      return { kind: "unmatched", reason: "already_returned" };
  }
}

/** The ACH operator rejected the entry, and no bank has received it (F). */
export function isRejection(code: string): boolean {
  return findReturnCode(code)?.window.kind === "next_file";
}
