/** What a customer filled in. Every field of the chosen way of paying is judged, each error in words. */

import type { OpenForm } from "../../core/forms/open-form.ts";
import type { FilledForm } from "../../core/forms/pay-by-form.ts";
import type { PaymentMethod } from "../../core/forms/payment-form.ts";
import { isEmailAddress } from "../../values/email-address.ts";
import type { Form } from "../../wire/form.ts";
import { fieldName } from "./field-names.ts";
import { FieldReader } from "./field-reader.ts";
import { readAmount } from "./read-amount.ts";
import { readBank } from "./read-bank.ts";
import { readCard } from "./read-card.ts";

const NAME_MAX = 50;
/** As much as a bank's file has room for. */
const BANK_NAME_MAX = 32;
const EMAIL_MAX = 100;
const STREET_MAX = 50;
const ZIP_MAX = 10;
const REPORTABLE_MAX = 255;

// One recipient and nothing that reaches into a mail's header.

/** Words by the name of the field that they stand beside. */
export type FieldErrors = ReadonlyMap<string, string>;

export type Reading =
  | { readonly kind: "good"; readonly filled: FilledForm }
  | { readonly kind: "invalid"; readonly errors: FieldErrors };

/** In the order of the page, so that the first error is the topmost. */
export function readFilledForm(opened: OpenForm, sent: Form, now: Temporal.Instant): Reading {
  const fields = new FieldReader(sent);
  const amount = readAmount(opened, fields);
  const method = readMethod(opened, fields);
  const source = readSource(opened, method, fields, now);
  const person = readPerson(fields, method);
  const reportable = readReportable(opened, fields);
  if (method === "ach")
    fields.demand("ach_authorization", "Tick the box to authorize the payment.");
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
    const bank = readBank(opened, fields);
    return bank && { bank };
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
  const nameMax = method === "ach" ? BANK_NAME_MAX : NAME_MAX;
  const firstName = fields.required("first_name", nameMax, "Enter the first name.");
  const lastName = fields.required("last_name", nameMax, "Enter the last name.");
  const email = fields.line("email", EMAIL_MAX);
  if (email !== undefined && !isEmailAddress(email)) {
    fields.error("email", "Enter one email address, such as ada@example.com.");
  }
  const isCard = method === "card";
  const streetAddress = isCard ? fields.line("street_address1", STREET_MAX) : undefined;
  const zip = isCard ? fields.line("zip", ZIP_MAX) : undefined;
  return { firstName, lastName, email, streetAddress, zip };
}

function readReportable({ form }: OpenForm, fields: FieldReader): FilledForm["fields"] {
  const values = form.reportableFields.flatMap((label, place) => {
    const value = fields.line(fieldName(place), REPORTABLE_MAX);
    return value === undefined ? [] : [[label, value] as const];
  });
  return Object.fromEntries(values);
}
