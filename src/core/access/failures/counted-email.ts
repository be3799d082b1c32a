/** Normalizes email addresses for counting failures, however they are spelled. */

const DOT_ABOVE = /\u0307/g;

/**
 * Addresses that lower() makes equal in the database, in any locale, must be equal here: otherwise
 * each spelling would have its own count. Counting a few more addresses together does no harm.
 */
export function countedEmail(email: string): string {
  const plain = email.normalize("NFKD").replaceAll(DOT_ABOVE, "");
  return plain.toLowerCase().toUpperCase();
}
