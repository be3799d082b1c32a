/** What a transaction list is asked for: filters, order and position. Types only. */
import type { TenderType, TransactionType } from "../../payments/transaction.ts";
import type { DisplayStatus } from "../display-status.ts";
import type { SearchTerms } from "./search-terms.ts";

export interface TransactionFilter {
  readonly from?: Temporal.Instant | undefined;
  /** Exclusive. */
  readonly until?: Temporal.Instant | undefined;
  readonly type?: TransactionType | undefined;
  readonly status?: DisplayStatus | undefined;
  readonly tender?: TenderType | undefined;
  readonly brand?: string | undefined;
  readonly minCents?: number | undefined;
  readonly maxCents?: number | undefined;
  readonly last4?: string | undefined;
  /** Part of the response message. */
  readonly message?: string | undefined;
  /** What was typed into the search field. */
  readonly search?: SearchTerms | undefined;
}

export const LIST_COLUMNS = [
  "at",
  "id",
  "type",
  "name",
  "source",
  "state",
  "message",
  "email",
  "description",
  "invoice",
  "customId",
  "cashier",
  "code",
  "refunded",
  "amount",
] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];

export interface ListOrder {
  readonly by: ListColumn;
  readonly isDescending: boolean;
}

export const NEWEST_FIRST: ListOrder = { by: "at", isDescending: true };

/** A payment's place in a list. */
export interface PagePosition {
  /** The value of the column that the list is ordered by, as text. */
  readonly key: string;
  readonly id: string;
}

/** What can be exactly as searched. Each has an index. */
export const MATCH_KINDS = ["id", "last4", "amount", "email", "order", "lastName"] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

/** The exact matches that earlier pages showed, before their turn. */
export interface ShownMatches {
  readonly kinds: readonly MatchKind[];
  /** The oldest of them. Undefined: all were shown. */
  readonly until?: PagePosition | undefined;
}

/** The end of the previous page. */
export interface ListPosition extends PagePosition {
  readonly shown?: ShownMatches | undefined;
}
