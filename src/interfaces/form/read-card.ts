/** A card as it was typed. What is wrong with it is said as exactly as it is known. */
import type { OpenForm } from "../../core/forms/open-form.ts";
import type { FormCard } from "../../core/forms/pay-by-form.ts";
import { type CardBrand, cardBrand, parseExpiration, passesCheckDigit } from "../../values/card.ts";
import { Secret } from "../../values/secret.ts";
import type { FieldReader } from "./field-reader.ts";

const NUMBER_MIN = 12;
const NUMBER_MAX = 19;
const EXPIRATION = /^(\d{1,2})\s*[/.-]?\s*(?:20)?(\d{2})$/;

export function readCard(
  { account }: OpenForm,
  fields: FieldReader,
  now: Temporal.Instant,
): FormCard | undefined {
  const brand = readNumber(fields);
  const expiration = readExpiration(fields, now.toZonedDateTimeISO(account.timeZone));
  const verification = readVerification(fields, brand);
  if (brand === undefined || expiration === undefined || verification === undefined) {
    return undefined;
  }
  return { number: new Secret(fields.digits("card_number")), brand, expiration, verification };
}

function readNumber(fields: FieldReader): CardBrand | undefined {
  const digits = fields.digits("card_number");
  const error = (words: string) => fields.error("card_number", words);
  if (digits === "") return error("Enter the card number.");
  if (!/^\d+$/.test(digits)) return error("A card number has digits only.");
  if (digits.length < NUMBER_MIN) return error("The card number is too short.");
  if (digits.length > NUMBER_MAX) return error("The card number is too long.");
  if (!passesCheckDigit(digits)) return error("Check the card number: a digit is wrong.");
  return cardBrand(digits) ?? error("This is not the number of a card that is taken here.");
}

/** A card is good until the last day of its month, where the merchant is. */
function readExpiration(fields: FieldReader, now: Temporal.ZonedDateTime): string | undefined {
  const text = fields.text("card_expiration");
  const error = (words: string) => fields.error("card_expiration", words);
  if (text === "") return error("Enter the expiration date.");
  const [, month = "", year = ""] = EXPIRATION.exec(text) ?? [];
  const expiration = month.padStart(2, "0") + year;
  const until = parseExpiration(expiration);
  if (until === undefined) return error("Enter the expiration date as MM/YY, such as 08/29.");
  const isPast = Temporal.PlainYearMonth.compare(until, now.toPlainDate().toPlainYearMonth()) < 0;
  return isPast ? error("This card has expired.") : expiration;
}

function readVerification(fields: FieldReader, brand: CardBrand | undefined): Secret | undefined {
  const digits = fields.digits("card_verification");
  const error = (words: string) => fields.error("card_verification", words);
  if (digits === "") return error("Enter the security code.");
  const length = brand === "AMERICAN EXPRESS" ? 4 : 3;
  const isGood = /^\d{3,4}$/.test(digits) && (brand === undefined || digits.length === length);
  return isGood ? new Secret(digits) : error(`The security code has ${length} digits.`);
}
