/** Why an entry is declined without asking the verification provider. Pure. */
import { blockReason } from "../../bank-accounts/blocking-returns.ts";

export interface BankRefusal {
  /** In place of the provider's reason, for accounts that verify bank accounts. */
  readonly reason: string;
  /** With what to do next, for every account. */
  readonly detail: string;
}

export function blockRefusal(returnCode: string): BankRefusal {
  return {
    reason: blockReason(returnCode),
    detail: `The bank account is blocked after return ${returnCode}. It can be debited again after the block was cleared in the console, under ACH verification.`,
  };
}

/** Without a code, the prenote was left out of its file, such as after a return of another entry. */
export function prenoteRefusal(returnCode: string | null): BankRefusal {
  const [reason, end] =
    returnCode === null
      ? ["Prenote not sent", "not sent"]
      : [`Prenote returned as ${returnCode}`, `returned as ${returnCode}`];
  return {
    reason,
    detail: `The prenote of the stored bank account was ${end}. Store the bank account again by its numbers, and use the new token.`,
  };
}
