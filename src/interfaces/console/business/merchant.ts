/** Restricts the business API to merchant users and their own account. */
import type { ActingParty } from "../../../core/accounts/act-on-account.ts";
import type { PosCaller } from "../../../core/pos/users/pos-user.ts";
import type { MerchantPerson } from "../../../core/sessions/person.ts";
import { RequestError } from "../../../wire/request-error.ts";
import type { Call } from "../routes.ts";

export function merchantUser({ person }: Call): MerchantPerson {
  if (person.kind !== "pos_user") throw new RequestError("forbidden", "role");
  return person;
}

export function merchantAccountId(call: Call): string {
  return merchantUser(call).account.id;
}

export function actingParty({ actor, from }: Call): ActingParty {
  return { actor, from };
}

export function posCaller(call: Call): PosCaller {
  const { user, account } = merchantUser(call);
  return { user, account, from: call.from };
}
