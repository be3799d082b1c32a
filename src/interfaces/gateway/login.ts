/**
 * Login of the gateway interfaces (areas D, E and F): the body has an account id with its access key,
 * or with a hash made from the key.
 */
import type { FastifyRequest } from "fastify";
import type { Admission } from "../../core/access/credential-checker.ts";
import type { RateLimit } from "../../core/access/rate-limit.ts";
import type { Account } from "../../core/accounts/account-store.ts";
import {
  type AuthenticationNeeds,
  authenticateAccount,
} from "../../core/accounts/authenticate-account.ts";
import { authenticateByHash } from "../../core/accounts/authenticate-by-hash.ts";
import type { LoginReason } from "../../values/login-reason.ts";
import { Secret } from "../../values/secret.ts";
import { setActor } from "../../wire/actor.ts";
import { LoginFailed } from "../../wire/error-detail.ts";
import type { Fields } from "../../wire/fields.ts";
import { RequestError } from "../../wire/request-error.ts";

export interface LoginNeeds extends AuthenticationNeeds {
  readonly accountLimit: RateLimit;
  /** Whether callers learn why their login failed: in certification only. */
  readonly explainsLogins: boolean;
}

const ACCOUNT_ID = /^0*([1-9][0-9]*)$/;

/**
 * All login errors get the same answer, also after too many failures, so that the answer does not
 * reveal which field was wrong.
 */
export async function logIn(
  needs: LoginNeeds,
  request: FastifyRequest,
  fields: Fields,
): Promise<Account> {
  const admission = await checkCredentials(needs, request, fields);
  if (admission.kind !== "admitted") {
    throw loginError(needs, admission.kind === "refused" ? admission.reason : "locked");
  }
  const { caller } = admission;
  setActor(request, `account ${caller.id}`);
  if (!needs.accountLimit.admitRequest(caller.id))
    throw new RequestError("too_many_requests", "rate");
  return caller;
}

function checkCredentials(
  needs: LoginNeeds,
  { ip: address }: FastifyRequest,
  fields: Fields,
): Admission<Account> | Promise<Admission<Account>> {
  const writtenId = fields.lenient("account_id", 12) ?? "";
  // Leading zeros of an account id are ignored.
  const accountId = ACCOUNT_ID.exec(writtenId)?.[1];
  if (accountId === undefined) throw loginError(needs, "unreadable");
  const key = readKey(needs, fields);
  if (key !== undefined) {
    return authenticateAccount(needs, { accountId, accessKey: new Secret(key), address });
  }
  const [hash, timestamp] = [fields.lenient("hash", 64), fields.lenient("timestamp", 12)];
  if (hash === undefined || timestamp === undefined) throw loginError(needs, "unreadable");
  const proof = { accountId, writtenId, timestamp, hash: new Secret(hash), address };
  return authenticateByHash(needs, proof);
}

/** If a key was sent, it decides, even if it cannot be a valid key. */
function readKey(needs: LoginNeeds, fields: Fields): string | undefined {
  try {
    return fields.optional("api_accesskey", 32);
  } catch {
    throw loginError(needs, "wrong_secret");
  }
}

function loginError({ explainsLogins }: LoginNeeds, reason: LoginReason): LoginFailed {
  return new LoginFailed("account_id", explainsLogins ? reason : undefined);
}
