/** Restricts a request to the account of the signed-in merchant user. */
import type { MerchantPerson } from "../../core/sessions/person.ts";
import { RequestError } from "../../wire/request-error.ts";
import type { Call } from "./routes.ts";

export function merchantUser({ person }: Pick<Call, "person">): MerchantPerson {
  if (person.kind !== "pos_user") throw new RequestError("forbidden", "role");
  return person;
}

/** The cashier name stored with a payment. */
export function cashierName({ user }: MerchantPerson): string {
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
  return [...name].slice(0, CASHIER_MAX).join("");
}

const CASHIER_MAX = 100;
