/** Describes the account setting for debits that were returned for lack of funds. */
export function describeAchRetry(days: number): string {
  if (days === 0) return "Not sent again";
  return `R01 and R09 are sent again after ${days === 1 ? "1 day" : `${days} days`}, at most twice`;
}
