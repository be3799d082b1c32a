/** The allowed values of each account setting. Pure. */

import { SEC_CODES } from "../../values/bank.ts";
import { EMAIL_LENGTH_MAX, isEmailAddress } from "../../values/email-address.ts";
import { readTimeZone } from "../../values/local-time.ts";
import {
  CARD_PROCESSORS,
  type CardHostEnvironment,
  RESERVED_HOST_NAMES,
} from "../card-hosts/card-host-names.ts";
import type { AccountSettings, BadSetting } from "./account-record.ts";

type Rule<Value> = (value: Value, environment: CardHostEnvironment) => Value | undefined;
type Rules = { readonly [Name in keyof AccountSettings]: Rule<AccountSettings[Name]> };

const NAME_LENGTH_MAX = 100;
const PROCESSOR_LENGTH_MAX = 50;
const AUTHORIZATION_DAYS_MAX = 30;
/** The largest amount of a payment. */
const CREDIT_CENTS_MAX = 9_999_999_999;
/** A day. */
const DUPLICATE_MINUTES_MAX = 1_440;
/** Two tries of 60 days are within the 180 days that Nacha allows. */
const ACH_RETRY_DAYS_MAX = 60;

/** The result codes of the contract (resources, AVS and CVV). */
export const AVS_CODES = "DFJMQVXYLWZABOPKNURSECIG?_";
export const CVV_CODES = "MNPSU?_";

// Must not contain characters that are unsafe in an email header.
const CONTROL = /[\p{Cc}\p{Surrogate}]/u;

const RULES: Rules = {
  name: (text) => (isLine(text, NAME_LENGTH_MAX) ? text : undefined),
  timeZone: readTimeZone,
  isAgent: (flag) => flag,
  parentId: orNone((text) => (/^[1-9][0-9]{0,11}$/.test(text) ? text : undefined)),
  receiptEmail: orNone((text) =>
    isLine(text, EMAIL_LENGTH_MAX) && isEmailAddress(text) ? text : undefined,
  ),
  // Whether a card host of another name exists is checked in the database.
  cardProcessor: orNone((text, environment) => {
    const isReserved = RESERVED_HOST_NAMES.includes(text);
    const isAllowed = !isReserved || CARD_PROCESSORS[environment].includes(text);
    return isAllowed && isLine(text, PROCESSOR_LENGTH_MAX) ? text : undefined;
  }),
  cardMerchantId: orNone((text) => (/^[0-9A-Za-z]{1,15}$/.test(text) ? text : undefined)),
  cardTerminalId: orNone((text) => (/^[0-9A-Za-z]{1,8}$/.test(text) ? text : undefined)),
  cardCategoryCode: orNone((text) => (/^\d{4}$/.test(text) ? text : undefined)),
  // Whether the bank connection exists is checked in the database.
  achProcessor: orNone((text) => (isLine(text, PROCESSOR_LENGTH_MAX) ? text : undefined)),
  achSecCode: (text) => SEC_CODES.find((code) => code === text.toUpperCase()),
  achSameDay: (flag) => flag,
  achAddenda: (flag) => flag,
  achPrenotes: (flag) => flag,
  achReturnStop: (flag) => flag,
  allowsCredit: (flag) => flag,
  allowsFreeCredit: (flag) => flag,
  appliesAchChanges: (flag) => flag,
  achRetryDays: (days) =>
    Number.isInteger(days) && days >= 0 && days <= ACH_RETRY_DAYS_MAX ? days : undefined,
  declinesAvs: (text) => readResultCodes(text, AVS_CODES),
  declinesCvv: (text) => readResultCodes(text, CVV_CODES),
  authorizationDays: (days) =>
    Number.isInteger(days) && days >= 1 && days <= AUTHORIZATION_DAYS_MAX ? days : undefined,
  duplicateMinutes: (minutes) =>
    Number.isInteger(minutes) && minutes >= 0 && minutes <= DUPLICATE_MINUTES_MAX
      ? minutes
      : undefined,
  // Whether the partner exists is checked in the database.
  partnerId: orNone((text) => (/^[1-9][0-9]{0,17}$/.test(text) ? text : undefined)),
  dualControl: (flag) => flag,
  creditApprovalCents: (cents) =>
    cents === null || (Number.isInteger(cents) && cents >= 0 && cents <= CREDIT_CENTS_MAX)
      ? cents
      : undefined,
};

export type SettingsReading =
  | { readonly kind: "good"; readonly changes: Partial<AccountSettings> }
  | BadSetting;

/** Returns the normalized values, or the first setting with a value that is not allowed. */
export function readSettings(
  changes: Partial<AccountSettings>,
  environment: CardHostEnvironment,
): SettingsReading {
  const good: Record<string, unknown> = {};
  for (const setting of Object.keys(RULES) as (keyof AccountSettings)[]) {
    if (changes[setting] === undefined) continue;
    const value = readSetting(setting, changes, environment);
    if (value === undefined) return { kind: "bad_setting", setting };
    good[setting] = value;
  }
  return { kind: "good", changes: good };
}

function readSetting<Name extends keyof AccountSettings>(
  setting: Name,
  changes: Partial<AccountSettings>,
  environment: CardHostEnvironment,
): AccountSettings[Name] | undefined {
  const value = changes[setting];
  return value === undefined ? undefined : RULES[setting](value, environment);
}

/** Amounts are stored in hundredths, so only currencies with two decimals are allowed. */
export function readCurrency(text: string): string | undefined {
  const code = text.toUpperCase();
  if (!Intl.supportedValuesOf("currency").includes(code)) return undefined;
  const format = new Intl.NumberFormat("en", { style: "currency", currency: code });
  return format.resolvedOptions().maximumFractionDigits === 2 ? code : undefined;
}

function orNone(rule: Rule<string>): Rule<string | null> {
  return (value, environment) => (value === null ? null : rule(value, environment));
}

function isLine(text: string, lengthMax: number): boolean {
  return text.trim() !== "" && [...text].length <= lengthMax && !CONTROL.test(text);
}

/** Each code once, in the order of the table, so that equal choices are stored equally. */
function readResultCodes(text: string, allowed: string): string | undefined {
  if (!/^[A-Za-z?_]*$/.test(text)) return undefined;
  const resultCodes = new Set(text.toUpperCase());
  const known = [...allowed].filter((resultCode) => resultCodes.has(resultCode));
  return known.length === resultCodes.size ? known.join("") : undefined;
}
