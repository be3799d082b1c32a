/** The one rule for email addresses, for every interface. */

/** RFC 5321 allows no longer path. */
export const EMAIL_LENGTH_MAX = 254;

/** Loose enough for what people type, and safe in the header of an email. */
export const EMAIL_ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;

export function isEmailAddress(text: string): boolean {
  return EMAIL_ADDRESS.test(text);
}
