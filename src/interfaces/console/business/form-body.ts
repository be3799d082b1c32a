/** Reads the settings of a payment form and converts errors to sentences. */
import type {
  AmountsChange,
  FormChange,
  FormError,
  FormField,
} from "../../../core/forms/form-settings.ts";
import type { Body } from "../read.ts";

const TEXT_MAX = 2_000;
/** Higher than every real limit, so that the rule itself reports the error. */
const LIST_MAX = 100;

export function readFormBody(body: Body): FormChange {
  const list = (name: string) =>
    body.has(name) ? body.texts(name, { most: LIST_MAX, max: TEXT_MAX }) : undefined;
  const flag = (name: string) => (body.has(name) ? body.flag(name) : undefined);
  const text = (name: string) =>
    body.isText(name) ? (body.optionalText(name, { max: TEXT_MAX }) ?? null) : undefined;
  const title = text("title");
  const wish = {
    title: title === null ? "" : title,
    methods: list("methods"),
    amounts: readAmounts(body),
    achSecCode: text("achSecCode"),
    reportableFields: list("reportableFields"),
    returnUrl: text("returnUrl"),
    frameAncestors: list("frameAncestors"),
    sendsCustomerReceipt: flag("sendsCustomerReceipt"),
    sendsMerchantReceipt: flag("sendsMerchantReceipt"),
  };
  body.settle();
  return withoutUndefined(wish);
}

/** Absent values stay unchanged and must not be sent on. */
function withoutUndefined(wish: FormChange): FormChange {
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
}

function readAmounts(body: Body): AmountsChange | undefined {
  if (!body.has("amounts")) return undefined;
  const { kind, amountCents, choicesCents, minCents, maxCents } = body.object("amounts");
  if (kind === "fixed") return { kind, amountCents: numberOrNaN(amountCents) };
  if (kind === "free")
    return { kind, minCents: numberOrNaN(minCents), maxCents: numberOrNaN(maxCents) };
  if (kind === "chosen" && Array.isArray(choicesCents)) {
    return { kind, choicesCents: choicesCents.map(numberOrNaN) };
  }
  body.error("amounts", "Choose how the amount is set.");
  return undefined;
}

/** A value that is not a number is not an amount. */
function numberOrNaN(value: unknown): number {
  return typeof value === "number" ? value : Number.NaN;
}

type FormErrorReason = FormError["why"];

const DEFAULT_TEXTS: Record<FormErrorReason, string> = {
  missing: "This field is required.",
  too_long: "Use fewer characters.",
  too_many: "Use at most 20.",
  invalid: "This value is not allowed.",
  repeated: "Remove the duplicate.",
  taken: "This name is already used. Choose a different one.",
  not_https: "Use an https:// address.",
  no_processor: "This account does not accept this payment method.",
  no_ach_method: "An SEC code requires bank account as a payment method.",
};

const FIELD_TEXTS: Partial<Record<FormField, Partial<Record<FormErrorReason, string>>>> = {
  name: { invalid: "Use up to 50 lowercase letters, digits and hyphens." },
  title: { too_long: "Use at most 100 characters.", invalid: "Use plain text on one line." },
  methods: {
    missing: "Choose at least one payment method.",
    no_processor:
      "This account does not accept one of these payment methods. Contact support to enable it.",
  },
  amounts: {
    missing: "Enter at least one amount.",
    invalid: "Enter amounts from 0.01 to 999,999.99, the minimum first.",
    repeated: "Remove the duplicate amount.",
  },
  reportableFields: {
    too_long: "Use at most 50 characters for each field name.",
    invalid: "Use plain text for each field name.",
  },
  returnUrl: { invalid: "Enter a full address, such as https://shop.example/thanks." },
  frameAncestors: {
    invalid: "Enter scheme and host only, such as https://shop.example.",
  },
};

export function formErrorTexts(errors: readonly FormError[]): Record<string, string> {
  return Object.fromEntries(
    errors.map(({ field, why }) => [field, FIELD_TEXTS[field]?.[why] ?? DEFAULT_TEXTS[why]]),
  );
}
