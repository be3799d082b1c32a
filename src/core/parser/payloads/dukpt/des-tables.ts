/**
 * The tables of DES (FIPS 46-3), and tables computed from them at start: S-boxes combined with the
 * permutation that follows them, and both permuted choices of the key schedule for seven bits.
 */

/** FIPS 46-3, appendix 1, S1 to S8: four rows of sixteen entries, one hex digit per entry. */
const S_BOXES = [
  "E4D12FB83A6C5907 0F74E2D1A6CB9538 41E8D62BFC973A50 FC8249175B3EA06D",
  "F18E6B34972DC05A 3D47F28EC01A69B5 0E7BA4D158C6932F D8A13F42B67C05E9",
  "A09E63F51DC7B428 D709346A285ECBF1 D6498F30B12C5AE7 1AD069874FE3B52C",
  "7DE3069A1285BC4F D8B56F03472C1AE9 A690CB7DF13E5284 3F06A1D8945BC72E",
  "2C417AB6853FD0E9 EB2C47D150FA3986 421BAD78F9C5630E B8C71E2D6F09A453",
  "C1AF92680D34E75B AF427C9561DE0B38 9EF528C3704A1DB6 432C95FABE17608D",
  "4B2EF08D3C975A61 D0B7491AE35C2F86 14BDC37EAF680592 6BD814A7950FE23C",
  "D2846FB1A93E50C7 1FD8A374C56B0E92 7B419CE206ADF358 21E74A8DFC90356B",
] as const;
// The same appendix: bits are numbered from 1, the highest bit first.
const P = numbers(
  "16 7 20 21 29 12 28 17 1 15 23 26 5 18 31 10 2 8 24 14 32 27 3 9 19 13 30 6 22 11 4 25",
);
const PC_1 = numbers(
  `57 49 41 33 25 17 9 1 58 50 42 34 26 18 10 2 59 51 43 35 27 19 11 3 60 52 44 36
   63 55 47 39 31 23 15 7 62 54 46 38 30 22 14 6 61 53 45 37 29 21 13 5 28 20 12 4`,
);
const PC_2 = numbers(
  `14 17 11 24 1 5 3 28 15 6 21 10 23 19 12 4 26 8 16 7 27 20 13 2
   41 52 31 37 47 55 30 40 51 45 33 48 44 49 39 56 34 53 46 42 50 36 29 32`,
);

/** How far C and D are rotated left before each round. */
export const SHIFTS = Uint8Array.from(numbers("1 1 2 2 2 2 2 2 1 2 2 2 2 2 2 1"));
/** C and D have 28 bits each: four times seven. */
const SEVEN_BITS = 128;

/** 64 words per box: the output for six bits, permuted and rotated left by one. */
export const SUBSTITUTIONS = substitutions();
type Eight = readonly [Table, Table, Table, Table, Table, Table, Table, Table];
/** 128 words: the output for seven bits. */
type Table = Int32Array;

/** One table per byte of a key: the bits of C and of D for its seven bits without parity. */
export const [CHOSEN_C, CHOSEN_D] = [chosenFirst(0), chosenFirst(28)];
/**
 * One table per seven bits of C from the left, then of D: their bits in a round key. The six bits of
 * boxes 1, 3, 2, 4 (for D: 5, 7, 6, 8) have one byte each.
 */
export const CHOSEN_FOR_ROUND = chosenSecond();

function numbers(text: string): readonly number[] {
  return text.split(/\s+/).map(Number);
}

function substitutions(): Int32Array {
  const words = new Int32Array(8 * 64);
  S_BOXES.forEach((rows, box) => {
    const entries = rows.replaceAll(" ", "");
    for (let bits = 0; bits < 64; bits++) {
      // The outer two bits choose the row, the inner four the column.
      const row = ((bits >> 4) & 2) | (bits & 1);
      const entry = Number.parseInt(entries.charAt(row * 16 + ((bits >> 1) & 15)), 16);
      words[box * 64 + bits] = rotateLeft(permuted(entry << (28 - 4 * box)));
    }
  });
  return words;
}

function permuted(word: number): number {
  return P.reduce((result, from, to) => result | (((word >>> (32 - from)) & 1) << (31 - to)), 0);
}

function rotateLeft(word: number): number {
  return (word << 1) | (word >>> 31);
}

/** PC-1 for half a key. */
function chosenFirst(half: number): Eight {
  return byBits((byte, bit) => {
    const place = PC_1.indexOf(8 * byte + bit + 1) - half;
    return place < 0 || place > 27 ? 0 : 1 << (27 - place);
  });
}

/** PC-2 for both halves. */
function chosenSecond(): Eight {
  return byBits((seven, bit) => {
    const chosen = PC_2.indexOf(7 * seven + bit + 1);
    if (chosen < 0) return 0;
    const box = Math.floor(chosen / 6) % 4;
    const byte = [3, 1, 2, 0][box] ?? 0;
    return 1 << (8 * byte + 5 - (chosen % 6));
  });
}

/** Tables for eight groups of seven bits. An entry is the OR of the words of its set bits. */
function byBits(wordOf: (group: number, bit: number) => number): Eight {
  const tables = Array.from({ length: 8 }, (_, group) =>
    Int32Array.from({ length: SEVEN_BITS }, (_, value) => {
      let word = 0;
      for (let bit = 0; bit < 7; bit++) if (value & (64 >> bit)) word |= wordOf(group, bit);
      return word;
    }),
  );
  return tables as unknown as Eight;
}
