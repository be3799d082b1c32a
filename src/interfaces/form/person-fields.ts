/** The fields for the customer's name, address and email, and the merchant's own fields. */
import { fieldName } from "./field-names.ts";
import { type FormPage, writeRefilledField } from "./filled-page.ts";

export function writePerson(page: FormPage): string {
  const person = (name: string, label: string, autocomplete: string) =>
    writeRefilledField(page, {
      name,
      label,
      width: "half",
      more: { autocomplete, maxlength: "50" },
    });
  const { form, methods } = page.opened;
  const hint = form.sendsCustomerReceipt
    ? "We will email your receipt to this address."
    : undefined;
  const more = { type: "email", inputmode: "email", autocomplete: "email", maxlength: "100" };
  const email = writeRefilledField(page, {
    name: "email",
    label: "Email",
    isOptional: true,
    hint,
    more,
  });
  const address = methods.includes("card") ? writeAddress(page) : "";
  return `<div class="pair">${person("first_name", "First name", "given-name")}
${person("last_name", "Last name", "family-name")}</div>
${address}
${email}`;
}

function writeAddress(page: FormPage): string {
  const street = writeRefilledField(page, {
    name: "street_address1",
    label: "Billing address",
    isOptional: true,
    width: "half",
    more: { autocomplete: "billing address-line1", maxlength: "50" },
  });
  const zip = writeRefilledField(page, {
    name: "zip",
    label: "Billing ZIP code",
    isOptional: true,
    width: "half",
    more: { autocomplete: "billing postal-code", maxlength: "10" },
  });
  return `<div class="pair card-only">${street}\n${zip}</div>`;
}

export function writeReportable(page: FormPage): string {
  const more = { autocomplete: "off", maxlength: "255" };
  return page.opened.form.reportableFields
    .map((label, place) =>
      writeRefilledField(page, { name: fieldName(place), label, isOptional: true, more }),
    )
    .join("\n");
}
