/** E, wildcards: `?` is exactly one character, `*` any number of them. All else is itself. */

export function isWild(text: string): boolean {
  return text.includes("*") || text.includes("?");
}

/** Which lengths of the text the pattern so far can stand for; an absent text is an empty one. */
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
