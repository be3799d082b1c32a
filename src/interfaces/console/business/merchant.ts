/** Restricts the business API to merchant users and their own account. */
import type { ActingParty } from "../../../core/accounts/act-on-account.ts";
import type { PosCaller } from "../../../core/pos/users/pos-user.ts";
import type { MerchantPerson } from "../../../core/sessions/person.ts";
import { RequestError } from "../../../wire/request-error.ts";
import type { Call } from "../routes.ts";

export function merchantOf({ person }: Call): MerchantPerson {
  if (person.kind !== "pos_user") throw new RequestError("forbidden", "role");
  return person;
}

export function accountOf(call: Call): string {
  return merchantOf(call).account.id;
}

export function actingIn({ actor, from }: Call): ActingParty {
  return { actor, from };
}

export function posCallerOf(call: Call): PosCaller {
  const { user, account } = merchantOf(call);
  return { user, account, from: call.from };
}
