/** Rules for every text in a request: its length in characters, and no control characters. */

/** Lengths count characters, not code units. */
export function isLonger(text: string, lengthMax: number): boolean {
  if (text.length <= lengthMax) return false;
  return text.length > 2 * lengthMax || [...text].length > lengthMax;
}

/**
 * Refuses control characters: PostgreSQL cannot store U+0000, and no field needs the others. Line
 * breaks and tabs are text in the long fields.
 */
export function isPlainText(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isControl = code < 32 ? code !== 9 && code !== 10 && code !== 13 : code === 127;
    if (isControl) return false;
  }
  return text.isWellFormed();
}

/** Text that PostgreSQL can store: neither U+0000 nor half a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ["1", true],
  ["0", false],
  ["true", true],
  ["false", false],
]);

/** Reads 1, 0, true or false in any case. Returns undefined for any other text. */
export function parseFlag(text: string): boolean | undefined {
  return FLAGS.get(text) ?? FLAGS.get(text.toLowerCase());
}
