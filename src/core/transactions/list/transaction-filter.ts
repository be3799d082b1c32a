/** What a transaction list is asked for: filters, order and position. Types only. */
import type { TenderType, TransactionType } from "../../payments/transaction.ts";
import type { DisplayStatus } from "../display-status.ts";
import type { SearchTerms } from "./search-terms.ts";

export interface TransactionFilter {
  readonly id?: string | undefined;
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

/** The end of the previous page. */
export interface ListPosition {
  /** The value of the column that the list is ordered by, as text. */
  readonly key: string;
  readonly id: string;
  /** The exact matches of a search were already shown. */
  readonly hasShownExact?: boolean;
}
