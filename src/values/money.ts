/** Money is a whole number of cents, never a float and never negative. */
declare const unit: unique symbol;

export type Cents = number & { readonly [unit]: "cents" };

// At most nine characters in a request, so six digits before the point.
const AMOUNT = /^(\d{1,6})(?:\.(\d{1,2}))?$/;

/** Reads "12", "12.3" or "12.34". Returns undefined for any other text. */
export function parseCents(text: string): Cents | undefined {
  const match = AMOUNT.exec(text);
  if (match === null) return undefined;
  const [, whole = "0", fraction = ""] = match;
  return (Number(whole) * 100 + Number(fraction.padEnd(2, "0"))) as Cents;
}

export function formatCents(amount: Cents): string {
  return `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, "0")}`;
}

/** The amount as a JSON number. The nearest double prints as the same two decimals. */
export function centsToNumber(amount: Cents): number {
  return amount / 100;
}
