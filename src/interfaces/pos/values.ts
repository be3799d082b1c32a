/** Readers of single values, shared by all forms. */

import { POS_ROLES, type PosRole } from "../../core/pos/users/pos-user.ts";
import { EMAIL_LENGTH_MAX, isEmailAddress } from "../../values/email-address.ts";
import { isHarmless } from "../../values/masking/harmless.ts";
import { type Cents, parseCents } from "../../values/money.ts";
import { type PercentE4, parsePercent } from "../../values/percent.ts";
import { Secret } from "../../values/secret.ts";
import { AMOUNT_RULE, Fields } from "../../wire/fields.ts";
import type { Form } from "../../wire/form.ts";
import { InvalidField, RequestError } from "../../wire/request-error.ts";
import { FieldError } from "./form.ts";

const PASSWORD_LENGTH_MIN = 12;
const PASSWORD_LENGTH_MAX = 256;
const TIME_ZONE_LENGTH_MAX = 64;
const AMOUNT_LENGTH_MAX = 9;
const PERCENT_LENGTH_MAX = 8;
const PERCENT_RULE = "must be a percentage such as 8.875";
const LIST_MAX = 100;
const LIST_LENGTH_MAX = 2_000;

const LINE_BREAK_OR_TAB = /[\r\n\t]/;
const DIGITS = /^[0-9]+$/;
/** The allowed suffixes of a list's name. */
const LIST_SPELLING = /^(?:\[[0-9]{0,6}\])?$/;

/** Ids of accounts and transactions have at most twelve digits; ids of the point of sale have more. */
export const GATEWAY_DIGITS = 12;
const POS_DIGITS = 18;

/** Reads an id and removes leading zeros. */
export function readId(fields: Fields, name: string, digitsMax = POS_DIGITS): string {
  return plainId(fields.digits(name, digitsMax), name, digitsMax);
}

function plainId(text: string, name: string, digitsMax = POS_DIGITS): string {
  const plain = text.replace(/^0+/, "");
  if (DIGITS.test(text) && text.length <= digitsMax && plain !== "") return plain;
  throw new InvalidField(name, `must be an id: a number of at most ${digitsMax} digits`);
}

export function readIdOrNone(
  fields: Fields,
  name: string,
  digitsMax = POS_DIGITS,
): string | undefined {
  const isThere = fields.optional(name, digitsMax) !== undefined;
  return isThere ? readId(fields, name, digitsMax) : undefined;
}

/**
 * Reads a repeated field `name[]`, numbered fields, or comma lists. Returns undefined if nothing was
 * sent. Another spelling is an error, because ignoring it would mean that no ids were sent.
 */
export function readIds(form: Form, name: string): readonly string[] | undefined {
  const spelled = [...form.keys()].filter((key) => key === name || key.startsWith(`${name}[`));
  if (!spelled.every((key) => LIST_SPELLING.test(key.slice(name.length)))) {
    throw new InvalidField(name, `must be sent as ${name}[] or as a list with commas`);
  }
  const values = spelled.flatMap((key) => form.get(key) ?? []);
  if (values.length === 0) return undefined;
  const text = new Fields(new Map([[name, [values.join(",")]]])).optional(name, LIST_LENGTH_MAX);
  const texts = (text ?? "").split(",").map((one) => one.trim());
  const ids = texts.filter((one) => one !== "").map((one) => plainId(one, name));
  if (ids.length > LIST_MAX || new Set(ids).size < ids.length) {
    throw new InvalidField(name, `must have at most ${LIST_MAX} ids, each of them once`);
  }
  return ids;
}

/** One line of text that may be shown to anyone. */
export function readLine(fields: Fields, name: string, lengthMax: number): string {
  const text = fields.required(name, lengthMax);
  if (text.trim() === "") throw new RequestError("missing", name);
  if (LINE_BREAK_OR_TAB.test(text)) throw new InvalidField(name, "must be a single line");
  return harmless(text, name);
}

export function readLineOrNone(
  fields: Fields,
  name: string,
  lengthMax: number,
): string | undefined {
  const isThere = fields.optional(name, lengthMax) !== undefined;
  return isThere ? readLine(fields, name, lengthMax) : undefined;
}

/** Text of any number of lines; absent is empty. */
export function readText(fields: Fields, name: string, lengthMax: number): string {
  return harmless(fields.optional(name, lengthMax) ?? "", name);
}

function harmless(text: string, name: string): string {
  if (isHarmless(text)) return text;
  throw new FieldError(name, "This looks like a card number. Card numbers are not allowed here.");
}

export function readEmail(fields: Fields, name: string): string {
  const text = fields.required(name, EMAIL_LENGTH_MAX);
  if (!isEmailAddress(text)) throw new InvalidField(name, "must be an email address");
  return harmless(text, name);
}

export function readEmailOrNone(fields: Fields, name: string): string | undefined {
  return fields.optional(name, EMAIL_LENGTH_MAX) === undefined
    ? undefined
    : readEmail(fields, name);
}

/** A new password must have a minimum length. An existing one may be shorter. */
export function readNewPassword(fields: Fields, name: string): Secret {
  const text = fields.required(name, PASSWORD_LENGTH_MAX);
  if ([...text].length >= PASSWORD_LENGTH_MIN) return new Secret(text);
  throw new FieldError(name, `The password must have at least ${PASSWORD_LENGTH_MIN} characters.`);
}

export function readPassword(fields: Fields, name: string): Secret {
  return new Secret(fields.required(name, PASSWORD_LENGTH_MAX));
}

export function readRole(fields: Fields, name: string): PosRole {
  const role = fields.oneOf(name, POS_ROLES);
  if (role === undefined) throw new RequestError("missing", name);
  return role;
}

export function readCents(fields: Fields, name: string): Cents {
  const cents = parseCents(fields.required(name, AMOUNT_LENGTH_MAX));
  if (cents === undefined) throw new InvalidField(name, AMOUNT_RULE);
  return cents;
}

export function readCentsOrNone(fields: Fields, name: string): Cents | undefined {
  return fields.optional(name, AMOUNT_LENGTH_MAX) === undefined
    ? undefined
    : readCents(fields, name);
}

export function readPercent(fields: Fields, name: string): PercentE4 {
  const percent = parsePercent(fields.required(name, PERCENT_LENGTH_MAX));
  if (percent === undefined) throw new InvalidField(name, PERCENT_RULE);
  return percent;
}

/** A whole number from 1. Returns the fallback if the field is absent. */
export function readCount(
  fields: Fields,
  name: string,
  { max, fallback }: { readonly max: number; readonly fallback: number },
): number {
  const text = fields.optional(name, String(max).length);
  if (text === undefined) return fallback;
  const count = DIGITS.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= max) return count;
  throw new FieldError(name, `This must be a whole number from 1 to ${max}.`);
}

/** Returns the IANA name of the zone. An offset is refused, because it has no daylight saving time. */
export function readTimeZone(fields: Fields, name: string): string {
  const text = fields.required(name, TIME_ZONE_LENGTH_MAX);
  try {
    const { timeZoneId } = new Temporal.ZonedDateTime(0n, text);
    if (/^[A-Z]/i.test(timeZoneId)) return timeZoneId;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new InvalidField(name, "must be an IANA time zone, such as America/New_York");
}
