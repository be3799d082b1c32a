/** How much is paid: what the form says, one of its choices, or what was written. */
import type { OpenForm } from "../../core/forms/open-form.ts";
import { type Cents, formatCents, parseCents } from "../../values/money.ts";
import type { FieldReader } from "./field-reader.ts";
import { formatMoney } from "./texts.ts";

const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/;

export function readAmount({ form, account }: OpenForm, fields: FieldReader): Cents | undefined {
  const { amounts } = form;
  const shown = (cents: Cents) => formatMoney(cents, account.currency);
  const text = fields.text("amount");
  switch (amounts.kind) {
    case "fixed":
      // The page may be older than the price: nobody pays what they have not seen.
      return text === formatCents(amounts.amountCents)
        ? amounts.amountCents
        : fields.error("amount", `The amount is now ${shown(amounts.amountCents)}.`);
    case "chosen":
      return (
        amounts.choicesCents.find((cents) => formatCents(cents) === text) ??
        fields.error("amount", "Choose one of the amounts.")
      );
    case "free": {
      if (text === "") return fields.error("amount", "Enter an amount.");
      const cents = readMoney(text);
      if (cents === undefined) {
        return fields.error("amount", "Enter an amount such as 25 or 25.50.");
      }
      if (cents < amounts.minCents) {
        return fields.error("amount", `Enter ${shown(amounts.minCents)} or more.`);
      }
      if (cents > amounts.maxCents) {
        return fields.error("amount", `Enter ${shown(amounts.maxCents)} or less.`);
      }
      return cents;
    }
  }
}

/** As people write it: with a sign of the currency, with commas between thousands. */
function readMoney(text: string): Cents | undefined {
  const plain = text.replace(/^[$€£]\s*/, "");
  return parseCents(GROUPED.test(plain) ? plain.replaceAll(",", "") : plain);
}
