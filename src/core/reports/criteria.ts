/** The criteria of a report: which records, of which accounts, with which columns. Types only. */
import type { Cents } from "../../values/money.ts";
import type { DateMatch, Window } from "./date-window.ts";
import type { ReportColumnName } from "./report-columns-sql.ts";
import type { TextMatch } from "./wildcard.ts";

export interface Criteria {
  readonly accountIds: readonly string[];
  /** The only account, if a Citus cluster is to run the report on its shard. */
  readonly accountId?: string | undefined;
  /** The caller's time zone, also for the sub-accounts of an agent. */
  readonly timeZone: string;
  /** One record per transaction, or one per ACH update of a transaction. */
  readonly records: "transactions" | "updates";
  readonly transactionId?: string | undefined;
  readonly authorized?: DateMatch | undefined;
  readonly batched?: Window | undefined;
  readonly settled?: Window | undefined;
  /** When the ACH update was applied. */
  readonly updated?: readonly DateMatch[];
  readonly amount?: { readonly min: Cents; readonly max: Cents } | undefined;
  readonly status?: "approved" | "declined" | undefined;
  readonly tenderType?: string | undefined;
  readonly cashier?: TextMatch | undefined;
  readonly customId?: TextMatch | undefined;
  readonly group?: TextMatch | undefined;
  readonly name?: TextMatch | undefined;
}

/** A report column, or a field of a payment form. */
export type Shown = ReportColumnName | { readonly formField: string };

export interface ReportQuery {
  readonly criteria: Criteria;
  readonly shown: readonly Shown[];
  /** The maximum of records. Absent for all. */
  readonly most?: number;
}
