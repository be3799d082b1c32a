/** Card numbers: check digit, brand by published ranges, expiry. Nothing here keeps a number. */

/** What reports call a brand. */
export type CardBrand = "VISA" | "MASTERCARD" | "AMERICAN EXPRESS" | "DISCOVER";

interface Range {
  readonly brand: CardBrand;
  /** Prefixes from and to, of the same length, both included. */
  readonly from: number;
  readonly to: number;
  readonly lengths: readonly number[];
}

const SIXTEEN_TO_NINETEEN = [16, 17, 18, 19];

/** JCB, Diners and UnionPay are carried by Discover's network here, and reports call them so. */
const RANGES: readonly Range[] = [
  { brand: "VISA", from: 4, to: 4, lengths: [13, 16, 19] },
  { brand: "MASTERCARD", from: 51, to: 55, lengths: [16] },
  { brand: "MASTERCARD", from: 2221, to: 2720, lengths: [16] },
  { brand: "AMERICAN EXPRESS", from: 34, to: 34, lengths: [15] },
  { brand: "AMERICAN EXPRESS", from: 37, to: 37, lengths: [15] },
  { brand: "DISCOVER", from: 6011, to: 6011, lengths: SIXTEEN_TO_NINETEEN },
  { brand: "DISCOVER", from: 644, to: 649, lengths: SIXTEEN_TO_NINETEEN },
  { brand: "DISCOVER", from: 65, to: 65, lengths: SIXTEEN_TO_NINETEEN },
  { brand: "DISCOVER", from: 3528, to: 3589, lengths: SIXTEEN_TO_NINETEEN },
  { brand: "DISCOVER", from: 300, to: 305, lengths: [14, ...SIXTEEN_TO_NINETEEN] },
  { brand: "DISCOVER", from: 3095, to: 3095, lengths: [14, ...SIXTEEN_TO_NINETEEN] },
  { brand: "DISCOVER", from: 36, to: 36, lengths: [14, ...SIXTEEN_TO_NINETEEN] },
  { brand: "DISCOVER", from: 38, to: 39, lengths: [14, ...SIXTEEN_TO_NINETEEN] },
  { brand: "DISCOVER", from: 62, to: 62, lengths: SIXTEEN_TO_NINETEEN },
  { brand: "DISCOVER", from: 81, to: 81, lengths: SIXTEEN_TO_NINETEEN },
];

/** The brand of a number that could be a card's: right length for its range, good check digit. */
export function cardBrand(digits: string): CardBrand | undefined {
  if (!passesCheckDigit(digits)) return undefined;
  return RANGES.find((range) => holds(range, digits))?.brand;
}

function holds({ from, to, lengths }: Range, digits: string): boolean {
  const prefix = Number(digits.slice(0, String(from).length));
  return prefix >= from && prefix <= to && lengths.includes(digits.length);
}

/** ISO/IEC 7812-1 Annex B: from the right, every second digit counts double. */
export function passesCheckDigit(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 48;
    const doubled = place % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** The month of an expiry written MMYY, this century. */
export function parseExpiration(text: string): Temporal.PlainYearMonth | undefined {
  const match = /^(0[1-9]|1[0-2])(\d{2})$/.exec(text);
  if (match === null) return undefined;
  return Temporal.PlainYearMonth.from({ month: Number(match[1]), year: 2000 + Number(match[2]) });
}
