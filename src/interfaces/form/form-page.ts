/** The page that a customer fills in. The editor's preview is the same page without a token. */
import type { OpenForm } from "../../core/forms/open-form.ts";
import { formatCents } from "../../values/money.ts";
import { escapeHtml } from "../../values/text/escape-html.ts";
import { currencySign, formatMoney } from "../../values/text/readable.ts";
import { PAGE_TOKEN } from "./field-names.ts";
import { writeChoices, writeField, writeFixed, writeTick } from "./fields.ts";
import type { FormPage } from "./filled-page.ts";
import { writeMethods } from "./method-fields.ts";
import { NO_BRAND, type PageBrand, writeLogo, writePage } from "./page.ts";
import { writePerson, writeReportable } from "./person-fields.ts";
import type { FieldErrors } from "./read.ts";
import { consentHtml } from "./texts.ts";

const NO_ERRORS: FieldErrors = new Map();

/** The preview in the editor. It also works for a disabled form. */
export function previewPage(
  opened: OpenForm,
  now: Temporal.Instant,
  { brand = NO_BRAND, scheme }: Partial<Pick<FormPage, "brand" | "scheme">> = {},
): string {
  return formPage({
    brand,
    ...(scheme && { scheme }),
    opened,
    pageToken: undefined,
    values: new Map(),
    errors: NO_ERRORS,
    now,
    isTrial: false,
  });
}

export function formPage(page: FormPage): string {
  const { opened, isTrial, brand, scheme } = page;
  const { form, account } = opened;
  const hasTrouble = page.message !== undefined || page.errors.size > 0;
  return writePage({
    title: hasTrouble ? `Not paid yet: ${form.title}` : form.title,
    merchant: account.name,
    content: `${writeTop(opened, brand)}${writeSummary(page)}${writeForm(page)}`,
    isTrial,
    brand,
    scheme,
  });
}

function writeTop({ form, account }: OpenForm, brand: PageBrand): string {
  const merchant =
    account.name === form.title ? "" : `<p class="merchant">${escapeHtml(account.name)}</p>\n`;
  const sum =
    form.amounts.kind === "fixed"
      ? `<p class="sum">${escapeHtml(formatMoney(form.amounts.amountCents, account.currency))}</p>\n`
      : "";
  return `<header class="top">\n${writeLogo(brand)}${merchant}<h1>${escapeHtml(form.title)}</h1>\n${sum}</header>\n`;
}

/** Gets the focus when the page opens, so that a screen reader starts here. Errors link to their fields. */
function writeSummary({ message, errors }: FormPage): string {
  if (message === undefined && errors.size === 0) return "";
  const text = message ?? "Please check your entries. You have not been charged.";
  const items = [...errors].map(
    ([name, words]) => `<li><a href="#${name}">${escapeHtml(words)}</a></li>`,
  );
  const list = items.length === 0 ? "" : `<ul>${items.join("")}</ul>`;
  return `<div class="summary" id="summary" role="alert" tabindex="-1" autofocus><p>${escapeHtml(text)}</p>${list}</div>\n`;
}

function writeForm(page: FormPage): string {
  const { form } = page.opened;
  const token =
    page.pageToken === undefined
      ? ""
      : `<input type="hidden" name="${PAGE_TOKEN}" value="${page.pageToken}">\n`;
  return `<form id="pay" method="post" action="/pay/${form.name}" novalidate>
${token}${writeAmount(page)}
${writeMethods(page)}
${writePerson(page)}
${writeReportable(page)}
${writeConsent(page)}
${writeButton(page)}
</form>`;
}

function writeAmount({ opened, values, errors }: FormPage): string {
  const { form, account } = opened;
  const { amounts } = form;
  const [value, error] = [values.get("amount"), errors.get("amount")];
  switch (amounts.kind) {
    case "fixed":
      return writeFixed("amount", formatCents(amounts.amountCents), error);
    case "chosen": {
      const choices = amounts.choicesCents.map((cents) => ({
        value: formatCents(cents),
        label: formatMoney(cents, account.currency),
      }));
      const look = "pills";
      return writeChoices({
        name: "amount",
        legend: "Amount",
        choices,
        chosen: value,
        error,
        look,
      });
    }
    case "free": {
      const sign = escapeHtml(currencySign(account.currency));
      return writeField({
        name: "amount",
        label: "Amount",
        value,
        error,
        more: { inputmode: "decimal", autocomplete: "transaction-amount", maxlength: "12" },
        before: `<span class="sign" aria-hidden="true">${sign}</span>`,
      });
    }
  }
}

function writeConsent({ opened, errors, now }: FormPage): string {
  if (!opened.methods.includes("ach")) return "";
  const error = errors.get("ach_authorization");
  return `<div class="ach-only">${writeTick("ach_authorization", consentHtml(opened, now), error)}</div>`;
}

function writeButton({ opened, pageToken, brand }: FormPage): string {
  const { form, account } = opened;
  const words = escapeHtml(brand.buttonText ?? "Pay");
  // The preview cannot be paid, but its button has the colors of the form.
  const disabled = pageToken === undefined ? " disabled data-preview" : "";
  const sum =
    form.amounts.kind === "fixed"
      ? ` ${formatMoney(form.amounts.amountCents, account.currency)}`
      : "";
  return `<button type="submit" class="button pay"${disabled} data-words="${words}">${words}${escapeHtml(sum)}</button>
<p class="live" id="live" role="status"></p>`;
}
