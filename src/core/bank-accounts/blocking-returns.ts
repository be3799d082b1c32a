/** Returns after which a bank account may not be debited again. Pure. */

/** The account holder says that the debit was not authorized. */
export const UNAUTHORIZED_RETURNS: ReadonlySet<string> = new Set([
  "R05",
  "R07",
  "R10",
  "R11",
  "R29",
  "R51",
]);

/** The account is closed, does not exist, or cannot be debited. */
const UNUSABLE_ACCOUNT_RETURNS: ReadonlySet<string> = new Set([
  "R02",
  "R03",
  "R04",
  "R12",
  "R13",
  "R16",
  "R20",
]);

export function isBlockingReturn(code: string): boolean {
  return UNAUTHORIZED_RETURNS.has(code) || UNUSABLE_ACCOUNT_RETURNS.has(code);
}

/** The reason that callers get instead of a verification provider's. */
export function blockReason(returnCode: string): string {
  return `Account blocked after return ${returnCode}`;
}
