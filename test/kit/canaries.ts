/** Secrets that exist nowhere else, so that finding one anywhere means a leak. */
import { randomBytes, randomInt } from "node:crypto";
import { passesCheckDigit } from "../../src/values/card.ts";

export interface Canary {
  /** The text that is sent. */
  readonly text: string;
  /** The part of it that must not be found anywhere. */
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

/** A card number of a brand with a valid check digit. */
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

/** In turn: plain numbers, numbers with spaces, and both tracks. */
export function canaries(count: number): readonly Canary[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = KINDS[index % KINDS.length];
    return kind === undefined ? { text: "", needle: "" } : kind(index);
  });
}

/** An access key. Only the name of its field shows that it is secret. */
export function keyCanary(): string {
  return randomBytes(16).toString("hex");
}

/** Digits of a track that are not a card number. */
export function digitCanary(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join("");
}

/** A bank account number with this many digits. A simulator may recognize its last four digits. */
export function bankCanary(length: number, ending = ""): string {
  const digits = Array.from({ length: length - ending.length }, () => randomInt(10));
  return digits.join("") + ending;
}

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/** Removes UUIDs: one in four thousand contains the four digits between two hyphens. */
export function withoutIds(text: string): string {
  return text.replaceAll(UUID, "an id");
}
