/** Text matches with wildcards: `?` is one character, `*` any number of characters. Pure. */

export type TextMatch =
  /** Any value, present or absent. */
  | { readonly kind: "anything" }
  | { readonly kind: "exactly"; readonly text: string }
  /** A LIKE pattern with the backslash as escape character. */
  | { readonly kind: "like"; readonly pattern: string };

const WILDCARD = /[*?]/;
const LIKE_SIGN = /[%_\\]/g;

export function hasWildcard(text: string): boolean {
  return WILDCARD.test(text);
}

export function readMatch(text: string): TextMatch {
  if (!hasWildcard(text)) return { kind: "exactly", text };
  const pattern = likePattern(text);
  return pattern === "%" ? { kind: "anything" } : { kind: "like", pattern };
}

/**
 * Every run of wildcards becomes its `_` and then at most one `%`. The order within a run does not
 * matter, and LIKE has less to try.
 */
export function likePattern(text: string): string {
  return text
    .split(/([*?]+)/)
    .map((part, place) => (place % 2 === 0 ? escapePlain(part) : wildcardRun(part)))
    .join("");
}

function escapePlain(text: string): string {
  return text.replace(LIKE_SIGN, "\\$&");
}

function wildcardRun(wildcards: string): string {
  const ones = wildcards.replaceAll("*", "").length;
  return "_".repeat(ones) + (ones < wildcards.length ? "%" : "");
}
