/** Parses typed amounts, and detects card numbers typed into the wrong field. Pure. */

const AMOUNT = /^(\d{1,6})(?:\.(\d{1,2}))?$/;

/** Accepts "1,234.5" and "$12" too. Undefined if the text is not a valid amount. */
export function parseAmount(text: string): number | undefined {
  const plain = text.trim().replace(/^\$/, "").replaceAll(/[,\s]/g, "");
  const [, whole, fraction = ""] = AMOUNT.exec(plain) ?? [];
  if (whole === undefined) return undefined;
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return cents > 0 ? cents : undefined;
}

/** Formats 1234 as "12.34", for an editable field. */
export function formatAmountInput(cents: number): string {
  return (cents / 100).toFixed(2);
}

const CARD = /(?:\d[ -]?){12,18}\d/g;

/** Whether a text may contain a card number. Card numbers must never appear in an address. */
export function containsCardNumber(text: string): boolean {
  return (text.match(CARD) ?? []).some((found) => passesCheckDigit(found.replaceAll(/\D/g, "")));
}

/** The Luhn check: from the right, every second digit is doubled (ISO/IEC 7812-1). */
export function passesCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, character, place) => {
    const value = Number(character) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits !== "" && sum % 10 === 0;
}
