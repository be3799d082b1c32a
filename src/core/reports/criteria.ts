/** What a report is about: which records, of which accounts, and what of them is shown. Types only. */
import type { Cents } from "../../values/money.ts";
import type { DateMatch, Window } from "./date-window.ts";
import type { ReportColumnName } from "./report-columns-sql.ts";
import type { TextMatch } from "./wildcard.ts";

export interface Criteria {
  readonly accountIds: readonly string[];
  /** The caller's: it bounds days and writes times, an agent's for all of its accounts. */
  readonly timeZone: string;
  /** One record a transaction, or one a word of the ACH network about a transaction. */
  readonly records: "transactions" | "updates";
  readonly transactionId?: string | undefined;
  readonly authorized?: DateMatch | undefined;
  readonly batched?: Window | undefined;
  readonly settled?: Window | undefined;
  /** When the network's word was applied. */
  readonly updated?: readonly DateMatch[];
  readonly amount?: { readonly min: Cents; readonly max: Cents } | undefined;
  readonly status?: "approved" | "declined" | undefined;
  readonly tenderType?: string | undefined;
  readonly cashier?: TextMatch | undefined;
  readonly customId?: TextMatch | undefined;
  readonly group?: TextMatch | undefined;
  readonly name?: TextMatch | undefined;
}

/** A column of the table, or a field of a payment form. */
export type Shown = ReportColumnName | { readonly formField: string };

export interface ReportQuery {
  readonly criteria: Criteria;
  readonly shown: readonly Shown[];
  /** No more records than this; absent: all. */
  readonly most?: number;
}
