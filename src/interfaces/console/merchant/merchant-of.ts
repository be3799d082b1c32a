/** Whose payments a call is about: those of the account that the person works for, and no other's. */
import type { MerchantPerson } from "../../../core/sessions/person.ts";
import { RequestError } from "../../../wire/request-error.ts";
import type { Call } from "../routes.ts";

export function merchantOf({ person }: Pick<Call, "person">): MerchantPerson {
  if (person.kind !== "pos_user") throw new RequestError("forbidden", "role");
  return person;
}

/** As payments name who took them. */
export function cashierOf({ user }: MerchantPerson): string {
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
  return [...name].slice(0, CASHIER_MAX).join("");
}

const CASHIER_MAX = 100;
