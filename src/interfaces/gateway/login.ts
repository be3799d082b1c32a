/**
 * Login of the gateway interfaces (areas D, E and F): the body has an account id with its API key,
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
import { traceStep } from "../../values/telemetry/tracing.ts";
import { setActor } from "../../wire/actor.ts";
import { LoginFailed } from "../../wire/error-detail.ts";
import type { Form } from "../../wire/form.ts";
import { formText, readField, readFieldLeniently } from "../../wire/reader/form-rules.ts";
import { TooOften } from "../../wire/request-error.ts";
import { noteRequest } from "../../wire/request-note.ts";

export interface LoginNeeds extends AuthenticationNeeds {
  readonly accountLimit: RateLimit;
  /** Whether callers learn why their login failed: in certification only. */
  readonly explainsLogins: boolean;
}

const ACCOUNT_ID = /^0*([1-9][0-9]*)$/;
const DIGITS = "^[0-9]+$";

export const CREDENTIAL_RULES = {
  account_id: formText(12).describe({
    pattern: DIGITS,
    description: "The id of the account, up to 12 digits.",
    examples: ["120000000001"],
  }),
  api_accesskey: formText(32)
    .optional()
    .describe("The account's key. Send it, or `hash` with `timestamp`."),
  hash: formText(64)
    .optional()
    .describe({
      pattern: "^[0-9a-f]{64}$",
      description:
        "Instead of the key: the lowercase hex SHA-256 of `account_id,api_accesskey,timestamp`," +
        " with account_id as you send it. If you send both, the key decides.",
    }),
  timestamp: formText(12)
    .optional()
    .describe({
      pattern: DIGITS,
      description: "The time of the hash: Unix seconds, at most 15 minutes off.",
      examples: ["1794744000"],
    }),
};

/**
 * All login errors get the same answer, also after too many failures, so that the answer does not
 * reveal which field was wrong.
 */
export function logInAccount(
  needs: LoginNeeds,
  request: FastifyRequest,
  form: Form,
): Promise<Account> {
  return traceStep(LOGIN, () => admitAccount(needs, request, form));
}

const LOGIN = { kind: "login" } as const;

async function admitAccount(
  needs: LoginNeeds,
  request: FastifyRequest,
  form: Form,
): Promise<Account> {
  const admission = await checkCredentials(needs, request, form);
  if (admission.kind !== "admitted") {
    throw loginError(needs, admission.kind === "refused" ? admission.reason : "locked");
  }
  const { caller } = admission;
  setActor(request, `account ${caller.id}`);
  if (!needs.accountLimit.admitRequest(caller.id)) {
    throw new TooOften("rate", needs.accountLimit.waitMs(caller.id));
  }
  return caller;
}

function checkCredentials(
  needs: LoginNeeds,
  request: FastifyRequest,
  form: Form,
): Admission<Account> | Promise<Admission<Account>> {
  const writtenId = readFieldLeniently(form, "account_id", CREDENTIAL_RULES.account_id) ?? "";
  // Leading zeros of an account id are ignored.
  const accountId = ACCOUNT_ID.exec(writtenId)?.[1];
  if (accountId === undefined) throw loginError(needs, "unreadable");
  noteRequest(request, { accountId });
  const { ip: address } = request;
  const key = readKey(needs, form);
  if (key !== undefined) {
    return authenticateAccount(needs, { accountId, accessKey: new Secret(key), address });
  }
  const hash = readFieldLeniently(form, "hash", CREDENTIAL_RULES.hash);
  const timestamp = readFieldLeniently(form, "timestamp", CREDENTIAL_RULES.timestamp);
  if (hash === undefined || timestamp === undefined) throw loginError(needs, "unreadable");
  const proof = { accountId, writtenId, timestamp, hash: new Secret(hash), address };
  return authenticateByHash(needs, proof);
}

/** If a key was sent, it decides, even if it cannot be a valid key. */
function readKey(needs: LoginNeeds, form: Form): string | undefined {
  try {
    return readField(form, "api_accesskey", CREDENTIAL_RULES.api_accesskey);
  } catch {
    throw loginError(needs, "wrong_secret");
  }
}

function loginError({ explainsLogins }: LoginNeeds, reason: LoginReason): LoginFailed {
  return new LoginFailed("account_id", explainsLogins ? reason : undefined);
}
