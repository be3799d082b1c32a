/** Reads a submitted form. Checks every field of the chosen payment method and collects the errors. */

import type { OpenForm } from "../../core/forms/open-form.ts";
import type { FilledForm } from "../../core/forms/pay-by-form.ts";
import type { PaymentMethod } from "../../core/forms/payment-form.ts";
import { isEmailAddress } from "../../values/email-address.ts";
import type { Form } from "../../wire/form.ts";
import { must } from "../../wire/reader/check.ts";
import { ownProblem } from "../../wire/reader/problem.ts";
import { fieldName } from "./field-names.ts";
import { FieldReader, optionalLine, requiredLine, TYPED } from "./field-reader.ts";
import { readAmount } from "./read-amount.ts";
import { readBank } from "./read-bank.ts";
import { readCard } from "./read-card.ts";

const nameRules = (lengthMax: number) => ({
  first: requiredLine(lengthMax, "Enter the first name."),
  last: requiredLine(lengthMax, "Enter the last name."),
});
const CARD_NAMES = nameRules(50);
/** Names in a bank file are shorter. */
const BANK_NAMES = nameRules(32);
const EMAIL = optionalLine(100).with(
  must(isEmailAddress, ownProblem("Enter one email address, such as ada@example.com.")),
);
const STREET = optionalLine(50);
const ZIP = optionalLine(10);
const REPORTABLE = optionalLine(255);
const AUTHORIZATION = TYPED.orReport(ownProblem("Check the box to authorize the payment."));

/** The error sentence of each field, by its name. */
export type FieldErrors = ReadonlyMap<string, string>;

export type FormReading =
  | { readonly kind: "good"; readonly filled: FilledForm }
  | { readonly kind: "invalid"; readonly errors: FieldErrors };

/** Checks the fields in the order of the page, so that the summary lists errors in that order. */
export function readFilledForm(opened: OpenForm, sent: Form, now: Temporal.Instant): FormReading {
  const fields = new FieldReader(sent);
  const amount = readAmount(opened, fields);
  const method = readMethod(opened, fields);
  const source = readSource(opened, method, fields, now);
  const person = readPerson(fields, method);
  const reportable = readReportable(opened, fields);
  if (method === "ach") fields.read("ach_authorization", AUTHORIZATION);
  if (fields.errors.size > 0 || amount === undefined || source === undefined) {
    return { kind: "invalid", errors: fields.errors };
  }
  return { kind: "good", filled: { amount, source, ...person, fields: reportable } };
}

function readSource(
  opened: OpenForm,
  method: PaymentMethod,
  fields: FieldReader,
  now: Temporal.Instant,
): FilledForm["source"] | undefined {
  if (method === "ach") {
    return { bank: readBank(opened, fields) };
  }
  const card = readCard(opened, fields, now);
  return card && { card };
}

function readMethod({ methods }: OpenForm, fields: FieldReader): PaymentMethod {
  const [only] = methods;
  if (methods.length === 1 && only !== undefined) return only;
  const chosen = methods.find((method) => method === fields.text("method"));
  if (chosen === undefined) fields.error("method", "Choose how you want to pay.");
  return chosen ?? "card";
}

function readPerson(fields: FieldReader, method: PaymentMethod) {
  const names = method === "ach" ? BANK_NAMES : CARD_NAMES;
  const firstName = fields.read("first_name", names.first);
  const lastName = fields.read("last_name", names.last);
  const email = fields.read("email", EMAIL);
  const isCard = method === "card";
  const streetAddress = isCard ? fields.read("street_address1", STREET) : undefined;
  const zip = isCard ? fields.read("zip", ZIP) : undefined;
  return { firstName, lastName, email, streetAddress, zip };
}

function readReportable({ form }: OpenForm, fields: FieldReader): FilledForm["fields"] {
  const values = form.reportableFields.flatMap((label, place) => {
    const value = fields.read(fieldName(place), REPORTABLE);
    return value === undefined ? [] : [[label, value] as const];
  });
  return Object.fromEntries(values);
}
