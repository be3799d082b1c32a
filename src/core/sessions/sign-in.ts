/**
 * Signs a person in with a password and, if they have an authenticator, a code. Failures of partner
 * and merchant users count together with their failures at the APIs.
 */
import { randomBytes } from "node:crypto";
import type { Database } from "../../db/database.ts";
import type { Secret } from "../../values/secret.ts";
import { type Admission, type CredentialVerdict, WRONG } from "../access/credential-checker.ts";
import { OperatorStore } from "../access/operator-store.ts";
import { passwordDigest as digestOf } from "../access/password.ts";
import { type ActOrigin, type Actor, recordAct } from "../audit/act.ts";
import { authenticateUser } from "../management/logins/authenticate-user.ts";
import { authenticatePosUser } from "../pos/users/log-in.ts";
import { judgeCode, spendCode } from "./authenticator.ts";
import type { RightCode } from "./authenticator-store.ts";
import { type Person, type PersonKey, personActor, personKey } from "./person.ts";
import { withinPersonScope } from "./person-scope.ts";
import { lockProvenLogin } from "./proven-store.ts";
import { SessionStore, type StoredSession } from "./session-store.ts";
import { type Sessions, tokenDigest } from "./sessions.ts";

export type SignInKind = "operator" | "partner" | "merchant";

export interface SignInRequest {
  readonly as: SignInKind;
  readonly accountId: string;
  readonly name: string;
  readonly password: Secret;
  readonly code: string | undefined;
  readonly from: ActOrigin & { readonly address: string };
}

/** How a person signs in with a password, which is also how the audit names them. */
export function signInName(person: Person): Pick<SignInRequest, "as" | "accountId" | "name"> {
  if (person.kind === "operator") return { as: "operator", accountId: "", name: person.userName };
  if (person.kind === "contact") return { as: "partner", accountId: "", name: person.userName };
  return { as: "merchant", accountId: person.account.id, name: person.user.email };
}

export type SignInOutcome =
  | { readonly kind: "signed_in"; readonly token: string; readonly person: Person }
  | { readonly kind: "code_needed" }
  | { readonly kind: "refused" }
  | { readonly kind: "locked" }
  /** Too many sign-ins at the moment. */
  | { readonly kind: "busy" };

const TOKEN_BYTES = 32;

export async function signIn(sessions: Sessions, request: SignInRequest): Promise<SignInOutcome> {
  const admission = await admitPassword(sessions, request);
  if (admission.kind !== "admitted") return refuseSignIn(sessions, request, admission.kind);
  return continueWithCode(sessions, request, admission.caller);
}

/** What the audit says about an attempt. */
export interface SignInAudit extends Pick<SignInRequest, "accountId" | "name" | "from"> {
  readonly as: SignInKind | "email" | "sign_on";
}

/** After the right password: asks for the code, if the person has an authenticator. */
export async function continueWithCode(
  sessions: Sessions,
  request: SignInAudit & Pick<SignInRequest, "code">,
  proven: ProvenPerson,
): Promise<SignInOutcome> {
  const known = await sessions.people.findPerson(proven);
  if (known === undefined) return refuseSignIn(sessions, request, "refused");
  const verdict = await judgeCode(sessions, proven, request);
  if (verdict.kind === "code_needed") return verdict;
  if (verdict.kind !== "right") return refuseSignIn(sessions, request, verdict.kind);
  const { person } = known;
  const { passwordDigest } = proven;
  const token = await openConsoleSession(sessions, request, { person, passwordDigest, verdict });
  if (token === undefined) return refuseSignIn(sessions, request, "refused");
  return { kind: "signed_in", token, person };
}

interface Opening {
  readonly person: Person;
  /** The digest of the verified password's hash. */
  readonly passwordDigest: Uint8Array;
  readonly verdict: { readonly code?: RightCode };
  /** A password by default. */
  readonly proof?: StoredSession["proof"];
}

/**
 * The code is used up in the same transaction. Returns undefined if the code was used, or the person
 * was disabled or changed the password in the meantime.
 */
export async function openConsoleSession(
  sessions: Sessions,
  request: SignInAudit,
  { person, passwordDigest, verdict, proof = "password" }: Opening,
): Promise<string | undefined> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const key = personKey(person);
  const now = sessions.clock.wall();
  return withinPersonScope(sessions, person, async (db) => {
    if (!(await lockProvenLogin(db, key, passwordDigest))) return undefined;
    if (!(await spendCode(db, key, { verdict, at: now }))) return undefined;
    const session = { key, passwordDigest, proof, createdAt: now, usedAt: now };
    await new SessionStore(db).insertSession(tokenDigest(sessions, token), session);
    await record(db, request, { actor: personActor(person), result: "done" });
    return token;
  });
}

/** Returns how the session was opened. */
export async function signOut(
  sessions: Sessions,
  token: string,
): Promise<StoredSession["proof"] | undefined> {
  return sessions.stored.deleteSession(tokenDigest(sessions, token));
}

/**
 * A person and the password that was verified. If the password changes at this moment, the session
 * must not count as opened with the new one.
 */
export interface ProvenPerson extends PersonKey {
  readonly passwordDigest: Uint8Array;
}

const NO_PASSWORD = new Uint8Array();

/** Checks the password and counts failures. */
export async function admitPassword(
  sessions: Sessions,
  { as, accountId, name, password, from: { address } }: Omit<SignInRequest, "code">,
): Promise<Admission<ProvenPerson>> {
  if (as === "operator") return admitOperator(sessions, { name, password, address });
  if (as === "partner") {
    const admission = await authenticateUser(sessions.management, {
      userName: name,
      password,
      address,
    });
    return toProvenPerson(
      admission,
      ({ contactId, partnerId, passwordDigest: proven = NO_PASSWORD }) => ({
        kind: "contact",
        id: contactId,
        tenantId: partnerId,
        passwordDigest: proven,
      }),
    );
  }
  const request = { accountId, email: name, password };
  const admission = await authenticatePosUser(sessions.pos, request, address);
  return toProvenPerson(admission, ({ user, account, passwordDigest: proven }) => ({
    kind: "pos_user",
    id: user.id,
    tenantId: account.id,
    passwordDigest: proven,
  }));
}

async function admitOperator(
  { operatorChecker, people, passwords, db }: Sessions,
  proof: { readonly name: string; readonly password: Secret; readonly address: string },
): Promise<Admission<ProvenPerson>> {
  const { name, password: secret, address } = proof;
  const judge = async (): Promise<CredentialVerdict<Uint8Array>> => {
    const hash = await new OperatorStore(db).findPasswordHash(name);
    const isRight = await passwords.matches(secret, hash);
    return isRight && hash !== undefined ? { kind: "right", caller: digestOf(hash) } : WRONG;
  };
  const admission = await operatorChecker.admit({ name, secret, address }, judge);
  if (admission.kind !== "admitted") return admission;
  const id = await people.findOperatorId(name);
  if (id === undefined) return { kind: "refused", reason: "unknown_name" };
  const key = { kind: "operator", id, tenantId: undefined } as const;
  return { kind: "admitted", caller: { ...key, passwordDigest: admission.caller } };
}

function toProvenPerson<Caller>(
  admission: Admission<Caller>,
  toKey: (caller: Caller) => ProvenPerson,
): Admission<ProvenPerson> {
  if (admission.kind !== "admitted") return admission;
  return { kind: "admitted", caller: toKey(admission.caller) };
}

/**
 * The audit records the start of a lock, but not the attempts that a lock refuses: otherwise anyone
 * could fill the audit.
 */
export async function refuseSignIn(
  sessions: Sessions,
  request: SignInAudit,
  kind: "refused" | "locked" | "busy",
): Promise<{ readonly kind: "refused" | "locked" | "busy" }> {
  const actor: Actor = { kind: "system", name: "console" };
  if (kind === "refused") await record(sessions.db, request, { actor, result: "refused" });
  return { kind };
}

async function record(
  db: Database,
  { as, accountId, name, from }: SignInAudit,
  { actor, result }: { readonly actor: Actor; readonly result: "done" | "refused" },
): Promise<void> {
  const id = as === "merchant" ? `${accountId} ${name}` : name;
  const subject = { kind: as, id };
  await recordAct(db, { actor, action: "console.sign_in", subject, result, from });
}
