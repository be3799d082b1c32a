/** Reads the filters of the transaction list from the query string. */

import { DISPLAY_STATUSES } from "../../../core/dashboard/display-status.ts";
import type {
  ListPosition,
  TransactionFilter,
} from "../../../core/dashboard/transaction-list-store.ts";
import { TRANSACTION_TYPES } from "../../../core/payments/transaction.ts";
import { parseCents } from "../../../values/money.ts";
import { readTransactionId } from "../../../values/transaction-id.ts";
import { readDayRange } from "../day-range.ts";
import type { Query } from "../read.ts";

const BRANDS = ["VISA", "MASTERCARD", "AMERICAN EXPRESS", "DISCOVER", "ACH"] as const;
const TEXT_MAX = 100;
/** Shorter numbers are more likely part of an order number. */
const ID = /^\d{10,12}$/;

/** Invalid values are ignored. */
export function readFilter(query: Query, timeZone: string): TransactionFilter {
  const text = query.text("q", TEXT_MAX)?.trim() || undefined;
  if (text !== undefined && ID.test(text)) return { id: readTransactionId(text) };
  const last4 = query.text("last4");
  return {
    ...readDayRange(query, timeZone),
    type: query.choice("type", TRANSACTION_TYPES),
    status: query.choice("status", DISPLAY_STATUSES),
    tender: query.choice("tender", ["CARD", "ACH"] as const),
    brand: query.choice("brand", BRANDS),
    minCents: parseCents(query.text("min") ?? ""),
    maxCents: parseCents(query.text("max") ?? ""),
    last4: last4 !== undefined && /^\d{4}$/.test(last4) ? last4 : undefined,
    message: query.text("message", TEXT_MAX),
    text,
  };
}

const CURSOR = /^([12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z)_(\d{1,12})$/;

export function writeCursor({ at, id }: ListPosition): string {
  return `${at.toString()}_${id}`;
}

export function readCursor(query: Query): ListPosition | undefined {
  const [, at, id] = CURSOR.exec(query.text("after") ?? "") ?? [];
  if (at === undefined || id === undefined) return undefined;
  try {
    return { at: Temporal.Instant.from(at), id };
  } catch {
    return undefined;
  }
}
