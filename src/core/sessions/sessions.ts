/** The collaborators of sign-in and sessions, and the digests of tokens. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import { Secret } from "../../values/secret.ts";
import type { Access } from "../access/access.ts";
import type { CredentialChecker } from "../access/credential-checker.ts";
import {
  AUTHENTICATOR_POLICY,
  OPERATOR_POLICY,
  POS_POLICY,
} from "../access/failures/login-policy.ts";
import type { PasswordHashing } from "../access/password.ts";
import type { UserAuthenticationNeeds } from "../management/logins/authenticate-user.ts";
import type { PosServices } from "../pos/pos.ts";
import { AuthenticatorStore, type RightCode } from "./authenticator-store.ts";
import type { ProvenLogin } from "./person.ts";
import { PersonStore } from "./person-store.ts";
import { SessionStore } from "./session-store.ts";

export interface SessionNeeds {
  /** Works under the application's role. */
  readonly db: DatabasePool;
  readonly access: Access;
  readonly passwords: PasswordHashing;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly idleMinutes: number;
  readonly environment: "certification" | "production";
  readonly management: UserAuthenticationNeeds;
  readonly pos: PosServices;
}

export interface Sessions extends SessionNeeds {
  readonly people: PersonStore;
  readonly stored: SessionStore;
  readonly authenticators: AuthenticatorStore;
  /** Returns the digest of the correct password's hash. */
  readonly operatorChecker: CredentialChecker<Uint8Array>;
  readonly codeChecker: CredentialChecker<RightCode>;
  /** For sign-in by email. Failures count together with those of merchants' users. */
  readonly emailChecker: CredentialChecker<readonly ProvenLogin[]>;
}

export function openSessions(needs: SessionNeeds): Sessions {
  const { db, access } = needs;
  return {
    ...needs,
    people: new PersonStore(db),
    stored: new SessionStore(db),
    authenticators: new AuthenticatorStore(db),
    operatorChecker: access.createChecker(OPERATOR_POLICY),
    codeChecker: access.createChecker(AUTHENTICATOR_POLICY),
    emailChecker: access.createChecker(POS_POLICY),
  };
}

export function tokenDigest({ custody }: Pick<Sessions, "custody">, token: string): Uint8Array {
  return custody.fingerprint("console_sessions.token_digest", new Secret(token));
}

/** The token that protects the console against cross-site request forgery. */
export function csrfToken({ custody }: Pick<Sessions, "custody">, token: string): string {
  const digest = custody.fingerprint("console_sessions.csrf", new Secret(token));
  return Buffer.from(digest).toString("base64url");
}
