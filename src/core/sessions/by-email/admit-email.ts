/**
 * Checks a password against every login with an email address. Failures count for the address as at
 * the point of sale, and for partners' users and operators also under their names: sign-in by email
 * gives nobody additional guesses.
 */
import type { Secret } from "../../../values/secret.ts";
import { type Admission, type CredentialVerdict, WRONG } from "../../access/credential-checker.ts";
import { countedEmail } from "../../access/failures/counted-email.ts";
import { passwordDigest } from "../../access/password.ts";
import type { ManagementPerson, Person, PersonKey, ProvenLogin } from "../person.ts";
import { withinKeyScope } from "../person-scope.ts";
import { findPasswordHash } from "../proven-store.ts";
import type { Sessions } from "../sessions.ts";
import { findLoginsWithEmail } from "./email-login-store.ts";

export interface EmailProof {
  readonly email: string;
  readonly password: Secret;
  readonly address: string;
}

interface TriedLogin extends ProvenLogin {
  readonly isRight: boolean;
}

export function admitEmail(
  sessions: Sessions,
  proof: EmailProof,
): Promise<Admission<readonly ProvenLogin[]>> {
  const { email, password: secret, address } = proof;
  const countedAs = countedEmail(email);
  const credentials = { name: `email ${email}`, secret, countedAs, address };
  return sessions.emailChecker.admit(credentials, () => judgeEmail(sessions, proof));
}

async function judgeEmail(
  sessions: Sessions,
  proof: EmailProof,
): Promise<CredentialVerdict<readonly ProvenLogin[]>> {
  const keys = await findLoginsWithEmail(sessions.db, proof.email);
  // An unknown address costs a password check, too.
  if (keys.length === 0) await sessions.passwords.matches(proof.password, undefined);
  const found = await Promise.all(keys.map((key) => tryPassword(sessions, key, proof.password)));
  const tried = found.filter((each) => each !== undefined);
  const right = tried.filter(({ isRight }) => isRight);
  // A login with another password is not a failed guess if one login was right.
  const counted = right.length === 0 ? tried : right;
  const admitted: ProvenLogin[] = [];
  for (const login of counted) {
    if (await countAtOwnName(sessions, login, proof)) admitted.push(login);
  }
  return admitted.length === 0 ? WRONG : { kind: "right", caller: admitted };
}

async function tryPassword(
  sessions: Sessions,
  key: PersonKey,
  password: Secret,
): Promise<TriedLogin | undefined> {
  const hash = await withinKeyScope(sessions, key, (db) => findPasswordHash(db, key));
  const isRight = await sessions.passwords.matches(password, hash);
  const known = await sessions.people.findPerson(key);
  if (known === undefined) return undefined;
  return { person: known.person, passwordDigest: passwordDigest(hash ?? ""), isRight };
}

/** Merchants' users are counted by their address. Returns false for a wrong or locked login. */
async function countAtOwnName(
  { operatorChecker, management }: Sessions,
  { person, passwordDigest: digest, isRight }: TriedLogin,
  { password: secret, address }: EmailProof,
): Promise<boolean> {
  if (person.kind === "pos_user") return isRight;
  const credentials = { name: person.userName, secret, address };
  const judge = async <Caller>(caller: Caller): Promise<CredentialVerdict<Caller>> =>
    isRight ? { kind: "right", caller } : WRONG;
  const admission =
    person.kind === "operator"
      ? await operatorChecker.admit(credentials, () => judge(digest))
      : await management.userChecker.admit(credentials, () => judge(toManagementUser(person)));
  return admission.kind === "admitted";
}

function toManagementUser({ id, userName, partner, client, userRole }: ManagementPerson) {
  return { contactId: id, userName, partnerId: partner.id, clientId: client?.id, userRole };
}

/** Names one of several logins in requests. */
export function loginChoice({ kind, id }: Pick<Person, "kind" | "id">): string {
  return `${kind}-${id}`;
}
