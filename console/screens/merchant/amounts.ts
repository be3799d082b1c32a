/** Amounts as people type them, and card numbers that were typed where they must not stay. Pure. */

const AMOUNT = /^(\d{1,6})(?:\.(\d{1,2}))?$/;

/** "1,234.5" and "$12" are amounts too. Undefined: no amount, or none that is taken. */
export function centsOf(text: string): number | undefined {
  const plain = text.trim().replace(/^\$/, "").replaceAll(/[,\s]/g, "");
  const [, whole, fraction = ""] = AMOUNT.exec(plain) ?? [];
  if (whole === undefined) return undefined;
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return cents > 0 ? cents : undefined;
}

/** 1234: "12.34", for a field that is to be typed in. */
export function typedAmount(cents: number): string {
  return (cents / 100).toFixed(2);
}

const CARD = /(?:\d[ -]?){12,18}\d/g;

/** Whether a text holds what could be a card number: no address of ours may hold one. */
export function holdsCardNumber(text: string): boolean {
  return (text.match(CARD) ?? []).some((found) => passesCheckDigit(found.replaceAll(/\D/g, "")));
}

/** From the right, every second digit counts double (ISO/IEC 7812-1). */
export function passesCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, character, place) => {
    const value = Number(character) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits !== "" && sum % 10 === 0;
}
