/** Why the database or the way to it failed, in its own words. */

/** Several addresses of one name fail with one error for all of them, which has no words. */
export function errorReason(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  return message || code || "no reason given";
}
