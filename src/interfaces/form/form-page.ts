/** The page that a customer fills in. The same for the editor's preview, with nothing to pay by. */
import type { OpenForm } from "../../core/forms/form-door.ts";
import { standsForCheck } from "../../core/payments/bank/sec-rules.ts";
import { escapeHtml } from "../../core/receipts/letter.ts";
import { formatCents } from "../../values/money.ts";
import { fieldName, TICKET, type Values } from "./field-names.ts";
import { type Field, writeChoices, writeField, writeFixed, writeTick } from "./fields.ts";
import { writePage } from "./page.ts";
import type { FieldFaults } from "./read.ts";
import { consentWords, currencySign, money } from "./words.ts";

export interface FormPage {
  readonly opened: OpenForm;
  /** Undefined: a preview, which cannot pay. */
  readonly ticket: string | undefined;
  readonly values: Values;
  readonly faults: FieldFaults;
  /** What happened to the last try. */
  readonly message?: string | undefined;
  readonly now: Temporal.Instant;
  readonly isTrial: boolean;
}

const NO_FAULTS: FieldFaults = new Map();

/** What the editor shows of a form, be it switched off. */
export function previewPage(opened: OpenForm, now: Temporal.Instant): string {
  return formPage({
    opened,
    ticket: undefined,
    values: new Map(),
    faults: NO_FAULTS,
    now,
    isTrial: false,
  });
}

export function formPage(page: FormPage): string {
  const { opened, isTrial } = page;
  const { form, account } = opened;
  const hasTrouble = page.message !== undefined || page.faults.size > 0;
  return writePage({
    title: hasTrouble ? `Not paid yet: ${form.title}` : form.title,
    merchant: account.name,
    content: `${writeTop(opened)}${writeSummary(page)}${writeForm(page)}`,
    isTrial,
  });
}

function writeTop({ form, account }: OpenForm): string {
  const over =
    account.name === form.title ? "" : `<p class="merchant">${escapeHtml(account.name)}</p>\n`;
  const sum =
    form.amounts.kind === "fixed"
      ? `<p class="sum">${escapeHtml(money(form.amounts.amountCents, account.currency))}</p>\n`
      : "";
  return `<header class="top">\n${over}<h1>${escapeHtml(form.title)}</h1>\n${sum}</header>\n`;
}

/** Focused as the page opens, so that a screen reader begins with it; each fault leads to its field. */
function writeSummary({ message, faults }: FormPage): string {
  if (message === undefined && faults.size === 0) return "";
  const told = message ?? "Please check what you entered. Nothing was charged.";
  const items = [...faults].map(
    ([name, words]) => `<li><a href="#${name}">${escapeHtml(words)}</a></li>`,
  );
  const list = items.length === 0 ? "" : `<ul>${items.join("")}</ul>`;
  return `<div class="summary" id="summary" role="alert" tabindex="-1" autofocus><p>${escapeHtml(told)}</p>${list}</div>\n`;
}

function writeForm(page: FormPage): string {
  const { form } = page.opened;
  const ticket =
    page.ticket === undefined
      ? ""
      : `<input type="hidden" name="${TICKET}" value="${page.ticket}">\n`;
  return `<form id="pay" method="post" action="/pay/${form.name}" novalidate>
${ticket}${writeAmount(page)}
${writeMethods(page)}
${writePerson(page)}
${writeReportable(page)}
${writeConsent(page)}
${writeButton(page)}
</form>`;
}

function writeAmount({ opened, values, faults }: FormPage): string {
  const { form, account } = opened;
  const { amounts } = form;
  const [value, fault] = [values.get("amount"), faults.get("amount")];
  switch (amounts.kind) {
    case "fixed":
      return writeFixed("amount", formatCents(amounts.amountCents), fault);
    case "chosen": {
      const choices = amounts.choicesCents.map((cents) => ({
        value: formatCents(cents),
        label: money(cents, account.currency),
      }));
      const look = "pills";
      return writeChoices({
        name: "amount",
        legend: "Amount",
        choices,
        chosen: value,
        fault,
        look,
      });
    }
    case "free": {
      const sign = escapeHtml(currencySign(account.currency));
      return writeField({
        name: "amount",
        label: "Amount",
        value,
        fault,
        more: { inputmode: "decimal", autocomplete: "transaction-amount", maxlength: "12" },
        before: `<span class="sign" aria-hidden="true">${sign}</span>`,
      });
    }
  }
}

const METHOD_WORDS = { card: "Card", ach: "Bank account" } as const;

/** Which of the two is filled in is chosen without a script: the style hides the other. */
function writeMethods(page: FormPage): string {
  const { opened, values, faults } = page;
  const { methods } = opened;
  const choices = methods.map((value) => ({ value, label: METHOD_WORDS[value] }));
  const chosen = methods.find((method) => method === values.get("method")) ?? methods[0];
  const fault = faults.get("method");
  const [name, legend, look] = ["method", "Pay with", "tabs"] as const;
  const tabs =
    methods.length === 1 ? "" : writeChoices({ name, legend, choices, chosen, fault, look });
  const card = methods.includes("card") ? writeCard(page) : "";
  const bank = methods.includes("ach") ? writeBank(page) : "";
  return `${tabs}\n${card}\n${bank}`;
}

function known({ values, faults }: FormPage, field: Field): string {
  const { name } = field;
  return writeField({ ...field, value: values.get(name), fault: faults.get(name) });
}

/** Numbers and codes never come back to the page. */
function fresh({ faults }: FormPage, field: Field): string {
  return writeField({ ...field, fault: faults.get(field.name) });
}

function writeCard(page: FormPage): string {
  const number = fresh(page, {
    name: "card_number",
    label: "Card number",
    more: { inputmode: "numeric", autocomplete: "cc-number", maxlength: "23", spellcheck: "false" },
    after: '<span class="brand" id="brand" aria-hidden="true"></span>',
  });
  const expiry = fresh(page, {
    name: "card_expiration",
    label: "Expiry date",
    width: "half",
    more: { inputmode: "numeric", autocomplete: "cc-exp", maxlength: "9", placeholder: "MM/YY" },
  });
  const code = fresh(page, {
    name: "card_verification",
    label: "Security code",
    width: "half",
    hint: "3 digits on the back, or 4 on the front",
    more: { inputmode: "numeric", autocomplete: "cc-csc", maxlength: "4" },
  });
  return `<div class="card-only" id="card-fields">\n${number}\n<div class="pair">${expiry}\n${code}</div>\n</div>`;
}

function writeBank(page: FormPage): string {
  const numeric = { inputmode: "numeric", autocomplete: "off", spellcheck: "false" };
  const [name, label] = ["bank_routing_number", "Routing number"];
  const hint = "9 digits, on the bottom left of a check";
  const routing = known(page, { name, label, hint, more: { ...numeric, maxlength: "11" } });
  const account = fresh(page, {
    name: "bank_account_number",
    label: "Account number",
    more: { ...numeric, maxlength: "24" },
  });
  const check = standsForCheck(page.opened.secCode)
    ? known(page, { name: "check_number", label: "Check number", more: { maxlength: "15" } })
    : "";
  const type = writeChoices({
    name: "ach_account_type",
    legend: "Account type",
    choices: [
      { value: "checking", label: "Checking" },
      { value: "savings", label: "Savings" },
    ],
    chosen: page.values.get("ach_account_type") === "savings" ? "savings" : "checking",
    fault: page.faults.get("ach_account_type"),
    look: "pills",
  });
  return `<div class="ach-only" id="ach-fields">\n${routing}\n${account}\n${check}${type}\n</div>`;
}

function writePerson(page: FormPage): string {
  const person = (name: string, label: string, autocomplete: string) =>
    known(page, { name, label, width: "half", more: { autocomplete, maxlength: "50" } });
  const { form, methods } = page.opened;
  const hint = form.sendsCustomerReceipt ? "Your receipt will be sent here." : undefined;
  const more = { type: "email", inputmode: "email", autocomplete: "email", maxlength: "100" };
  const email = known(page, { name: "email", label: "E-mail", isOptional: true, hint, more });
  const address = methods.includes("card") ? writeAddress(page) : "";
  return `<div class="pair">${person("first_name", "First name", "given-name")}
${person("last_name", "Last name", "family-name")}</div>
${address}
${email}`;
}

function writeAddress(page: FormPage): string {
  const street = known(page, {
    name: "street_address1",
    label: "Billing street",
    isOptional: true,
    width: "half",
    more: { autocomplete: "billing address-line1", maxlength: "50" },
  });
  const zip = known(page, {
    name: "zip",
    label: "Billing ZIP",
    isOptional: true,
    width: "half",
    more: { autocomplete: "billing postal-code", maxlength: "10" },
  });
  return `<div class="pair card-only">${street}\n${zip}</div>`;
}

function writeReportable(page: FormPage): string {
  const more = { autocomplete: "off", maxlength: "255" };
  return page.opened.form.reportableFields
    .map((label, place) => known(page, { name: fieldName(place), label, isOptional: true, more }))
    .join("\n");
}

function writeConsent({ opened, faults, now }: FormPage): string {
  if (!opened.methods.includes("ach")) return "";
  const fault = faults.get("ach_authorization");
  return `<div class="ach-only">${writeTick("ach_authorization", consentWords(opened, now), fault)}</div>`;
}

function writeButton({ opened, ticket }: FormPage): string {
  const { form, account } = opened;
  const disabled = ticket === undefined ? " disabled" : "";
  const sum =
    form.amounts.kind === "fixed" ? ` ${money(form.amounts.amountCents, account.currency)}` : "";
  return `<button type="submit" class="button pay"${disabled} data-words="Pay">Pay${escapeHtml(sum)}</button>
<p class="live" id="live" role="status"></p>`;
}
