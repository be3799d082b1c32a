/** What each setting of an account may be. Pure: it asks neither the database nor the clock. */

import { SEC_CODES } from "../../values/bank.ts";
import { EMAIL_LENGTH_MAX, isEmailAddress } from "../../values/email-address.ts";
import type { AccountSettings, BadSetting } from "./account-record.ts";

export type Environment = "certification" | "production";

type Rule<Value> = (value: Value, environment: Environment) => Value | undefined;
type Rules = { readonly [Name in keyof AccountSettings]: Rule<AccountSettings[Name]> };

const NAME_LENGTH_MAX = 100;
const PROCESSOR_LENGTH_MAX = 50;
const AUTHORIZATION_DAYS_MAX = 30;

/** The letters of the contract's tables (resources, AVS and CVV). */
export const AVS_CODES = "DFJMQVXYLWZABOPKNURSECIG?_";
export const CVV_CODES = "MNPSU?_";

/** Production never pays at a simulator; which host it is the settings of the installation say. */
export const CARD_PROCESSORS: Readonly<Record<Environment, readonly string[]>> = {
  certification: ["simulator"],
  production: ["host"],
};

// Good enough to be typed by a person, and safe in a mail's header.
const CONTROL = /[\p{Cc}\p{Surrogate}]/u;

const RULES: Rules = {
  name: (text) => (isLine(text, NAME_LENGTH_MAX) ? text : undefined),
  timeZone: readTimeZone,
  isAgent: (flag) => flag,
  parentId: orNone((text) => (/^[1-9][0-9]{0,11}$/.test(text) ? text : undefined)),
  receiptEmail: orNone((text) =>
    isLine(text, EMAIL_LENGTH_MAX) && isEmailAddress(text) ? text : undefined,
  ),
  cardProcessor: orNone((text, environment) =>
    CARD_PROCESSORS[environment].find((known) => known === text),
  ),
  // Which banks there are is for the database to say.
  achProcessor: orNone((text) => (isLine(text, PROCESSOR_LENGTH_MAX) ? text : undefined)),
  achSecCode: (text) => SEC_CODES.find((code) => code === text.toUpperCase()),
  allowsCredit: (flag) => flag,
  declinesAvs: (text) => readResultCodes(text, AVS_CODES),
  declinesCvv: (text) => readResultCodes(text, CVV_CODES),
  authorizationDays: (days) =>
    Number.isInteger(days) && days >= 1 && days <= AUTHORIZATION_DAYS_MAX ? days : undefined,
  // Which partners there are is for the database to say.
  partnerId: orNone((text) => (/^[1-9][0-9]{0,17}$/.test(text) ? text : undefined)),
};

export type SettingsReading =
  | { readonly kind: "good"; readonly changes: Partial<AccountSettings> }
  | BadSetting;

/** The changes as they are kept, or the first that cannot be. */
export function readSettings(
  changes: Partial<AccountSettings>,
  environment: Environment,
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
  environment: Environment,
): AccountSettings[Name] | undefined {
  const value = changes[setting];
  return value === undefined ? undefined : RULES[setting](value, environment);
}

/** Money is kept in hundredths: a currency without them, or with more, cannot be kept. */
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

/** The zone's name as the IANA database writes it. A bare offset is not a zone: it has no summer. */
function readTimeZone(text: string): string | undefined {
  try {
    const { timeZoneId } = new Temporal.ZonedDateTime(0n, text);
    return /^[A-Z]/i.test(timeZoneId) ? timeZoneId : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Each letter once, in the table's order, so that the same choice always reads the same. */
function readResultCodes(text: string, allowed: string): string | undefined {
  if (!/^[A-Za-z?_]*$/.test(text)) return undefined;
  const resultCodes = new Set(text.toUpperCase());
  const known = [...allowed].filter((resultCode) => resultCodes.has(resultCode));
  return known.length === resultCodes.size ? known.join("") : undefined;
}
