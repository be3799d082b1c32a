/** Restricts a request to the signed-in merchant user and the user's own account. */
import type { PosCaller } from "../../core/pos/users/pos-user.ts";
import type { MerchantPerson } from "../../core/sessions/person.ts";
import { RequestError } from "../../wire/request-error.ts";
import type { Call } from "./routes.ts";

const CASHIER_MAX = 100;

export function merchantUser({ person }: Pick<Call, "person">): MerchantPerson {
  if (person.kind !== "pos_user") throw new RequestError("forbidden", "role");
  return person;
}

export function merchantAccountId(call: Call): string {
  return merchantUser(call).account.id;
}

export function posCaller(call: Call): PosCaller {
  const { user, account } = merchantUser(call);
  return { user, account, from: call.from };
}

/** The cashier name stored with a payment. */
export function cashierName({ user }: MerchantPerson): string {
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
  return [...name].slice(0, CASHIER_MAX).join("");
}
