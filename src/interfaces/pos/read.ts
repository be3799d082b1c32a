/** Reads logins, users, catalog records and the account into values of the core. */
import type { FastifyRequest } from "fastify";
import type { ItemChanges, ItemOrder } from "../../core/pos/catalog/manage-items.ts";
import type { LoginRequest } from "../../core/pos/users/log-in.ts";
import type { UserOrder, UserOrderChanges } from "../../core/pos/users/manage-users.ts";
import type { PosAccountChanges } from "../../core/pos/users/pos-account-store.ts";
import type { PercentE4 } from "../../values/percent.ts";
import type { Secret } from "../../values/secret.ts";
import type { Form } from "../../wire/form.ts";
import { formText } from "../../wire/reader/form-rules.ts";
import { ruleSet } from "../../wire/reader/rule-set.ts";
import { readForm, readUpload } from "./form.ts";
import {
  CENTS,
  EMAIL_ADDRESS,
  FLAG,
  GATEWAY_ID,
  ID,
  IDS,
  line,
  NEW_PASSWORD,
  PASSWORD,
  PERCENT,
  PHOTO,
  ROLE,
  TIME_ZONE,
} from "./values.ts";

const NAME = line(100).describe("The name.");
const PERSON_NAME = line(50);
const ACCOUNT_ID = GATEWAY_ID.named("account_id").describe({
  description: "The id of the account, up to 12 digits.",
  examples: [120000000001],
});
const EMAIL = EMAIL_ADDRESS.describe("The email address, by which the user logs in.");
const TOKEN_LENGTH_MAX = 64;

export const LOGIN = ruleSet({
  accountId: ACCOUNT_ID,
  email: EMAIL,
  // The parameter is spelled like this (C, login).
  password: PASSWORD.named("passsword").describe(
    "The password. The name has three s: this is how the contract spells it.",
  ),
});

export function readLogin(form: Form): LoginRequest {
  return readForm(form, LOGIN);
}

export const INVITATION = ruleSet({
  token: formText(TOKEN_LENGTH_MAX).named("reset_token").describe("The token of the link."),
  password: NEW_PASSWORD.describe("The new password, at least 12 characters."),
});

export function readInvitation(form: Form): { token: string; password: Secret } {
  return readForm(form, INVITATION);
}

export const OWN_PASSWORD = ruleSet({
  oldPassword: PASSWORD.named("old_password").describe("The current password."),
  password: NEW_PASSWORD.describe("The new password, at least 12 characters."),
});

export function readOwnPassword(form: Form): { oldPassword: Secret; password: Secret } {
  return readForm(form, OWN_PASSWORD);
}

export const RESET_REQUEST = ruleSet({ accountId: ACCOUNT_ID, email: EMAIL });

export function readResetRequest(form: Form): { accountId: string; email: string } {
  return readForm(form, RESET_REQUEST);
}

/** Only what was sent changes. A blank receipt_email removes it; the others cannot be blank. */
export const ACCOUNT_CHANGES = ruleSet({
  name: NAME.ifSent(),
  timeZone: TIME_ZONE.ifSent()
    .named("time_zone")
    .describe("The IANA name of the time zone, such as America/Chicago."),
  receiptEmail: EMAIL_ADDRESS.or(null)
    .ifSent()
    .named("receipt_email")
    .describe("The merchant's address for receipts. A blank value removes it."),
  isTaxedBeforeDiscount: FLAG.optional()
    .named("tax_before_discount")
    .describe("Whether taxes are computed before the discount."),
});

export function readAccountChanges(form: Form): PosAccountChanges {
  return readForm(form, ACCOUNT_CHANGES);
}

const FIRST_NAME = PERSON_NAME.or("").named("first_name").describe("The first name.");
const LAST_NAME = PERSON_NAME.or("").named("last_name").describe("The last name.");
const USER_ROLE = ROLE.describe("What the user may do.");
const USER_PASSWORD = NEW_PASSWORD.describe("The password, at least 12 characters.");
const IS_ACTIVE = FLAG.named("is_active").describe("false locks the user out.");

export const NEW_USER = ruleSet({
  email: EMAIL,
  role: USER_ROLE,
  firstName: FIRST_NAME,
  lastName: LAST_NAME,
  isActive: IS_ACTIVE.or(true),
  password: USER_PASSWORD.optional(),
});

export function readUser(form: Form): UserOrder {
  // A blank password counts as absent, even if it is sent twice.
  const isGiven = (form.get("password")?.join("") ?? "") !== "";
  const given = isGiven ? form : new Map([...form].filter(([name]) => name !== "password"));
  return readForm(given, NEW_USER);
}

/** Names may be removed; the others cannot be blank. */
export const USER_CHANGES = ruleSet({
  email: EMAIL.ifSent(),
  role: USER_ROLE.ifSent(),
  firstName: FIRST_NAME.ifSent(),
  lastName: LAST_NAME.ifSent(),
  isActive: IS_ACTIVE.ifSent(),
  password: USER_PASSWORD.ifSent(),
});

export function readUserChanges(form: Form): UserOrderChanges {
  return readForm(form, USER_CHANGES);
}

export const NEW_CATEGORY = ruleSet({ name: NAME });
export const CATEGORY_CHANGES = ruleSet({ name: NAME.ifSent() });

export function readCategory(form: Form): { name: string } {
  return readForm(form, NEW_CATEGORY);
}

export function readCategoryChanges(form: Form): { name: string | undefined } {
  return readForm(form, CATEGORY_CHANGES);
}

export const NEW_TAX_RATE = ruleSet({ name: NAME, percent: PERCENT.named("amount") });
export const TAX_RATE_CHANGES = ruleSet({
  name: NAME.ifSent(),
  percent: PERCENT.named("amount").ifSent(),
});

export function readTaxRate(form: Form): { name: string; percent: PercentE4 } {
  return readForm(form, NEW_TAX_RATE);
}

export function readTaxRateChanges(form: Form) {
  return readForm(form, TAX_RATE_CHANGES);
}

const PRICE = CENTS.named("price").describe("The price of one. With 0 to 2 decimals.");
const CATEGORY_ID = ID.named("category_id").or(null).describe("The id of a category.");
const TAX_RATE_IDS = IDS.named("tax_rate_ids").describe(
  "The ids of tax rates: a repeated field tax_rate_ids[], numbered fields tax_rate_ids[0], or a comma-separated list.",
);

export const NEW_ITEM = ruleSet({
  name: NAME,
  priceCents: PRICE,
  categoryId: CATEGORY_ID,
  taxRateIds: TAX_RATE_IDS.or([]),
  photo: PHOTO,
});

export function readItem(request: FastifyRequest): ItemOrder {
  return readUpload(request, NEW_ITEM);
}

/** A blank category_id, tax_rate_ids or photo removes it. */
export const ITEM_CHANGES = ruleSet({
  name: NAME.ifSent(),
  priceCents: PRICE.ifSent(),
  categoryId: CATEGORY_ID.ifSent(),
  taxRateIds: TAX_RATE_IDS.optional(),
  photo: PHOTO.or(null).ifSent(),
});

export function readItemChanges(request: FastifyRequest): ItemChanges {
  return readUpload(request, ITEM_CHANGES);
}
