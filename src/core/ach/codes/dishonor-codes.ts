/** Reason codes for dishonored and contested returns, with Nacha's titles. */
import type { ReturnRow } from "./return-codes.ts";

export const DISHONORS_AND_CONTESTS: readonly ReturnRow[] = [
  ["R61", "5b", "Misrouted return"],
  ["R62", "5b", "Return of erroneous or reversing debit"],
  ["R67", "5b", "Duplicate return"],
  ["R68", "5b", "Untimely return"],
  ["R69", "5b", "Field error(s)"],
  ["R70", "5b", "Permissible return entry not accepted/return not requested by ODFI"],
  ["R71", "2b", "Misrouted dishonored return"],
  ["R72", "2b", "Untimely dishonored return"],
  ["R73", "2b", "Timely original return"],
  ["R74", "2b", "Corrected return"],
  ["R75", "2b", "Return not a duplicate"],
  ["R76", "2b", "No errors found"],
  ["R77", "2b", "Non-acceptance of R62 dishonored return"],
];
