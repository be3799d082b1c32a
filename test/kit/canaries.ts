/** Secrets that exist nowhere else, so that finding one anywhere means a leak. */
import { randomBytes, randomInt } from "node:crypto";
import { passesCheckDigit } from "../../src/values/card.ts";

export interface Canary {
  /** What is sent. */
  readonly text: string;
  /** What must not be found: its telling part. */
  readonly needle: string;
}

const PREFIXES: readonly [prefix: string, length: number][] = [
  ["4", 16],
  ["51", 16],
  ["2223", 16],
  ["37", 15],
  ["6011", 16],
  ["3530", 16],
];

/** A number of a brand with a good check digit. */
function cardNumber(index: number): string {
  const [prefix, length] = PREFIXES[index % PREFIXES.length] ?? ["4", 16];
  const body = Array.from({ length: length - prefix.length - 1 }, () => randomInt(10)).join("");
  const digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `${prefix}${body}${digit}`);
  return digits.find(passesCheckDigit) ?? "";
}

const KINDS: readonly ((index: number) => Canary)[] = [
  (index) => {
    const number = cardNumber(index);
    return { text: number, needle: number };
  },
  (index) => {
    const number = cardNumber(index);
    const spaced = number.replace(/(\d{4})(?=\d)/g, "$1 ");
    return { text: spaced, needle: spaced };
  },
  (index) => {
    const number = cardNumber(index);
    return { text: `%B${number}^CANARY/YELLOW^30121010000000000000?`, needle: number };
  },
  (index) => {
    const number = cardNumber(index);
    return { text: `;${number}=30121010000000000000?`, needle: number };
  },
];

/** In turn: plain numbers, spaced ones, both tracks. */
export function canaries(count: number): readonly Canary[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = KINDS[index % KINDS.length];
    return kind === undefined ? { text: "", needle: "" } : kind(index);
  });
}

/** A key of ours: only its name gives it away. */
export function keyCanary(): string {
  return randomBytes(16).toString("hex");
}

/** A bank account number of so many digits; the last four may be what a simulator knows it by. */
export function bankCanary(length: number, ending = ""): string {
  const digits = Array.from({ length: length - ending.length }, () => randomInt(10));
  return digits.join("") + ending;
}

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/** One id in four thousand has the four digits looked for between two of its hyphens. */
export function withoutIds(text: string): string {
  return text.replaceAll(UUID, "an id");
}
