/** Email addresses as failures are counted by them, in whatever spelling they are typed. */

const DOT_ABOVE = /\u0307/g;

/**
 * Whatever the database takes for the same address with lower() must come out the same here, by any
 * rules of any language: otherwise each spelling would have failures of its own. That more addresses
 * are counted together than are the same does no harm.
 */
export function countedEmail(email: string): string {
  const plain = email.normalize("NFKD").replaceAll(DOT_ABOVE, "");
  return plain.toLowerCase().toUpperCase();
}
