/** Logs in a user of the point of sale. All failures give the same answer in the same time. */
import { randomUUID } from "node:crypto";
import type { Secret } from "../../../values/secret.ts";
import { type Admission, type CredentialVerdict, WRONG } from "../../access/credential-checker.ts";
import { countedEmail } from "../../access/failures/counted-email.ts";
import { passwordDigest } from "../../access/password.ts";
import type { PosServices } from "../pos.ts";
import { PosSessionStore } from "./pos-session-store.ts";
import type { PosCaller, ProvenPosUser } from "./pos-user.ts";
import { sessionDigest } from "./session.ts";

export interface LoginRequest {
  readonly accountId: string;
  readonly email: string;
  readonly password: Secret;
}

export type LoginOutcome =
  | { readonly kind: "logged_in"; readonly token: string; readonly caller: PosCaller }
  | { readonly kind: "refused" }
  | { readonly kind: "too_many_failures"; readonly forMs: number }
  /** Too many logins are running at the moment. */
  | { readonly kind: "busy" };

/** A user is rarely changed during a login, and hardly during three in a row. */
const TRIES = 3;

/** Failures are counted per IP address. */
export async function logIn(
  pos: PosServices,
  request: LoginRequest,
  address: string,
): Promise<LoginOutcome> {
  for (let tries = 0; tries < TRIES; tries++) {
    const outcome = await tryToLogIn(pos, request, address);
    if (outcome !== undefined) return outcome;
  }
  return { kind: "busy" };
}

/** Returns undefined if the user was changed while the password was checked. Then try again. */
async function tryToLogIn(
  pos: PosServices,
  request: LoginRequest,
  address: string,
): Promise<LoginOutcome | undefined> {
  const admission = await authenticatePosUser(pos, request, address);
  if (admission.kind === "locked") {
    return { kind: "too_many_failures", forMs: admission.forMs };
  }
  if (admission.kind !== "admitted") return { kind: admission.kind };
  const { caller } = admission;
  const token = await openSession(pos, caller);
  return token === undefined ? undefined : { kind: "logged_in", token, caller };
}

/** Also used by the console, which opens its own sessions. */
export async function authenticatePosUser(
  pos: PosServices,
  request: LoginRequest,
  address: string,
): Promise<Admission<ProvenPosUser>> {
  const { accountId, email, password: secret } = request;
  // Counts attempts for all accounts and all spellings of the address together.
  const countedAs = countedEmail(email);
  const credentials = { name: `${accountId} ${email}`, secret, countedAs, address };
  return pos.checker.admit(credentials, () => checkPassword(pos, request));
}

/** The result is not cached, because a session token replaces the password after the login. */
async function checkPassword(
  pos: PosServices,
  request: LoginRequest,
): Promise<CredentialVerdict<ProvenPosUser>> {
  const candidate = await pos.users.findCandidate(request.accountId, request.email);
  const matches = await pos.passwords.matches(request.password, candidate?.passwordHash);
  if (!matches || !candidate?.isActive) return WRONG;
  const { caller, passwordHash = "" } = candidate;
  return { kind: "right", caller: { ...caller, passwordDigest: passwordDigest(passwordHash) } };
}

async function openSession(
  pos: PosServices,
  { account: { id: accountId }, user }: PosCaller,
): Promise<string | undefined> {
  const token = randomUUID();
  const session = { accountId, user, usedAt: pos.clock.wall() };
  const isOpen = await pos.database.within({ accountId }, (db) =>
    new PosSessionStore(db).openSession(sessionDigest(pos, token), session),
  );
  return isOpen ? token : undefined;
}
