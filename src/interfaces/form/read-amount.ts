/** Reads the amount: the fixed one, one of the choices, or the one that was typed. */
import type { OpenForm } from "../../core/forms/open-form.ts";
import { type Cents, formatCents, parseCents } from "../../values/money.ts";
import { formatMoney } from "../../values/text/readable.ts";
import type { FieldReader } from "./field-reader.ts";

const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/;

export function readAmount({ form, account }: OpenForm, fields: FieldReader): Cents | undefined {
  const { amounts } = form;
  const shown = (cents: Cents) => formatMoney(cents, account.currency);
  const text = fields.text("amount");
  switch (amounts.kind) {
    case "fixed":
      // The merchant may have changed the amount since the page was opened.
      return text === formatCents(amounts.amountCents)
        ? amounts.amountCents
        : fields.error(
            "amount",
            `The amount has changed to ${shown(amounts.amountCents)}. Press Pay to pay this amount.`,
          );
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

/** Accepts a currency sign and commas between thousands. */
function readMoney(text: string): Cents | undefined {
  const plain = text.replace(/^[$€£]\s*/, "");
  return parseCents(GROUPED.test(plain) ? plain.replaceAll(",", "") : plain);
}
