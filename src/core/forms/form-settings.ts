/** The rules for the settings of a payment form. Reports all errors at once, by field. Pure. */
import { isSecCode } from "../../values/bank.ts";
import { isHarmless } from "../../values/masking/harmless.ts";
import type { Cents } from "../../values/money.ts";
import {
  AMOUNT_MAX_CENTS,
  type FormAmounts,
  type FormSettings,
  PAYMENT_METHODS,
} from "./payment-form.ts";

export type FormField = keyof FormSettings | "name";

export interface FormError {
  readonly field: FormField;
  readonly why:
    | "missing"
    | "too_long"
    | "too_many"
    | "invalid"
    | "repeated"
    /** Another form has this name, or our own pages use it. */
    | "taken"
    | "not_https"
    /** The account has no processor for it. */
    | "no_processor"
    /** A SEC code, but the form does not accept bank accounts. */
    | "no_ach_method";
}

/** The processors of the account, and the environment. */
export interface FormContext {
  readonly hasCardProcessor: boolean;
  readonly hasAchProcessor: boolean;
  readonly environment: "certification" | "production";
}

/** Requested settings. Their types are correct, their values are not checked yet. */
export interface FormChange {
  readonly title?: string | undefined;
  readonly methods?: readonly string[] | undefined;
  readonly amounts?: AmountsChange | undefined;
  readonly achSecCode?: string | null | undefined;
  readonly reportableFields?: readonly string[] | undefined;
  readonly returnUrl?: string | null | undefined;
  readonly frameAncestors?: readonly string[] | undefined;
  readonly sendsCustomerReceipt?: boolean | undefined;
  readonly sendsMerchantReceipt?: boolean | undefined;
}

export type AmountsChange =
  | { readonly kind: "fixed"; readonly amountCents: number }
  | { readonly kind: "chosen"; readonly choicesCents: readonly number[] }
  | { readonly kind: "free"; readonly minCents: number; readonly maxCents: number };

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])?$/;
/** Names that the addresses of our own files use. */
const OWN_NAMES = ["assets"];
const TITLE_MAX = 100;
const CHOICES_MAX = 20;
const FIELDS_MAX = 20;
const FIELD_NAME_MAX = 50;
const URL_MAX = 2_000;
const ORIGINS_MAX = 20;
const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];
const CONTROL = /[\p{Cc}\p{Surrogate}]/u;

type Why = FormError["why"];
type Rule<Value> = (value: Value, context: FormContext, all: FormSettings) => Why | undefined;
type Rules = { readonly [Name in keyof FormSettings]: Rule<FormSettings[Name]> };

const RULES: Rules = {
  title: (text) => lineError(text, TITLE_MAX),
  methods: methodsError,
  amounts: amountsError,
  achSecCode: (code, { hasAchProcessor }, { methods }) => {
    if (code === null) return undefined;
    if (!isSecCode(code)) return "invalid";
    if (!hasAchProcessor) return "no_processor";
    return methods.includes("ach") ? undefined : "no_ach_method";
  },
  reportableFields: fieldsError,
  returnUrl: (url, context) => (url === null ? undefined : urlError(url, context)),
  frameAncestors: originsError,
  sendsCustomerReceipt: () => undefined,
  sendsMerchantReceipt: () => undefined,
};

/** Returns the changed settings and all errors. */
export function applyFormChange(
  before: FormSettings,
  change: FormChange,
  context: FormContext,
): { readonly settings: FormSettings; readonly errors: readonly FormError[] } {
  const present = Object.entries(change).filter(([, value]) => value !== undefined);
  const settings = normalize({ ...before, ...Object.fromEntries(present) });
  const errors = (Object.keys(RULES) as (keyof FormSettings)[]).flatMap((field) => {
    const why = settingError(field, settings, context);
    return why === undefined || !Object.hasOwn(change, field) ? [] : [{ field, why }];
  });
  return { settings, errors };
}

export function nameError(name: string): FormError | undefined {
  if (name === "") return { field: "name", why: "missing" };
  if (!NAME.test(name)) return { field: "name", why: "invalid" };
  return OWN_NAMES.includes(name) ? { field: "name", why: "taken" } : undefined;
}

function settingError<Name extends keyof FormSettings>(
  field: Name,
  settings: FormSettings,
  context: FormContext,
): Why | undefined {
  return RULES[field](settings[field], context, settings);
}

/** Trims texts, sorts methods, and writes origins as browsers do. */
function normalize(settings: FormSettings): FormSettings {
  return {
    ...settings,
    title: settings.title.trim(),
    methods: PAYMENT_METHODS.filter((one) => settings.methods.includes(one)).concat(
      settings.methods.filter((one) => !PAYMENT_METHODS.includes(one)),
    ),
    amounts: normalizeAmounts(settings.amounts),
    reportableFields: settings.reportableFields.map((field) => field.trim()),
    returnUrl: settings.returnUrl?.trim() || null,
    frameAncestors: settings.frameAncestors.map((text) => parseOrigin(text) ?? text),
  };
}

/** Drops unknown members and fixes their order, so that equal amounts are stored equally. */
function normalizeAmounts(amounts: FormAmounts): FormAmounts {
  switch (amounts.kind) {
    case "fixed":
      return { kind: "fixed", amountCents: amounts.amountCents };
    case "chosen":
      return { kind: "chosen", choicesCents: amounts.choicesCents };
    case "free":
      return { kind: "free", minCents: amounts.minCents, maxCents: amounts.maxCents };
    default:
      return amounts;
  }
}

function lineError(text: string, lengthMax: number): Why | undefined {
  if (text.trim() === "") return "missing";
  if ([...text].length > lengthMax) return "too_long";
  return CONTROL.test(text) || !isHarmless(text) ? "invalid" : undefined;
}

function methodsError(methods: FormSettings["methods"], context: FormContext): Why | undefined {
  if (methods.length === 0) return "missing";
  if (methods.some((one) => !PAYMENT_METHODS.includes(one))) return "invalid";
  if (methods.includes("card") && !context.hasCardProcessor) return "no_processor";
  return methods.includes("ach") && !context.hasAchProcessor ? "no_processor" : undefined;
}

function amountsError(amounts: FormAmounts): Why | undefined {
  switch (amounts.kind) {
    case "fixed":
      return isAmount(amounts.amountCents) ? undefined : "invalid";
    case "chosen":
      return choicesError(amounts.choicesCents);
    case "free":
      return isAmount(amounts.minCents) &&
        isAmount(amounts.maxCents) &&
        amounts.minCents <= amounts.maxCents
        ? undefined
        : "invalid";
    default:
      return "invalid";
  }
}

function choicesError(choices: readonly Cents[]): Why | undefined {
  if (choices.length === 0) return "missing";
  if (choices.length > CHOICES_MAX) return "too_many";
  if (!choices.every(isAmount)) return "invalid";
  return hasRepeated(choices) ? "repeated" : undefined;
}

function isAmount(cents: number): boolean {
  return Number.isSafeInteger(cents) && cents >= 1 && cents <= AMOUNT_MAX_CENTS;
}

function fieldsError(fields: readonly string[]): Why | undefined {
  if (fields.length > FIELDS_MAX) return "too_many";
  if (hasRepeated(fields.map((field) => field.toLowerCase()))) return "repeated";
  const errors = fields.map((field) => lineError(field, FIELD_NAME_MAX));
  return errors.find((why) => why !== undefined);
}

function urlError(text: string, { environment }: FormContext): Why | undefined {
  if (text.length > URL_MAX) return "too_long";
  if (!URL.canParse(text)) return "invalid";
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return "invalid";
  return isSafe(url, environment) ? undefined : "not_https";
}

/** HTTP is allowed only to this machine, and only in certification. */
function isSafe({ protocol, hostname }: URL, environment: FormContext["environment"]): boolean {
  if (protocol === "https:") return true;
  return protocol === "http:" && environment === "certification" && LOCAL_HOSTS.includes(hostname);
}

function originsError(origins: readonly string[], { environment }: FormContext): Why | undefined {
  if (origins.length > ORIGINS_MAX) return "too_many";
  if (hasRepeated(origins)) return "repeated";
  for (const text of origins) {
    if (parseOrigin(text) !== text) return "invalid";
    if (!isSafe(new URL(text), environment)) return "not_https";
  }
  return undefined;
}

/** Undefined: the text is not just an origin. */
function parseOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, href, username } = new URL(text);
  return username === "" && href === `${origin}/` ? origin : undefined;
}

function hasRepeated(values: readonly unknown[]): boolean {
  return new Set(values).size < values.length;
}
