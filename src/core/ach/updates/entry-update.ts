/** What the ACH network said of an entry that moves it to another state. */

export type UpdateState = "settled" | "returned" | "rejected";
export type UpdateStatus = "SETTLED\\FUNDED" | "DECLINED\\RETURNED" | "DECLINED\\ERRORS";

export interface EntryKey {
  readonly accountId: string;
  readonly transactionId: string;
}

export interface EntryUpdate extends EntryKey {
  readonly state: UpdateState;
  readonly returnCode: string | undefined;
  /** A return that came after the entry had settled. */
  readonly isLate: boolean;
}

/** F: the words of reports. */
export const UPDATE_STATUS: Readonly<Record<UpdateState, UpdateStatus>> = {
  settled: "SETTLED\\FUNDED",
  returned: "DECLINED\\RETURNED",
  rejected: "DECLINED\\ERRORS",
};

export function settled({ accountId, transactionId }: EntryKey): EntryUpdate {
  return { accountId, transactionId, state: "settled", returnCode: undefined, isLate: false };
}

/** By ourselves: it never left. */
export function rejected({ accountId, transactionId }: EntryKey): EntryUpdate {
  return { accountId, transactionId, state: "rejected", returnCode: undefined, isLate: false };
}

/** What is said of an entry without moving it. */
export interface EntryNotice extends EntryKey {
  readonly kind: "change" | "refused_change" | "dishonored_return" | "contested_return";
  readonly code: string;
  /** Masked. */
  readonly detail: string;
}
