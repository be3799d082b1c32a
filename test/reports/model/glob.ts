/** Contract E, wildcards: `?` is exactly one character, `*` any number of characters. */

export function isWild(text: string): boolean {
  return text.includes("*") || text.includes("?");
}

/** The lengths of the text that the pattern so far can match. An absent text is empty. */
export function globMatches(pattern: string, text: string): boolean {
  const characters = [...text];
  let reached = new Set([0]);
  for (const sign of pattern) {
    reached = new Set([...reached].flatMap((at) => next(sign, at, characters)));
  }
  return reached.has(characters.length);
}

function next(sign: string, at: number, characters: readonly string[]): number[] {
  if (sign === "*") {
    return Array.from({ length: characters.length - at + 1 }, (_, more) => at + more);
  }
  const fits = at < characters.length && (sign === "?" || sign === characters[at]);
  return fits ? [at + 1] : [];
}
