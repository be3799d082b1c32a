/** Labels for internal status values whose own words would not be understood. Pure. */

const LABELS: Readonly<Record<string, string>> = {
  // Deliveries and their attempts.
  waiting: "Pending",
  set_aside: "Failed",
  refused: "Rejected",
  skipped: "Not sent",
  timed_out: "Timed out",
  not_resolved: "Host name not found",
  not_connected: "Could not connect",
  not_trusted: "TLS certificate not trusted",
  bad_answer: "Invalid HTTP response",
  bad_url: "Invalid URL",
  target_refused: "Address not allowed",
  our_fault: "Internal error",
  stopped: "Interrupted",
  // Jobs.
  done: "Completed",
  unfinished: "Incomplete",
  // Bank files.
  fixed: "Closed",
  prepared: "Ready",
  handed_over: "Sent",
  unconfirmed: "Not confirmed",
  read: "Processed",
  invalid: "Has errors",
  too_big: "Too large",
  // Payments.
  authorized: "Authorized",
  sold: "Paid",
  forced: "Paid",
  not_batched: "Declined",
  started: "Started",
  reversing: "Reversing",
  // Accounts, keys and logins.
  off: "Disabled",
  abandoned: "Canceled",
  slowed: "Slowed down",
  soon: "Due soon",
};

/** "set_aside" becomes "Failed", and "in_transit" becomes "In transit". */
export function formatStatus(status: string): string {
  return LABELS[status] ?? capitalizeWords(status);
}

function capitalizeWords(status: string): string {
  const words = status.replaceAll(/[_-]+/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
