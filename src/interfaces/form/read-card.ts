/** Reads a card as it was typed. Errors are as exact as possible. */
import type { OpenForm } from "../../core/forms/open-form.ts";
import type { FormCard } from "../../core/forms/pay-by-form.ts";
import { type CardBrand, cardBrand, parseExpiration, passesCheckDigit } from "../../values/card.ts";
import { Secret } from "../../values/secret.ts";
import { must } from "../../wire/reader/check.ts";
import { ownProblem } from "../../wire/reader/problem.ts";
import { textRule } from "../../wire/reader/rule.ts";
import { type FieldReader, type FieldRule, TYPED, takeDigits } from "./field-reader.ts";

const NUMBER_MIN = 12;
const NUMBER_MAX = 19;
const EXPIRATION_FORM = /^(\d{1,2})\s*[/.-]?\s*(?:20)?(\d{2})$/;

const ALL_DIGITS = /^\d+$/;
const THREE_OR_FOUR_DIGITS = /^\d{3,4}$/;
const says = (sentence: string) => ownProblem(sentence);

const CARD_NUMBER: FieldRule<Pick<FormCard, "number" | "brand"> | undefined> = textRule<string>(
  takeDigits,
  [
    must((digits) => ALL_DIGITS.test(digits), says("Enter digits only.")),
    must((digits) => digits.length >= NUMBER_MIN, says("The card number is too short.")),
    must((digits) => digits.length <= NUMBER_MAX, says("The card number is too long.")),
    must(passesCheckDigit, says("Check the card number: a digit is wrong.")),
  ],
)
  .orReport(says("Enter the card number."))
  .as((digits) => {
    const brand = cardBrand(digits);
    return brand && { number: new Secret(digits), brand };
  }, says("We do not accept this type of card. Use another card."));

interface Expiration {
  /** MMYY. */
  readonly written: string;
  readonly until: Temporal.PlainYearMonth;
}

const EXPIRATION: FieldRule<Expiration | undefined> = TYPED.orReport(
  says("Enter the expiration date."),
).as((text) => {
  const [, month = "", year = ""] = EXPIRATION_FORM.exec(text) ?? [];
  const written = month.padStart(2, "0") + year;
  const until = parseExpiration(written);
  return until && { written, until };
}, says("Enter the expiration date as MM/YY, such as 08/29."));

const VERIFICATION = textRule<string>(takeDigits, []).orReport(says("Enter the security code."));

/** Undefined: a field has an error. */
export function readCard(
  { account }: OpenForm,
  fields: FieldReader,
  now: Temporal.Instant,
): FormCard | undefined {
  const card = fields.read("card_number", CARD_NUMBER);
  const expiration = readExpiration(fields, now.toZonedDateTimeISO(account.timeZone));
  const verification = readVerification(fields, card?.brand);
  if (card === undefined || expiration === undefined || verification === undefined) {
    return undefined;
  }
  return { ...card, expiration, verification };
}

/** A card is valid until the last day of its month, in the merchant's time zone. */
function readExpiration(fields: FieldReader, now: Temporal.ZonedDateTime): string | undefined {
  const expiration = fields.read("card_expiration", EXPIRATION);
  if (expiration === undefined) return undefined;
  const { written, until } = expiration;
  const isPast = Temporal.PlainYearMonth.compare(until, now.toPlainDate().toPlainYearMonth()) < 0;
  return isPast ? fields.error("card_expiration", "This card has expired.") : written;
}

function readVerification(fields: FieldReader, brand: CardBrand | undefined): Secret | undefined {
  const digits = fields.read("card_verification", VERIFICATION);
  const length = brand === "AMERICAN EXPRESS" ? 4 : 3;
  const isGood =
    THREE_OR_FOUR_DIGITS.test(digits) && (brand === undefined || digits.length === length);
  if (isGood) return new Secret(digits);
  return fields.error("card_verification", `The security code has ${length} digits.`);
}
