/** Changes of an entry's state, and notices about it, that come from the ACH network. */

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
export function rejectedUpdate({ accountId, transactionId }: EntryKey): EntryUpdate {
  return { accountId, transactionId, state: "rejected", returnCode: undefined, isLate: false };
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
}
