/** Who is calling: areas D, E and F carry an account number and its access key in the body. */
import type { Account } from "../../core/accounts/account-store.ts";
import { type AuthenticationNeeds, authenticate } from "../../core/accounts/authenticate.ts";
import { Secret } from "../../values/secret.ts";
import { RequestFault } from "../../wire/fault.ts";
import type { Fields } from "../../wire/fields.ts";

const ACCOUNT_ID = /^[0-9]{1,12}$/;

/** Whatever is wrong with either field, the answer is the same: nobody learns which. */
export async function logIn(needs: AuthenticationNeeds, fields: Fields): Promise<Account> {
  const id = fields.lenient("account_id", 12);
  const key = fields.lenient("api_accesskey", 32);
  if (id === undefined || key === undefined || !ACCOUNT_ID.test(id)) throw refused();
  const account = await authenticate(needs, id, new Secret(key));
  if (account === undefined) throw refused();
  return account;
}

function refused(): RequestFault {
  return new RequestFault("unauthenticated", "account_id");
}
