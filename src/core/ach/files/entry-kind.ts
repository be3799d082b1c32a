/** What the entries of one batch have in common. */
import type { SecCode } from "../../../values/bank.ts";
import type { Direction } from "../nacha/transaction-codes.ts";

/** Entries of one kind go into one batch. */
export interface EntryKind {
  readonly accountId: string;
  readonly secCode: SecCode;
  readonly direction: Direction;
  /** Returned debits that are presented again. */
  readonly isRetry: boolean;
  /** The company name that a retry's first entry had. Null: unknown. Only of retries. */
  readonly companyName?: string | null;
  /** Stored bank accounts that are checked by an entry of zero dollars. They join the same batch. */
  readonly isPrenote?: boolean;
}
