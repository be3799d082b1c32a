/**
 * An installation with one account, one partner and its user, and two processes that authenticate
 * them.
 */
import {
  GATEWAY_POLICY,
  MANAGEMENT_POLICY,
  PARSER_POLICY,
} from "../../src/core/access/failures/login-policy.ts";
import { type Account, AccountStore } from "../../src/core/accounts/account-store.ts";
import {
  ACCESS_KEY_DIGEST,
  authenticateAccount,
} from "../../src/core/accounts/authenticate-account.ts";
import {
  authenticatePartner,
  type KnownPartner,
  PARTNER_KEY_DIGEST,
} from "../../src/core/management/logins/authenticate-partner.ts";
import {
  authenticateUser,
  type ManagementUser,
} from "../../src/core/management/logins/authenticate-user.ts";
import { LoginStore } from "../../src/core/management/logins/login-store.ts";
import { PartnerCredentialStore } from "../../src/core/management/logins/partner-credential-store.ts";
import { PartnerStore } from "../../src/core/management/partners/partner-store.ts";
import { Secret } from "../../src/values/secret.ts";
import { type Environment, HOME, openEnvironment, type TestProcess } from "./access.ts";
import { hashCheaply, openCheapPasswords } from "./passwords.ts";
import type { Lifetime } from "./shared.ts";

export const ACCOUNT_ID = "120000000001";
const hash = await hashCheaply(new Secret("password"));

/** One account, and one partner with a user. */
export async function fill({ owner, custody }: Environment): Promise<void> {
  const digest = custody.fingerprint(ACCESS_KEY_DIGEST, new Secret("key"));
  const partnerDigest = custody.fingerprint(PARTNER_KEY_DIGEST, new Secret("partner key"));
  await owner.rows`
    insert into accounts (id, name, time_zone) values (${ACCOUNT_ID}, 'Books', 'America/New_York')`;
  await owner.rows`
    insert into account_keys (account_id, digest, sealed) values (${ACCOUNT_ID}, ${digest}, '')`;
  await owner.rows`
    insert into partners (id, name, reference, path) overriding system value
    values (1, 'Harbor', 'harbor', '{1}')`;
  await owner.rows`
    insert into partner_credentials (partner_id, parser_name, key_digest, key_sealed, allow_list)
    values (1, 'harbor', ${partnerDigest}, '', '{192.0.2.0/24}')`;
  await owner.rows`
    insert into contacts (id, partner_id, user_name, first_name, last_name, email, phone, user_role)
    overriding system value values (1, 1, 'ada', 'Ada', 'Keel', 'a@b.test', '1', 'Partner User')`;
  await owner.rows`
    insert into contact_credentials
      (contact_id, user_name, partner_id, user_role, is_active, password_hash)
    values (1, 'ada', 1, 'Partner User', true, ${hash})`;
}

/** The three logins that are remembered, each with its correct credentials. */
export function openInterfaces(
  { access, pool }: Pick<TestProcess, "access" | "pool">,
  { custody, clock }: Environment,
) {
  const needs = {
    custody,
    clock,
    passwords: openCheapPasswords(),
    accounts: new AccountStore(pool),
    logins: new LoginStore(pool),
    partners: new PartnerStore(pool),
    credentials: new PartnerCredentialStore(pool),
    accountChecker: access.createChecker<Account>(GATEWAY_POLICY),
    userChecker: access.createChecker<ManagementUser>(MANAGEMENT_POLICY),
    partnerChecker: access.createChecker<KnownPartner>(PARSER_POLICY),
  };
  const secret = (text: string) => new Secret(text);
  return {
    account: async (accessKey = "key", address = HOME) =>
      authenticateAccount(needs, { accountId: ACCOUNT_ID, accessKey: secret(accessKey), address }),
    user: async (password = "password", address = HOME) =>
      authenticateUser(needs, { userName: "ada", password: secret(password), address }),
    partner: async (key = "partner key", address = HOME) =>
      authenticatePartner(needs, address, { name: "harbor", key: secret(key) }),
  };
}

export async function openFilled(t: Lifetime) {
  const env = await openEnvironment(t);
  await fill(env);
  const [here, there] = [await env.openProcess(), await env.openProcess()];
  return {
    env,
    here,
    there,
    interfaces: openInterfaces(here, env),
    otherInterfaces: openInterfaces(there, env),
  };
}
