/**
 * A text as a QR code (ISO/IEC 18004): bytes, error correction L, versions 1 to 15. Pure: it gives
 * the modules row by row, true for dark, without the quiet zone.
 */
import { correctionOf } from "./qr-correction.ts";
import { dressed, emptySymbol, maskPenalty, type Symbol2d } from "./qr-symbol.ts";

/** By version, from 1: correction codewords of each block, and how many blocks there are. */
const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6];
const BYTE_MODE = 0b0100;
const FILLERS = [0xec, 0x11];
const MASKS = [0, 1, 2, 3, 4, 5, 6, 7];

/** Undefined: the text is too long for it. */
export function qrOf(text: string): readonly (readonly boolean[])[] | undefined {
  const bytes = new TextEncoder().encode(text);
  const version = CORRECTION.findIndex((_, at) => fits(bytes.length, at + 1)) + 1;
  if (version === 0) return undefined;
  const symbol = emptySymbol(version);
  place(symbol, interleaved(dataOf(bytes, version), version));
  const candidates = MASKS.map((mask) => dressed(symbol, mask));
  const penalties = candidates.map(maskPenalty);
  return candidates[penalties.indexOf(Math.min(...penalties))];
}

function fits(length: number, version: number): boolean {
  return 4 + countBits(version) + length * 8 <= dataCodewords(version) * 8;
}

function countBits(version: number): number {
  return version < 10 ? 8 : 16;
}

function dataCodewords(version: number): number {
  return codewords(version) - (CORRECTION[version - 1] ?? 0) * (BLOCKS[version - 1] ?? 0);
}

/** What is left of the square when all that is fixed was taken away, in bytes. */
function codewords(version: number): number {
  const side = version * 4 + 17;
  const marks = version === 1 ? 0 : Math.floor(version / 7) + 2;
  // Three corners of 8 by 8, two timing lines, 31 of format; marks overlap the timing lines.
  const fixed = 3 * 64 + 2 * (side - 16) + 31;
  const alignment = marks === 0 ? 0 : (marks * marks - 3) * 25 - (marks - 2) * 10;
  const versions = version < 7 ? 0 : 36;
  return Math.floor((side * side - fixed - alignment - versions) / 8);
}

function dataOf(bytes: Uint8Array, version: number): readonly number[] {
  const bits = [
    ...bitsOf(BYTE_MODE, 4),
    ...bitsOf(bytes.length, countBits(version)),
    ...Array.from(bytes, (byte) => bitsOf(byte, 8)).flat(),
  ];
  const capacity = dataCodewords(version);
  bits.push(...bitsOf(0, Math.min(4, capacity * 8 - bits.length)));
  while (bits.length % 8 !== 0) bits.push(0);
  const data = Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  );
  const isShort = data.length;
  while (data.length < capacity) data.push(FILLERS[(data.length - isShort) % 2] ?? 0);
  return data;
}

/** Each block with its correction, then the first byte of each block, the second of each, and so on. */
function interleaved(data: readonly number[], version: number): readonly number[] {
  const count = BLOCKS[version - 1] ?? 1;
  const shorter = Math.floor(data.length / count);
  const longFrom = count - (data.length % count);
  let from = 0;
  const blocks = Array.from({ length: count }, (_, at) => {
    const length = shorter + (at >= longFrom ? 1 : 0);
    const block = data.slice(from, from + length);
    from += length;
    return { block, correction: correctionOf(block, CORRECTION[version - 1] ?? 0) };
  });
  return [
    ...columns(blocks.map(({ block }) => block)),
    ...columns(blocks.map(({ correction }) => correction)),
  ];
}

function columns(rows: readonly (readonly number[])[]): readonly number[] {
  const longest = Math.max(...rows.map(({ length }) => length));
  const places = Array.from({ length: longest }, (_, at) => at);
  return places.flatMap((at) => rows.flatMap((row) => row[at] ?? []));
}

/** Upwards and downwards in pairs of columns, from the right; the timing column is left out. */
function place({ side, isFixed, dark }: Symbol2d, bytes: readonly number[]): void {
  const bits = bytes.flatMap((byte) => bitsOf(byte, 8));
  let next = 0;
  for (let pair = 0; pair < (side - 1) / 2; pair++) {
    const right = side - 1 - pair * 2 - (pair * 2 >= side - 7 ? 1 : 0);
    for (let step = 0; step < side * 2; step++) {
      const row = pair % 2 === 0 ? side - 1 - (step >> 1) : step >> 1;
      const at = row * side + right - (step % 2);
      if (isFixed[at]) continue;
      dark[at] = bits[next++] === 1;
    }
  }
}

function bitsOf(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => (value >> (count - 1 - at)) & 1);
}
