/** Which guide explains which page of the console. A test checks that every guide and section exists. */
import type { PersonKind } from "../src/interfaces/console/contract.ts";

/** The beginning of a path, and a file in docs/ with the heading of a section. The longest wins. */
export const HELP_PAGES: Readonly<Record<string, string>> = {
  "/me": "security.md#sign-in-by-email",
  "/security": "security.md#sign-in-by-email",
  "/transactions": "merchants.md#when-money-moves",
  "/held-credits": "merchants.md#a-credit-waits-for-approval",
  "/customers": "merchants.md#customers",
  "/batches": "interfaces/payments.md#batches-and-expired-authorizations",
  "/terminal": "merchants.md#why-was-a-payment-declined",
  "/reports": "interfaces/reports.md",
  "/forms": "interfaces/payment-form.md#settings",
  "/form-branding": "interfaces/payment-form.md#branding",
  "/new-form": "interfaces/payment-form.md#settings",
  "/settings": "merchants.md",
  "/settings/webhook": "interfaces/webhooks.md#several-endpoints",
  "/settings/verification": "interfaces/ach.md#when-an-account-is-verified",
  "/users": "merchants.md#users-and-roles",
  "/management": "partners.md",
  "/management/devices": "partners.md#the-life-of-a-device",
  "/management/devices/import": "partners.md#import-devices-from-a-file",
  "/management/devices/bulk": "partners.md#assign-devices",
  "/management/calendar": "partners.md#plan-inspections",
  "/management/inspections": "partners.md#plan-inspections",
  "/management/attest": "partners.md#attest-with-a-phone",
  "/management/parser-log": "interfaces/parser.md#journal",
  "/management/credentials": "interfaces/management.md#rotating-api-secrets",
  "/operations": "operators.md#daily-checks",
  "/operations/jobs": "operations.md#scheduled-work",
  "/operations/bank-files": "ach.md#read-the-banks-files",
  "/operations/banks": "ach.md#connect-a-bank",
  "/operations/audit": "security.md#audit",
  "/operations/doctor": "operations.md#check-the-installation",
  "/operations/system": "operations.md#settings",
  "/accounts": "operations.md#accounts",
  "/all-partners": "operations.md#partners",
  "/device-keys": "security.md#device-keys",
  "/card-hosts": "card-host.md#set-it-up",
  "/approvals": "operations.md#approvals",
  "/operators": "security.md#logins",
  "/certification": "integrators.md#look-inside",
  "/certification/clock": "integrators.md#move-the-business-clock",
  "/certification/ach": "interfaces/ach.md#simulated-bank",
  "/certification/webhooks": "integrators.md#receive-webhooks-on-your-machine",
  "/requests": "integrators.md#look-inside",
};

export const HOME_HELP: Readonly<Record<PersonKind, string>> = {
  merchant: "merchants.md",
  partner: "partners.md",
  client: "partners.md",
  operator: "operators.md",
};

/** `path` is below /console. */
export function findHelp(path: string, kind: PersonKind): string {
  const fitting = Object.keys(HELP_PAGES).filter(
    (start) => path === start || path.startsWith(`${start}/`),
  );
  const longest = fitting.toSorted((one, other) => other.length - one.length)[0];
  return (longest && HELP_PAGES[longest]) ?? HOME_HELP[kind];
}

/** The anchor of a heading, as GitHub makes it. */
export function headingAnchor(heading: string): string {
  const plain = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "");
  return plain.trim().replaceAll(/\s/g, "-");
}
