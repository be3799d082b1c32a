/**
 * The answers of the simulated card host by amount, as in the certification data. Repeated here on
 * purpose: the checker must not rely on the product's own table.
 */

const DECLINES: ReadonlyMap<number, string> = new Map([
  [101, "CALL AUTH CENTER"],
  [102, "INSUFFICIENT FUNDS"],
  [103, "EXPIRED CARD"],
  [104, "PICK UP CARD"],
  [105, "DO NOT HONOR"],
  [106, "CVV MISMATCH"],
]);
export const DECLINED_CENTS: readonly number[] = [...DECLINES.keys()];
/** The host approves, and its answer is lost. */
export const LOST_CENTS = 190;
/** The order is lost, and the result is unknown. */
export const NEVER_ARRIVES_CENTS = 191;
/** The order cannot be sent, and the product knows it. */
export const NOT_SENT_CENTS = 192;
/** All amounts from here are approved, so a test can use each one once to identify a payment. */
export const FIRST_FREE_CENTS = 1_000;

export type Expectation =
  | { readonly kind: "approved" }
  | { readonly kind: "declined"; readonly message: string }
  | { readonly kind: "lost" }
  | { readonly kind: "never_charged" };

export function hostExpectation(amountCents: number): Expectation {
  const message = DECLINES.get(amountCents);
  if (message !== undefined) return { kind: "declined", message };
  if (amountCents === LOST_CENTS) return { kind: "lost" };
  if (amountCents === NEVER_ARRIVES_CENTS || amountCents === NOT_SENT_CENTS) {
    return { kind: "never_charged" };
  }
  return { kind: "approved" };
}

export function toDecimal(cents: number): string {
  const text = String(cents).padStart(3, "0");
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** Amounts are JSON numbers, so they are rounded to the nearest cent. */
export function toCents(decimal: unknown): number {
  return Math.round(Number(decimal) * 100);
}
