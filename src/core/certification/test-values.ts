/** The published test values of certification, and the simulators' response to each. */
import type { CertificationSeed } from "./certification-seed.ts";

export interface TestValue {
  readonly value: string;
  readonly effect: string;
}

/** Numbers that card brands publish for tests. Any number with a valid check digit works too. */
export const TEST_CARDS = [
  { brand: "Visa", number: "4111111111111111" },
  { brand: "Mastercard", number: "5555555555554444" },
  { brand: "Mastercard, 2-series", number: "2223003122003222" },
  { brand: "American Express", number: "378282246310005" },
  { brand: "Discover", number: "6011111111111117" },
] as const;

export const TEST_ROUTING_NUMBER = "021000021";
const BEFORE_LAST_FOUR = "12345";

/** The last four digits control the simulators. */
export function testBankAccount(last4: string): string {
  return BEFORE_LAST_FOUR + last4;
}

export interface CardValues {
  readonly about: string;
  readonly amounts: readonly TestValue[];
  readonly avs: readonly TestValue[];
  readonly cvv: readonly TestValue[];
}

export function cardValues({
  simulators: { card },
}: Pick<CertificationSeed, "simulators">): CardValues {
  return {
    about: card.about,
    amounts: sortedValues(card.amounts),
    avs: splitPairs(card.avs),
    cvv: splitPairs(card.cvv),
  };
}

export interface LastFourValues {
  readonly about: string;
  readonly rows: readonly (TestValue & { readonly accountNumber: string })[];
}

export function lastFourValues(
  { simulators }: Pick<CertificationSeed, "simulators">,
  simulator: "verification" | "achNetwork",
): LastFourValues {
  const { about, ...effects } = simulators[simulator];
  const rows = sortedValues(effects).map((row) => ({
    ...row,
    accountNumber: testBankAccount(row.value),
  }));
  return { about, rows };
}

/** Sorted, because JSON.parse moves members that look like whole numbers to the front. */
function sortedValues(effects: Readonly<Record<string, string>>): TestValue[] {
  const rows = Object.entries(effects).map(([value, effect]) => ({ value, effect }));
  return rows.toSorted((a, b) => (a.value < b.value ? -1 : 1));
}

function splitPairs(line: string): TestValue[] {
  return line.split("; ").map((pair) => {
    const [value = "", effect = ""] = pair.split(": ");
    return { value, effect };
  });
}
