/** Authenticates a management user by password. All failures look the same and take as long. */
import type { Secret } from "../../../values/secret.ts";
import {
  type Admission,
  type CredentialChecker,
  type CredentialVerdict,
  WRONG,
} from "../../access/credential-checker.ts";
import { contactSubject, partnerSubject } from "../../access/memory/change-subject.ts";
import { type PasswordHashing, passwordDigest } from "../../access/password.ts";
import type { LoginStore } from "./login-store.ts";

export interface UserAuthenticationNeeds {
  readonly logins: LoginStore;
  readonly passwords: PasswordHashing;
  readonly userChecker: CredentialChecker<ManagementUser>;
}

/** A user with a correct password or signature. Permissions are checked separately. */
export interface ManagementUser {
  readonly contactId: string;
  readonly userName: string;
  readonly partnerId: string;
  /** Undefined for a partner's own users. */
  readonly clientId: string | undefined;
  readonly userRole: string;
  /** The digest of the password's hash. Undefined: the user signed with an API secret. */
  readonly passwordDigest?: Uint8Array;
}

export interface UserProof {
  readonly userName: string;
  readonly password: Secret;
  /** Where the request came from. */
  readonly address: string;
}

/** Returns at once for a user whose password was checked a moment ago. */
export function authenticateUser(
  needs: UserAuthenticationNeeds,
  proof: UserProof,
): Admission<ManagementUser> | Promise<Admission<ManagementUser>> {
  const credentials = { name: proof.userName, secret: proof.password, address: proof.address };
  const known = needs.userChecker.recall(credentials);
  if (known !== undefined) return { kind: "admitted", caller: known };
  return needs.userChecker.admit(credentials, () => judge(needs, proof));
}

async function judge(
  { logins, passwords }: UserAuthenticationNeeds,
  { userName, password }: UserProof,
): Promise<CredentialVerdict<ManagementUser>> {
  const login = await logins.findLogin(userName);
  const matches = await passwords.matches(password, login?.passwordHash);
  if (!matches || !login?.isActive) return WRONG;
  const { contactId, partnerId, clientId, userRole, passwordHash = "" } = login;
  const dependsOn = [contactSubject(contactId), partnerSubject(partnerId)];
  const proven = { passwordDigest: passwordDigest(passwordHash) };
  const caller = { contactId, userName, partnerId, clientId, userRole, ...proven };
  return { kind: "right", caller, dependsOn };
}
