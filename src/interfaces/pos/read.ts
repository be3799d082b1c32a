/** What logins, users, catalog records and the account are asked to be, as the core says it. */
import type { FastifyRequest } from "fastify";
import type { ItemChanges, ItemOrder } from "../../core/pos/catalog/manage-items.ts";
import type { LoginRequest } from "../../core/pos/users/log-in.ts";
import type { UserOrder, UserOrderChanges } from "../../core/pos/users/manage-users.ts";
import type { PosAccountChanges } from "../../core/pos/users/pos-account-store.ts";
import type { PercentE4 } from "../../values/percent.ts";
import type { Secret } from "../../values/secret.ts";
import type { Fields } from "../../wire/fields.ts";
import type { Form } from "../../wire/form.ts";
import { requestFiles } from "../../wire/multipart.ts";
import { RequestError } from "../../wire/request-error.ts";
import { formOf, readForm } from "./form.ts";
import {
  GATEWAY_DIGITS,
  readCents,
  readEmail,
  readEmailOrNone,
  readId,
  readIdOrNone,
  readIds,
  readLine,
  readLineOrNone,
  readNewPassword,
  readPassword,
  readPercent,
  readRole,
  readTimeZone,
} from "./values.ts";

const NAME_LENGTH_MAX = 100;
const PERSON_LENGTH_MAX = 50;

export function readLogin(form: Form): LoginRequest {
  return readForm(form, {
    accountId: (fields) => readId(fields, "account_id", GATEWAY_DIGITS),
    email: (fields) => readEmail(fields, "email"),
    // The parameter is spelled like this (C, login).
    password: (fields) => readPassword(fields, "passsword"),
  });
}

export function readInvitation(form: Form): { token: string; password: Secret } {
  return readForm(form, {
    token: (fields) => fields.required("reset_token", 64),
    password: (fields) => readNewPassword(fields, "password"),
  });
}

export function readOwnPassword(form: Form): { oldPassword: Secret; password: Secret } {
  return readForm(form, {
    oldPassword: (fields) => readPassword(fields, "old_password"),
    password: (fields) => readNewPassword(fields, "password"),
  });
}

export function readResetRequest(form: Form): { accountId: string; email: string } {
  return readForm(form, {
    accountId: (fields) => readId(fields, "account_id", GATEWAY_DIGITS),
    email: (fields) => readEmail(fields, "email"),
  });
}

/** Only what was sent changes. A blank receipt_email takes it away; the others cannot be blank. */
export function readAccountChanges(form: Form): PosAccountChanges {
  const sent = sentIn(form);
  return readForm(form, {
    name: sent("name", (fields) => readLine(fields, "name", NAME_LENGTH_MAX)),
    timeZone: sent("time_zone", (fields) => readTimeZone(fields, "time_zone")),
    receiptEmail: sent(
      "receipt_email",
      (fields) => readEmailOrNone(fields, "receipt_email") ?? null,
    ),
    isTaxedBeforeDiscount: (fields) => fields.flag("tax_before_discount"),
  });
}

export function readUser(form: Form): UserOrder {
  return readForm(form, {
    email: (fields) => readEmail(fields, "email"),
    role: (fields) => readRole(fields, "role"),
    firstName: (fields) => readLineOrNone(fields, "first_name", PERSON_LENGTH_MAX) ?? "",
    lastName: (fields) => readLineOrNone(fields, "last_name", PERSON_LENGTH_MAX) ?? "",
    isActive: (fields) => fields.flag("is_active") ?? true,
    password: (fields) =>
      form.get("password")?.join("") ? readNewPassword(fields, "password") : undefined,
  });
}

/** Names may be taken away; the others cannot be blank. */
export function readUserChanges(form: Form): UserOrderChanges {
  const sent = sentIn(form);
  return readForm(form, {
    email: sent("email", (fields) => readEmail(fields, "email")),
    role: sent("role", (fields) => readRole(fields, "role")),
    firstName: sent(
      "first_name",
      (fields) => readLineOrNone(fields, "first_name", PERSON_LENGTH_MAX) ?? "",
    ),
    lastName: sent(
      "last_name",
      (fields) => readLineOrNone(fields, "last_name", PERSON_LENGTH_MAX) ?? "",
    ),
    isActive: sent("is_active", (fields) => readFlag(fields, "is_active")),
    password: sent("password", (fields) => readNewPassword(fields, "password")),
  });
}

function readFlag(fields: Fields, name: string): boolean {
  const flag = fields.flag(name);
  if (flag === undefined) throw new RequestError("missing", name);
  return flag;
}

export function readCategory(form: Form): { name: string } {
  return readForm(form, { name: (fields) => readLine(fields, "name", NAME_LENGTH_MAX) });
}

export function readCategoryChanges(form: Form): { name: string | undefined } {
  const name = (fields: Fields) => readLine(fields, "name", NAME_LENGTH_MAX);
  return readForm(form, { name: sentIn(form)("name", name) });
}

export function readTaxRate(form: Form): { name: string; percent: PercentE4 } {
  return readForm(form, {
    name: (fields) => readLine(fields, "name", NAME_LENGTH_MAX),
    percent: (fields) => readPercent(fields, "amount"),
  });
}

export function readTaxRateChanges(form: Form) {
  const sent = sentIn(form);
  return readForm<{ name: string | undefined; percent: PercentE4 | undefined }>(form, {
    name: sent("name", (fields) => readLine(fields, "name", NAME_LENGTH_MAX)),
    percent: sent("amount", (fields) => readPercent(fields, "amount")),
  });
}

export function readItem(request: FastifyRequest): ItemOrder {
  const form = formOf(request);
  return readForm(form, {
    name: (fields) => readLine(fields, "name", NAME_LENGTH_MAX),
    priceCents: (fields) => readCents(fields, "price"),
    categoryId: (fields) => readIdOrNone(fields, "category_id") ?? null,
    taxRateIds: () => readIds(form, "tax_rate_ids") ?? [],
    photo: () => fileOf(request, "photo"),
  });
}

/** A blank category_id, tax_rate_ids or photo takes it away. */
export function readItemChanges(request: FastifyRequest): ItemChanges {
  const form = formOf(request);
  const sent = sentIn(form);
  return readForm(form, {
    name: sent("name", (fields) => readLine(fields, "name", NAME_LENGTH_MAX)),
    priceCents: sent("price", (fields) => readCents(fields, "price")),
    categoryId: sent("category_id", (fields) => readIdOrNone(fields, "category_id") ?? null),
    taxRateIds: () => readIds(form, "tax_rate_ids"),
    photo: () => fileOf(request, "photo") ?? (form.has("photo") ? null : undefined),
  });
}

/** A reader that runs only where the field was sent. */
function sentIn(form: Form) {
  return <Value>(name: string, read: (fields: Fields) => Value) =>
    (fields: Fields): Value | undefined =>
      form.has(name) ? read(fields) : undefined;
}

/** The one file of that name. Text in its place is no file. */
export function fileOf(request: FastifyRequest, field: string): Uint8Array | undefined {
  const [file, ...others] = requestFiles(request).filter((one) => one.field === field);
  const text = formOf(request).get(field)?.join("") ?? "";
  if (others.length > 0 || text !== "") throw new RequestError("invalid", field);
  return file?.bytes;
}
