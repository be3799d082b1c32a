/** Whose business it is: every call of this room is a merchant's, about the merchant's own account. */
import type { ActingParty } from "../../../core/accounts/act-on-account.ts";
import type { MerchantPerson } from "../../../core/sessions/person.ts";
import type { TillCaller } from "../../../core/till/people/till-user.ts";
import { RequestFault } from "../../../wire/fault.ts";
import type { Call } from "../routes.ts";

export function merchantOf({ person }: Call): MerchantPerson {
  if (person.kind !== "till_user") throw new RequestFault("forbidden", "role");
  return person;
}

export function accountOf(call: Call): string {
  return merchantOf(call).account.id;
}

export function actingIn({ actor, from }: Call): ActingParty {
  return { actor, from };
}

export function tillCallerOf(call: Call): TillCaller {
  const { user, account } = merchantOf(call);
  return { user, account, from: call.from };
}
