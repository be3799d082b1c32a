/** Types shared by the merchant's customers screen and its API. */
import type { ListedCorrection } from "../../../core/bank-accounts/bank-correction-store.ts";
import type { StoredMethod } from "../../../core/customers/stored-method-store.ts";
import type { AsJson } from "../as-json.ts";
import type { CursorPage } from "../contract.ts";

/** A stored card or bank account. */
export interface StoredMethodLine extends AsJson<StoredMethod> {
  /** The card expires this month or next month, or it has expired. */
  readonly expiry?: "soon" | "over";
}

/** If `isStopped` is set, the search stopped before the page was full. `next` continues it. */
export interface StoredMethodList extends CursorPage<StoredMethodLine> {
  readonly isStopped?: true;
}

/** A bank account with numbers that its bank corrected. */
export interface BankCorrectionRow extends Omit<AsJson<ListedCorrection>, "code"> {
  /** The code of the notice with its title. */
  readonly reason: string | null;
}

export interface BankCorrectionList {
  readonly items: readonly BankCorrectionRow[];
}
