/** Published test values: what to pay with in certification, and what the simulators make of it. */
import type { Certification } from "./certification.ts";

export interface TestValue {
  readonly value: string;
  readonly effect: string;
}

/** Numbers that card brands publish for tests. Any other with a good check digit does as well. */
export const TEST_CARDS = [
  { brand: "Visa", number: "4111111111111111" },
  { brand: "Mastercard", number: "5555555555554444" },
  { brand: "Mastercard, 2-series", number: "2223003122003222" },
  { brand: "American Express", number: "378282246310005" },
  { brand: "Discover", number: "6011111111111117" },
] as const;

export const TEST_ROUTING_NUMBER = "021000021";
const BEFORE_LAST_FOUR = "12345";

/** The simulators go by the last four digits. */
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
}: Pick<Certification, "simulators">): CardValues {
  return {
    about: card.about,
    amounts: valuesOf(card.amounts),
    avs: pairsOf(card.avs),
    cvv: pairsOf(card.cvv),
  };
}

export interface LastFourValues {
  readonly about: string;
  readonly rows: readonly (TestValue & { readonly accountNumber: string })[];
}

export function lastFourValues(
  { simulators }: Pick<Certification, "simulators">,
  simulator: "verification" | "achNetwork",
): LastFourValues {
  const { about, ...effects } = simulators[simulator];
  const rows = valuesOf(effects).map((row) => ({
    ...row,
    accountNumber: testBankAccount(row.value),
  }));
  return { about, rows };
}

/** JSON puts members that look like whole numbers first; a table wants them in order. */
function valuesOf(effects: Readonly<Record<string, string>>): TestValue[] {
  const rows = Object.entries(effects).map(([value, effect]) => ({ value, effect }));
  return rows.toSorted((a, b) => (a.value < b.value ? -1 : 1));
}

function pairsOf(line: string): TestValue[] {
  return line.split("; ").map((pair) => {
    const [value = "", effect = ""] = pair.split(": ");
    return { value, effect };
  });
}
