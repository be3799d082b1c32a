/** The fields for paying by card or bank account, with a choice if the form allows both. */
import { standsForCheck } from "../../core/payments/bank/sec-rules.ts";
import { checkNumberMax } from "../../values/bank.ts";
import { writeChoices } from "./fields.ts";
import { type FormPage, writeEmptyField, writeRefilledField } from "./filled-page.ts";

const METHOD_LABELS = { card: "Card", ach: "Bank account" } as const;

/** Works without a script: the style sheet hides the fields of the other method. */
export function writeMethods(page: FormPage): string {
  const { opened, values, errors } = page;
  const { methods } = opened;
  const choices = methods.map((value) => ({ value, label: METHOD_LABELS[value] }));
  const chosen = methods.find((method) => method === values.get("method")) ?? methods[0];
  const error = errors.get("method");
  const [name, legend, look] = ["method", "Pay with", "tabs"] as const;
  const tabs =
    methods.length === 1 ? "" : writeChoices({ name, legend, choices, chosen, error, look });
  const card = methods.includes("card") ? writeCard(page) : "";
  const bank = methods.includes("ach") ? writeBank(page) : "";
  return `${tabs}\n${card}\n${bank}`;
}

function writeCard(page: FormPage): string {
  const number = writeEmptyField(page, {
    name: "card_number",
    label: "Card number",
    more: { inputmode: "numeric", autocomplete: "cc-number", maxlength: "23", spellcheck: "false" },
    after: '<span class="brand" id="brand" aria-hidden="true"></span>',
  });
  const expiry = writeEmptyField(page, {
    name: "card_expiration",
    label: "Expiration date",
    width: "half",
    more: { inputmode: "numeric", autocomplete: "cc-exp", maxlength: "9", placeholder: "MM/YY" },
  });
  const code = writeEmptyField(page, {
    name: "card_verification",
    label: "Security code",
    width: "half",
    hint: "3 digits on the back, or 4 on the front (American Express)",
    more: { inputmode: "numeric", autocomplete: "cc-csc", maxlength: "4" },
  });
  return `<div class="card-only" id="card-fields">\n${number}\n<div class="pair">${expiry}\n${code}</div>\n</div>`;
}

function writeBank(page: FormPage): string {
  const numeric = { inputmode: "numeric", autocomplete: "off", spellcheck: "false" };
  const [name, label] = ["bank_routing_number", "Routing number"];
  const hint = "9 digits, at the bottom left of a check";
  const routing = writeRefilledField(page, {
    name,
    label,
    hint,
    more: { ...numeric, maxlength: "11" },
  });
  const account = writeEmptyField(page, {
    name: "bank_account_number",
    label: "Account number",
    more: { ...numeric, maxlength: "24" },
  });
  const check = standsForCheck(page.opened.secCode)
    ? writeRefilledField(page, {
        name: "check_number",
        label: "Check number",
        more: { maxlength: String(checkNumberMax(page.opened.secCode)) },
      })
    : "";
  const type = writeChoices({
    name: "ach_account_type",
    legend: "Account type",
    choices: [
      { value: "checking", label: "Checking" },
      { value: "savings", label: "Savings" },
    ],
    chosen: page.values.get("ach_account_type") === "savings" ? "savings" : "checking",
    error: page.errors.get("ach_account_type"),
    look: "pills",
  });
  return `<div class="ach-only" id="ach-fields">\n${routing}\n${account}\n${check}${type}\n</div>`;
}
