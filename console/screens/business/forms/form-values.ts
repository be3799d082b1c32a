/** The values of the payment form editor: amounts as typed, one value per field. */
import type {
  FormChoices,
  FormSettings,
  FormView,
} from "../../../../src/interfaces/console/forms/contract.ts";

export interface FormValues {
  name: string;
  title: string;
  methods: string[];
  amountKind: FormSettings["amounts"]["kind"];
  /** Has no value. It receives the API's errors about the amounts. */
  amounts: string;
  fixed: string;
  choices: string[];
  least: string;
  most: string;
  achSecCode: string;
  reportableFields: string[];
  returnUrl: string;
  frameAncestors: string[];
  sendsCustomerReceipt: boolean;
  sendsMerchantReceipt: boolean;
}

const AMOUNT = /^\d{1,6}(?:\.\d{1,2})?$/;

export function newFormValues({ takesCards, amountMaxCents }: FormChoices): FormValues {
  return {
    name: "",
    title: "",
    methods: [takesCards ? "card" : "ach"],
    amountKind: "free",
    amounts: "",
    fixed: "",
    choices: [],
    least: "1.00",
    most: formatCentsInput(amountMaxCents),
    achSecCode: "",
    reportableFields: [],
    returnUrl: "",
    frameAncestors: [],
    sendsCustomerReceipt: true,
    sendsMerchantReceipt: false,
  };
}

export function formValues(form: FormView, choices: FormChoices): FormValues {
  const { amounts, achSecCode = "", returnUrl = "" } = form;
  return {
    ...newFormValues(choices),
    name: form.name,
    title: form.title,
    methods: [...form.methods],
    amountKind: amounts.kind,
    ...(amounts.kind === "fixed" && { fixed: formatCentsInput(amounts.amountCents) }),
    ...(amounts.kind === "chosen" && { choices: amounts.choicesCents.map(formatCentsInput) }),
    ...(amounts.kind === "free" && {
      least: formatCentsInput(amounts.minCents),
      most: formatCentsInput(amounts.maxCents),
    }),
    achSecCode,
    reportableFields: [...form.reportableFields],
    returnUrl,
    frameAncestors: [...form.frameAncestors],
    sendsCustomerReceipt: form.sendsCustomerReceipt,
    sendsMerchantReceipt: form.sendsMerchantReceipt,
  };
}

/** The request body. The SEC code is sent only if bank accounts are accepted. */
export function formBody(values: FormValues) {
  const { name: _name, amountKind: _kind, amounts: _, fixed: _f, choices: _c, ...rest } = values;
  const { least: _l, most: _m, ...settings } = rest;
  return {
    ...settings,
    amounts: formAmounts(values),
    achSecCode: values.methods.includes("ach") ? values.achSecCode : "",
  };
}

export function formAmounts({ amountKind, fixed, choices, least, most }: FormValues) {
  switch (amountKind) {
    case "fixed":
      return { kind: amountKind, amountCents: centsOrNaN(fixed) };
    case "chosen":
      return { kind: amountKind, choicesCents: choices.map(centsOrNaN) };
    case "free":
      return { kind: amountKind, minCents: centsOrNaN(least), maxCents: centsOrNaN(most) };
  }
}

/** NaN for an invalid amount, which the API then rejects with an error. */
export function centsOrNaN(text: string): number {
  const plain = text.trim().replaceAll(",", "");
  if (!AMOUNT.test(plain)) return Number.NaN;
  return Math.round(Number(plain) * 100);
}

export function formatCentsInput(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Suggests a URL name: "Spring tickets!" becomes "spring-tickets". */
export function suggestName(title: string): string {
  const plain = title.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+/g, "")
    .slice(0, 50)
    .replaceAll(/-+$/g, "");
}
