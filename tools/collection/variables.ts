/** The variables of the collection: logins, values of earlier answers, and names that must be new. */
import {
  type EarlierValue,
  type ExampleValue,
  isEarlierValue,
} from "../../src/app/http/open-api/examples/call-example.ts";
import type { KeyValue } from "./postman-types.ts";

/** The seeded logins. A value of an example that is one of these becomes its variable. */
const LOGINS: readonly KeyValue[] = [
  {
    key: "account_id",
    value: "120000000001",
    description: "Payments, status, events, reports, login",
  },
  { key: "api_accesskey", value: "1".repeat(32), description: "The API key of the account" },
  { key: "pos_email", value: "owner@books.test", description: "A user of the point of sale" },
  { key: "pos_password", value: "certification-owner" },
  { key: "partner_id", value: "harbor", description: "Parser" },
  { key: "partner_key", value: "harbor-certification-key-00000001" },
  { key: "management_user", value: "harbor", description: "Partner management" },
  { key: "management_password", value: "certification-partner" },
];

/** Values that no answer has. Without them, their requests are left out of a run. */
export const FILLED_IN: readonly KeyValue[] = [
  {
    key: "reset_token",
    value: "",
    description: "From the link in the password email: open Mailbox in the console",
  },
  {
    key: "event_id",
    value: "",
    description: "The id of an event: set a webhook URL in the console, pay, and list the events",
  },
  { key: "photo", value: "", description: "The number in the photo_url of an item with a photo" },
];

export const VARIABLES: readonly KeyValue[] = [
  { key: "base_url", value: "http://127.0.0.1:8080", description: "Your gateway" },
  ...LOGINS,
  ...FILLED_IN,
];

/** The variable that makes names unique, so that the collection can run again. */
export const RUN = "run";
/** These values may exist once. */
const UNIQUE =
  /^(Harbor Kiosks|harbor-kiosks|kiosk-partner|Pier Nine Kiosks?|PN-9|pier-nine|Quayside East|harbor-support|PN9-0001|ann)(@.*)?$/;

/** Writes a value of an example with variables, as text or JSON. */
export function writeValue(value: ExampleValue): unknown {
  if (isEarlierValue(value)) return `{{${nameEarlier(value)}}}`;
  if (Array.isArray(value)) return value.map(writeValue);
  if (typeof value === "object" && value !== null) return writeMembers(value);
  const login = LOGINS.find((one) => one.value === String(value));
  if (login !== undefined && login.value !== "harbor") return `{{${login.key}}}`;
  return typeof value === "string" ? value.replace(UNIQUE, `$1-{{${RUN}}}$2`) : value;
}

function writeMembers(value: object): object {
  const members = Object.entries(value).map(([name, one]) => [name, writeValue(one)]);
  return Object.fromEntries(members);
}

/** Such as `createItem_id`, `processPayment_sale_transaction_id`, or `reset_token`. */
export function nameEarlier({ earlier: [operationId, name, ...path] }: EarlierValue): string {
  if (operationId === "test") return name;
  return [operationId, ...(name === "example" ? [] : [name]), ...path].join("_");
}

/** All values of earlier answers in an example. */
export function listEarlier(value: ExampleValue | undefined): readonly EarlierValue[] {
  if (value === undefined || typeof value !== "object" || value === null) return [];
  if (isEarlierValue(value)) return [value];
  return Object.values(value).flatMap(listEarlier);
}
