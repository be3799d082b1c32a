/** Reads what a page wants a payment form to be, and gives each error its sentence. */
import type {
  AmountsWish,
  FormError,
  FormField,
  FormWish,
} from "../../../core/forms/form-settings.ts";
import type { Body } from "../read.ts";

const TEXT_MAX = 2_000;
/** More than any rule allows: the rule itself then says what is too much. */
const LIST_MAX = 100;

export function readFormWish(body: Body): FormWish {
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
  return said(wish);
}

/** What is absent stays as it is, and must not even be named. */
function said(wish: FormWish): FormWish {
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
}

function readAmounts(body: Body): AmountsWish | undefined {
  if (!body.has("amounts")) return undefined;
  const { kind, amountCents, choicesCents, minCents, maxCents } = body.object("amounts");
  if (kind === "fixed") return { kind, amountCents: numberOf(amountCents) };
  if (kind === "free") return { kind, minCents: numberOf(minCents), maxCents: numberOf(maxCents) };
  if (kind === "chosen" && Array.isArray(choicesCents)) {
    return { kind, choicesCents: choicesCents.map(numberOf) };
  }
  body.error("amounts", "Choose how customers say what they pay.");
  return undefined;
}

/** What is no number is no amount either. */
function numberOf(value: unknown): number {
  return typeof value === "number" ? value : Number.NaN;
}

type Why = FormError["why"];

const USUAL: Record<Why, string> = {
  missing: "Fill this in.",
  too_long: "This is too long.",
  too_many: "These are too many: 20 at most.",
  invalid: "This cannot be taken.",
  repeated: "One of them is there twice.",
  taken: "This name is taken: choose another.",
  not_https: "Use https:// so that nobody reads along.",
  no_processor: "The account has nobody who would carry this.",
  no_ach_method: "A code needs bank accounts among the methods.",
};

const OF_FIELD: Partial<Record<FormField, Partial<Record<Why, string>>>> = {
  name: { invalid: "Use small letters, digits and dashes: 50 at most." },
  title: { too_long: "Use 100 characters at most.", invalid: "Use plain text on one line." },
  methods: {
    missing: "Choose one at least.",
    no_processor: "The account has no processor for one of these: ask support.",
  },
  amounts: {
    missing: "Name one amount at least.",
    invalid: "Use amounts from 0.01 to 999,999.99, the smaller one first.",
    repeated: "One amount is there twice.",
  },
  reportableFields: {
    too_long: "Use 50 characters at most for each.",
    invalid: "Use plain text for each name.",
  },
  returnUrl: { invalid: "This is no address: it begins with https:// and a host." },
  frameAncestors: {
    invalid: "Name pages by scheme and host alone, such as https://shop.example.",
  },
};

export function sentencesOf(errors: readonly FormError[]): Record<string, string> {
  return Object.fromEntries(
    errors.map(({ field, why }) => [field, OF_FIELD[field]?.[why] ?? USUAL[why]]),
  );
}
