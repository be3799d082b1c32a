/** Card numbers: check digit, brand by published ranges, expiration. Nothing is stored here. */

/** The brand names that reports use. */
export type CardBrand = "VISA" | "MASTERCARD" | "AMERICAN EXPRESS" | "DISCOVER";

export interface IssuerRange {
  readonly brand: CardBrand;
  /** First and last prefix, both included, of the same length: one to eight digits. */
  readonly from: string;
  readonly to: string;
  readonly lengths: readonly number[];
}

const SIXTEEN_UP = [16, 17, 18, 19];
const FOURTEEN_OR_SIXTEEN_UP = [14, ...SIXTEEN_UP];
const FOURTEEN_UP = [14, 15, ...SIXTEEN_UP];

/** JCB, Diners and UnionPay cards use Discover's network, and reports show them as Discover. */
export const ISSUER_RANGES: readonly IssuerRange[] = [
  { brand: "VISA", from: "4", to: "4", lengths: [13, 16, 19] },
  { brand: "MASTERCARD", from: "51", to: "55", lengths: [16] },
  { brand: "MASTERCARD", from: "2221", to: "2720", lengths: [16] },
  { brand: "AMERICAN EXPRESS", from: "34", to: "34", lengths: [15] },
  { brand: "AMERICAN EXPRESS", from: "37", to: "37", lengths: [15] },
  { brand: "DISCOVER", from: "6011", to: "6011", lengths: SIXTEEN_UP },
  { brand: "DISCOVER", from: "644", to: "649", lengths: SIXTEEN_UP },
  { brand: "DISCOVER", from: "65", to: "65", lengths: SIXTEEN_UP },
  { brand: "DISCOVER", from: "622126", to: "622925", lengths: SIXTEEN_UP },
  // JCB.
  { brand: "DISCOVER", from: "3528", to: "3589", lengths: SIXTEEN_UP },
  // Diners.
  { brand: "DISCOVER", from: "300", to: "305", lengths: FOURTEEN_OR_SIXTEEN_UP },
  { brand: "DISCOVER", from: "3095", to: "3095", lengths: FOURTEEN_OR_SIXTEEN_UP },
  { brand: "DISCOVER", from: "36", to: "36", lengths: FOURTEEN_UP },
  { brand: "DISCOVER", from: "38", to: "39", lengths: FOURTEEN_OR_SIXTEEN_UP },
  // UnionPay.
  { brand: "DISCOVER", from: "62", to: "62", lengths: SIXTEEN_UP },
  { brand: "DISCOVER", from: "81", to: "81", lengths: SIXTEEN_UP },
];

/** ISO/IEC 7812-1: the first eight digits identify the issuer. */
const ISSUER_DIGITS = 8;

interface Candidate {
  readonly brand: CardBrand;
  /** First and last issuer, eight digits each. */
  readonly first: number;
  readonly last: number;
  /** Bit n stands for n digits. */
  readonly lengthBits: number;
}

/** Makes a function that finds the brand of a card. If ranges overlap, the longer prefix wins. */
export function brandFinder(ranges: readonly IssuerRange[]) {
  const byFirstDigit = Array.from({ length: 10 }, (_, digit) =>
    rangesStartingWith(ranges, `${digit}`),
  );
  /** Returns undefined if the length or the check digit is wrong, or the range is unknown. */
  return function cardBrand(digits: string): CardBrand | undefined {
    const candidates = byFirstDigit[digits.charCodeAt(0) - ZERO];
    if (candidates === undefined) return undefined;
    const issuer = issuerNumber(digits);
    for (const { first, last, lengthBits, brand } of candidates) {
      if (issuer < first || issuer > last || !hasLength(digits, lengthBits)) continue;
      return passesCheckDigit(digits) ? brand : undefined;
    }
    return undefined;
  };
}

export const cardBrand = brandFinder(ISSUER_RANGES);

function rangesStartingWith(ranges: readonly IssuerRange[], firstDigit: string): Candidate[] {
  return ranges
    .filter(({ from, to }) => from.charAt(0) <= firstDigit && firstDigit <= to.charAt(0))
    .sort((one, other) => other.from.length - one.from.length)
    .map(({ brand, from, to, lengths }) => ({
      brand,
      first: Number(from.padEnd(ISSUER_DIGITS, "0")),
      last: Number(to.padEnd(ISSUER_DIGITS, "9")),
      lengthBits: lengths.reduce((bits, length) => bits | (1 << length), 0),
    }));
}

const LENGTH_MAX = 30;

function hasLength({ length }: string, lengthBits: number): boolean {
  return length <= LENGTH_MAX && (lengthBits & (1 << length)) !== 0;
}

const ZERO = 48;

/** Meaningless for text that is not digits, but then the check digit fails. */
function issuerNumber(digits: string): number {
  let issuer = 0;
  for (let place = 0; place < ISSUER_DIGITS; place++) {
    issuer = issuer * 10 + digits.charCodeAt(place) - ZERO;
  }
  return issuer;
}

/** ISO/IEC 7812-1 Annex B: from the right, every second digit counts double. */
export function passesCheckDigit(digits: string): boolean {
  let sum = 0;
  let isDoubled = false;
  for (let place = digits.length - 1; place >= 0; place--) {
    const digit = digits.charCodeAt(place) - ZERO;
    if (digit < 0 || digit > 9) return false;
    if (isDoubled) sum += digit > 4 ? digit * 2 - 9 : digit * 2;
    else sum += digit;
    isDoubled = !isDoubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** Reads an expiration written as MMYY, in this century. */
export function parseExpiration(text: string): Temporal.PlainYearMonth | undefined {
  const match = /^(0[1-9]|1[0-2])(\d{2})$/.exec(text);
  if (match === null) return undefined;
  return Temporal.PlainYearMonth.from({ month: Number(match[1]), year: 2000 + Number(match[2]) });
}
