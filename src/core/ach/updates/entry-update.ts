/** Changes of an entry's state, and notices about it, that come from the ACH network. */
import type { Secret } from "../../../values/secret.ts";

export type UpdateState = "settled" | "returned" | "rejected";
export type UpdateStatus = "SETTLED\\FUNDED" | "DECLINED\\RETURNED" | "DECLINED\\ERRORS";

export interface EntryKey {
  readonly accountId: string;
  readonly transactionId: string;
}

export interface EntryUpdate extends EntryKey {
  readonly state: UpdateState;
  readonly returnCode: string | undefined;
  /** The return came after the entry had settled. */
  readonly isLate: boolean;
  /** The entry was not sent: the code is of another entry, or of an earlier return. */
  readonly isUnsent?: boolean;
  /** Why an entry was not sent, in place of the result of its verification. */
  readonly reason?: string | undefined;
  /** An operator reversed the file or batch of the entry. */
  readonly isReversal?: boolean | undefined;
}

/** The status texts of reports (F). */
export const UPDATE_STATUS: Readonly<Record<UpdateState, UpdateStatus>> = {
  settled: "SETTLED\\FUNDED",
  returned: "DECLINED\\RETURNED",
  rejected: "DECLINED\\ERRORS",
};

export function settledUpdate({ accountId, transactionId }: EntryKey): EntryUpdate {
  return { accountId, transactionId, state: "settled", returnCode: undefined, isLate: false };
}

/** For an entry that could not be written into a file and was never sent. */
export function rejectedUpdate(entry: UnsentEntry): EntryUpdate {
  const { accountId, transactionId, returnCode, reason } = entry;
  const key = { accountId, transactionId };
  return { ...key, state: "rejected", returnCode, isLate: false, isUnsent: true, reason };
}

export interface UnsentEntry extends EntryKey {
  readonly returnCode?: string | undefined;
  readonly reason?: string | undefined;
}

/** Information about an entry that does not change its state. */
export interface EntryNotice extends EntryKey {
  readonly kind:
    | "change"
    | "refused_change"
    | "dishonored_return"
    | "contested_return"
    /** An operator reversed the file or batch of the entry. */
    | "reversal";
  readonly code: string;
  /** Masked. */
  readonly detail: string;
  /** The corrected data of a change, with whole account numbers. */
  readonly corrected?: Secret | undefined;
  /** The corrected data replaced the stored bank account. */
  readonly isApplied?: boolean;
}
