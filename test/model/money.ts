/** Amounts in requests and answers. */

const AMOUNT = /^(\d{1,6})(?:\.(\d{1,2}))?$/;

/** Undefined: not a valid amount. */
export function parseAmount(text: string): number | undefined {
  const [, units = "", decimals = ""] = AMOUNT.exec(text) ?? [];
  return units === "" ? undefined : Number(units) * 100 + Number(decimals.padEnd(2, "0"));
}

export function moneyText(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

/** As a JSON number. */
export function moneyNumber(cents: number): number {
  return Number(moneyText(cents));
}
