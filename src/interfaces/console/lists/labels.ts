/**
 * The words of the pages for internal values, in exports. The pages have them in the console's
 * sources, and a test compares both.
 */

export const STATUS_LABELS: Readonly<Record<string, string>> = {
  waiting: "Pending",
  set_aside: "Failed",
  done: "Completed",
  unfinished: "Incomplete",
  fixed: "Closed",
  prepared: "Ready",
  handed_over: "Sent",
  unconfirmed: "Not confirmed",
  read: "Processed",
  invalid: "Has errors",
  too_big: "Too large",
  sold: "Paid",
  forced: "Paid",
  not_batched: "Declined",
  soon: "Due soon",
};

/** "set_aside" becomes "Failed", and "in_transit" becomes "In transit". */
export function statusLabel(status: string): string {
  return STATUS_LABELS[status] ?? capitalizeFirst(status.replaceAll("_", " ").toLowerCase());
}

export function activeLabel({ isActive }: { readonly isActive: boolean }): string {
  return isActive ? "Active" : "Disabled";
}

export const DEVICE_LABELS: Readonly<Record<string, string>> = {
  rma: "RMA",
  doa: "Dead on arrival",
  tamperedP2PE: "Tampered (P2PE)",
};

/** "inTransit" becomes "In transit". */
export function deviceLabel(state: string): string {
  const words = state.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return DEVICE_LABELS[state] ?? capitalizeFirst(words);
}

/** The last digits of a bank account. */
export function maskedAccount(last4: string | null): string | null {
  return last4 === null ? null : `****${last4}`;
}

function capitalizeFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
