/** Who is calling: areas D, E and F carry an account number and its access key in the body. */
import type { FastifyRequest } from "fastify";
import type { RateLimit } from "../../core/access/rate-limit.ts";
import type { Account } from "../../core/accounts/account-store.ts";
import {
  type AccountProof,
  type AuthenticationNeeds,
  authenticate,
} from "../../core/accounts/authenticate.ts";
import { Secret } from "../../values/secret.ts";
import { setActor } from "../../wire/actor.ts";
import { RequestFault } from "../../wire/fault.ts";
import type { Fields } from "../../wire/fields.ts";

export interface LoginNeeds extends AuthenticationNeeds {
  readonly accountLimit: RateLimit;
}

const ACCOUNT_ID = /^0*([1-9][0-9]*)$/;

/**
 * Whatever is wrong with either field, the answer is the same: nobody learns which. It is the same
 * too for those who were wrong too often.
 */
export async function logIn(
  needs: LoginNeeds,
  request: FastifyRequest,
  fields: Fields,
): Promise<Account> {
  const admission = await authenticate(needs, readProof(request, fields));
  if (admission.kind !== "admitted") throw refused();
  const { caller } = admission;
  setActor(request, `account ${caller.id}`);
  if (!needs.accountLimit.take(caller.id)) throw new RequestFault("too_many_requests", "rate");
  return caller;
}

function readProof({ ip }: FastifyRequest, fields: Fields): AccountProof {
  // One account has one number, however many noughts stand in front of it.
  const accountId = ACCOUNT_ID.exec(fields.lenient("account_id", 12) ?? "")?.[1];
  const key = fields.lenient("api_accesskey", 32);
  if (accountId === undefined || key === undefined) throw refused();
  return { accountId, accessKey: new Secret(key), address: ip };
}

function refused(): RequestFault {
  return new RequestFault("unauthenticated", "account_id");
}
