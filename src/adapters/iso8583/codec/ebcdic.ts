/**
 * EBCDIC, code page 037: the characters that payment messages use. Node has no decoder for it. Each
 * string lists the characters of a range of codes.
 */
const RANGES: ReadonlyArray<readonly [number, string]> = [
  [0x40, " "],
  [0x4b, ".<(+|&"],
  [0x5a, "!$*);"],
  [0x60, "-/"],
  [0x6b, ",%_>?"],
  [0x79, "`:#@'=\""],
  [0x81, "abcdefghi"],
  [0x91, "jklmnopqr"],
  [0xa1, "~stuvwxyz"],
  [0xb0, "^"],
  [0xba, "[]"],
  [0xc0, "{ABCDEFGHI"],
  [0xd0, "}JKLMNOPQR"],
  [0xe0, "\\"],
  [0xe2, "STUVWXYZ"],
  [0xf0, "0123456789"],
];

const ENCODED = new Map(
  RANGES.flatMap(([first, text]) => [...text].map((char, at) => [char, first + at] as const)),
);
const DECODED = new Map([...ENCODED].map(([char, code]) => [code, char]));

/** Undefined if a character has no code. */
export function encodeEbcdic(text: string): Uint8Array | undefined {
  const codes = [...text].map((char) => ENCODED.get(char));
  return codes.every((code) => code !== undefined) ? Uint8Array.from(codes) : undefined;
}

/** Undefined if a byte is no character. */
export function decodeEbcdic(bytes: Uint8Array): string | undefined {
  const chars = Array.from(bytes, (code) => DECODED.get(code));
  return chars.every((char) => char !== undefined) ? chars.join("") : undefined;
}
