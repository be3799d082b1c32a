/** The reasons for which banks do not accept a return, or stand by it. */
import type { ReturnRow } from "./return-code.ts";

export const DISHONOURS_AND_CONTESTS: readonly ReturnRow[] = [
  ["R61", "5b", "The return was sent to the wrong bank"],
  ["R62", "5b", "A reversal has left the customer with money that is not theirs"],
  ["R67", "5b", "The entry was returned twice"],
  ["R68", "5b", "The return came too late"],
  ["R69", "5b", "Fields of the return are wrong"],
  ["R70", "5b", "The return was neither asked for nor agreed to"],
  ["R71", "2b", "The dishonoured return was sent to the wrong bank"],
  ["R72", "2b", "The dishonoured return came too late"],
  ["R73", "2b", "The return was in time"],
  ["R74", "2b", "The return again, with its fields corrected"],
  ["R75", "2b", "The entry was returned once only"],
  ["R76", "2b", "The return had no wrong fields"],
  ["R77", "2b", "Entry and reversal both came back, or the customer's money is gone"],
];
