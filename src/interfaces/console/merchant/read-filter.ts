/** Reads the filters, the order and the columns of the transaction list from the query string. */

import { TRANSACTION_TYPES } from "../../../core/payments/transaction.ts";
import { DISPLAY_STATUSES } from "../../../core/transactions/display-status.ts";
import { readSearchTerms } from "../../../core/transactions/list/search-terms.ts";
import {
  LIST_COLUMNS,
  type ListColumn,
  type ListOrder,
  type ListPosition,
  MATCH_KINDS,
  NEWEST_FIRST,
  type PagePosition,
  type ShownMatches,
  type TransactionFilter,
} from "../../../core/transactions/list/transaction-filter.ts";
import { parseCents } from "../../../values/money.ts";
import { parseStorableTime, readDayRange } from "../day-range.ts";
import type { Query } from "../read.ts";

const BRANDS = ["VISA", "MASTERCARD", "AMERICAN EXPRESS", "DISCOVER", "ACH"] as const;
const TEXT_MAX = 100;

/** Invalid values are ignored. */
export function readFilter(query: Query, timeZone: string): TransactionFilter {
  const text = query.text("q", TEXT_MAX)?.trim() || undefined;
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
    search: text === undefined ? undefined : readSearchTerms(text),
  };
}

/** "-amount" is the largest amount first. */
export function readOrder(query: Query): ListOrder {
  const text = query.text("sort") ?? "";
  const by = LIST_COLUMNS.find((column) => column === text.replace(/^-/, ""));
  return by === undefined ? NEWEST_FIRST : { by, isDescending: text.startsWith("-") };
}

const COLUMNS_TEXT_MAX = 200;

/** In the order of the page. All of them if none is named. */
export function readColumns(query: Query): readonly ListColumn[] {
  const named = (query.text("columns", COLUMNS_TEXT_MAX) ?? "").split(",");
  const shown = LIST_COLUMNS.filter((column) => named.includes(column));
  return shown.length === 0 ? LIST_COLUMNS : shown;
}

/** A position is opaque to the page, so that it can be of any column. */
export function writeCursor({ key, id, shown }: ListPosition): string {
  const { kinds = [], until } = shown ?? {};
  const matches = shown && [kinds, ...(until === undefined ? [] : [until.key, until.id])];
  return Buffer.from(JSON.stringify([key, id, matches])).toString("base64url");
}

const CURSOR_MAX = 2_000;

/** Undefined if the position is of another order, or damaged. */
export function readCursor(query: Query, order: ListOrder): ListPosition | undefined {
  const read = parseCursor(query.text("after", CURSOR_MAX) ?? "");
  if (!Array.isArray(read)) return undefined;
  const [key, id, matches] = read as readonly unknown[];
  const position = readPosition(key, id, order);
  return position && { ...position, shown: readShown(matches) };
}

function readPosition(key: unknown, id: unknown, order: ListOrder): PagePosition | undefined {
  const isKnown = typeof key === "string" && typeof id === "string" && /^\d{1,12}$/.test(id);
  return isKnown && fitsOrder(key, order) ? { key, id } : undefined;
}

function readShown(matches: unknown): ShownMatches | undefined {
  if (!Array.isArray(matches)) return undefined;
  const [named, key, id] = matches as readonly unknown[];
  const kinds = MATCH_KINDS.filter((kind) => Array.isArray(named) && named.includes(kind));
  if (key === undefined) return { kinds };
  const until = readPosition(key, id, NEWEST_FIRST);
  return until && { kinds, until };
}

function parseCursor(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return undefined;
  }
}

const NUMBER = /^-?\d{1,12}$/;
/** The largest amount that the database stores. */
const CENTS_MAX = 2_147_483_647;

function fitsOrder(key: string, { by }: ListOrder): boolean {
  if (by === "at") return parseStorableTime(key) !== undefined;
  if (by === "id") return NUMBER.test(key);
  if (by === "amount" || by === "refunded") {
    return NUMBER.test(key) && Math.abs(Number(key)) <= CENTS_MAX;
  }
  return !key.includes("\0");
}
