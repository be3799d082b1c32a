/**
 * Reads forms to their end, so that one answer names every faulty field. What a value must look
 * like is said by the fields themselves (wire/fields.ts) and by the few readers here.
 */
import type { FastifyRequest } from "fastify";
import type { LoginRequest } from "../../core/till/log-in.ts";
import type { TillAccountChanges } from "../../core/till/till-account-store.ts";
import { Secret } from "../../values/secret.ts";
import { RequestFault } from "../../wire/fault.ts";
import { Fields } from "../../wire/fields.ts";
import type { Form } from "../../wire/form.ts";

const ID_DIGITS_MAX = 12;
const NAME_LENGTH_MAX = 100;
const EMAIL_LENGTH_MAX = 254;
const PASSWORD_LENGTH_MAX = 256;
const TIME_ZONE_LENGTH_MAX = 64;

// Good enough to be typed by a person, and safe in a mail's header.
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;
const LINE_BREAK_OR_TAB = /[\r\n\t]/;

/** Every fault of a form at once. */
export class FormFaults extends Error {
  override readonly name = "FormFaults";
  readonly faults: readonly RequestFault[];

  constructor(faults: readonly RequestFault[]) {
    super(faults.map(({ message }) => message).join(", "));
    this.faults = faults;
  }
}

type Readers<Values> = { readonly [Name in keyof Values]: (fields: Fields) => Values[Name] };

/** Reads each value by its own reader; those that throw a fault are named together. */
export function readForm<Values extends object>(form: Form, readers: Readers<Values>): Values {
  const fields = new Fields(form);
  const values: Partial<Values> = {};
  const faults: RequestFault[] = [];
  for (const name of Object.keys(readers) as (keyof Values)[]) {
    try {
      values[name] = readers[name](fields);
    } catch (error) {
      if (!(error instanceof RequestFault)) throw error;
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new FormFaults(faults);
  return values as Values;
}

/** A request without a body is an empty form. */
export function formOf(request: FastifyRequest): Form {
  return request.body instanceof Map ? (request.body as Form) : new Map();
}

export function readLogin(form: Form): LoginRequest {
  return readForm(form, {
    accountId: (fields) => id(fields, "account_id"),
    email: (fields) => email(fields, "email"),
    // The parameter is spelt like this (C, login).
    password: (fields) => new Secret(fields.required("passsword", PASSWORD_LENGTH_MAX)),
  });
}

/** Only what was sent changes. A blank receipt_email takes it away; the others cannot be blank. */
export function readAccountChanges(form: Form): TillAccountChanges {
  return readForm(form, {
    name: (fields) => (form.has("name") ? line(fields, "name", NAME_LENGTH_MAX) : undefined),
    timeZone: (fields) => (form.has("time_zone") ? timeZone(fields, "time_zone") : undefined),
    receiptEmail: (fields) =>
      form.has("receipt_email") ? emailOrNone(fields, "receipt_email") : undefined,
  });
}

function id(fields: Fields, name: string): string {
  const digits = fields.digits(name, ID_DIGITS_MAX);
  const plain = digits.replace(/^0+/, "");
  if (plain === "") throw new RequestFault("invalid", name);
  return plain;
}

function line(fields: Fields, name: string, lengthMax: number): string {
  const text = fields.required(name, lengthMax);
  if (text.trim() === "") throw new RequestFault("missing", name);
  if (LINE_BREAK_OR_TAB.test(text)) throw new RequestFault("invalid", name);
  return text;
}

function email(fields: Fields, name: string): string {
  const text = fields.required(name, EMAIL_LENGTH_MAX);
  if (!EMAIL.test(text)) throw new RequestFault("invalid", name);
  return text;
}

function emailOrNone(fields: Fields, name: string): string | null {
  return fields.optional(name, EMAIL_LENGTH_MAX) === undefined ? null : email(fields, name);
}

/** The zone's name as the IANA database writes it. A bare offset is not a zone: it has no summer. */
function timeZone(fields: Fields, name: string): string {
  const text = fields.required(name, TIME_ZONE_LENGTH_MAX);
  try {
    const { timeZoneId } = new Temporal.ZonedDateTime(0n, text);
    if (/^[A-Z]/i.test(timeZoneId)) return timeZoneId;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new RequestFault("invalid", name);
}
