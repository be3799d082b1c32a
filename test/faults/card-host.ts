/**
 * What the simulated card host does by the amount, as the certification data promises it. Written
 * down a second time on purpose: the checker must not believe the product's own table.
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
/** The order gets lost, and nobody can tell. */
export const NEVER_ARRIVES_CENTS = 191;
/** The order cannot be sent, and we know it. */
export const NOT_SENT_CENTS = 192;
/** From here on every amount is approved, so a proof may use each one once, as a name. */
export const FIRST_FREE_CENTS = 1_000;

export type Expectation =
  | { readonly kind: "approved" }
  | { readonly kind: "declined"; readonly message: string }
  | { readonly kind: "lost" }
  | { readonly kind: "never_charged" };

export function expectationOf(amountCents: number): Expectation {
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

/** JSON carries amounts as numbers; the nearest cent is the one that was meant. */
export function toCents(decimal: unknown): number {
  return Math.round(Number(decimal) * 100);
}
