/** The rule for email addresses, which every interface uses. */

/** The maximum length of RFC 5321. */
export const EMAIL_LENGTH_MAX = 254;

/** Accepts what people type, and is safe in the header of an email. */
export const EMAIL_ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;

export function isEmailAddress(text: string): boolean {
  return EMAIL_ADDRESS.test(text);
}
