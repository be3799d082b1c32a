/**
 * The tables of DES (FIPS 46-3), and what follows from them: S-boxes joined with the permutation
 * behind them, and what each key byte adds to the sixteen round keys. Public figures, computed once.
 */

/** FIPS 46-3, appendix 1, S1 to S8: four rows of sixteen entries each, an entry a hex digit. */
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
// The same appendix: bits are numbered from 1, the highest first.
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
const SHIFTS = numbers("1 1 2 2 2 2 2 2 1 2 2 2 2 2 2 1");

/** Sixteen round keys of two words each. */
export const SCHEDULE_WORDS = 32;
/** Of a key byte the lowest bit is parity. */
export const KEY_BYTE_VALUES = 128;

/** Box after box, 64 words each: what six bits become, permuted, and turned left by one place. */
export const SUBSTITUTIONS = substitutions();
/** By place of the key byte and its seven key bits: what it adds (XOR) to all 32 words. */
export const KEY_SHARES = keyShares();

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
      words[box * 64 + bits] = turnedLeft(permuted(entry << (28 - 4 * box)));
    }
  });
  return words;
}

function permuted(word: number): number {
  return P.reduce((result, from, to) => result | (((word >>> (32 - from)) & 1) << (31 - to)), 0);
}

function turnedLeft(word: number): number {
  return (word << 1) | (word >>> 31);
}

/** Every bit of a key lands in certain bits of the round keys, so bytes can be added up by XOR. */
function keyShares(): Int32Array {
  const shares = new Int32Array(8 * KEY_BYTE_VALUES * SCHEDULE_WORDS);
  for (let bit = 0; bit < 64; bit++) {
    if (bit % 8 === 7) continue;
    const schedule = scheduleOfBit(bit + 1);
    const weight = 64 >> (bit % 8);
    for (let value = 0; value < KEY_BYTE_VALUES; value++) {
      if ((value & weight) === 0) continue;
      const at = ((bit >> 3) * KEY_BYTE_VALUES + value) * SCHEDULE_WORDS;
      for (let word = 0; word < SCHEDULE_WORDS; word++) {
        shares[at + word] = (shares[at + word] ?? 0) ^ (schedule[word] ?? 0);
      }
    }
  }
  return shares;
}

/** The round keys of a key that has this one bit. */
function scheduleOfBit(keyBit: number): Int32Array {
  const schedule = new Int32Array(SCHEDULE_WORDS);
  const place = PC_1.indexOf(keyBit);
  const half = place < 28 ? 0 : 28;
  let turned = 0;
  SHIFTS.forEach((shift, round) => {
    turned += shift;
    const moved = half + ((place - half - turned + 56) % 28);
    const chosen = PC_2.indexOf(moved + 1);
    if (chosen < 0) return;
    // Boxes 1, 3, 5, 7 share the first word, 2, 4, 6, 8 the second, six bits in each byte.
    const box = Math.floor(chosen / 6);
    const bit = (3 - (box >> 1)) * 8 + 5 - (chosen % 6);
    schedule[2 * round + (box & 1)] = 1 << bit;
  });
  return schedule;
}
