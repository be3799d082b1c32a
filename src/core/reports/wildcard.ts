/** What a text parameter matches: `?` is one character, `*` any number of them. Pure. */

export type TextMatch =
  /** Present or absent, whatever it is. */
  | { readonly kind: "anything" }
  | { readonly kind: "exactly"; readonly text: string }
  /** A pattern of LIKE, with the backslash for what stands for itself. */
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
 * Every run of wildcards becomes the ones that must be there and then at most one `%`: in whatever
 * order they were written they mean the same, and there is nothing left to try twice.
 */
export function likePattern(text: string): string {
  return text
    .split(/([*?]+)/)
    .map((part, place) => (place % 2 === 0 ? plain(part) : run(part)))
    .join("");
}

function plain(text: string): string {
  return text.replace(LIKE_SIGN, "\\$&");
}

function run(wildcards: string): string {
  const ones = wildcards.replaceAll("*", "").length;
  return "_".repeat(ones) + (ones < wildcards.length ? "%" : "");
}
