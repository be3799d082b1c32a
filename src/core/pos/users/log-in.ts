/** Logs a user in at the point of sale. Every way of being wrong looks the same and takes the same time. */
import { randomUUID } from "node:crypto";
import type { Secret } from "../../../values/secret.ts";
import { type Admission, type Verdict, WRONG } from "../../access/credential-checker.ts";
import { countedEmail } from "../../access/failures/counted-email.ts";
import { passwordDigest, passwordMatches } from "../../access/password.ts";
import type { PosServices } from "../pos.ts";
import { PosSessionStore } from "./pos-session-store.ts";
import type { PosCaller, ProvenPosUser } from "./pos-user.ts";
import { digestOf } from "./session.ts";

export interface LoginRequest {
  readonly accountId: string;
  readonly email: string;
  readonly password: Secret;
}

export type LoginOutcome =
  | { readonly kind: "logged_in"; readonly token: string; readonly caller: PosCaller }
  | { readonly kind: "refused" }
  | { readonly kind: "too_many_failures"; readonly forMs: number }
  /** Too many are logging in at this moment. */
  | { readonly kind: "busy" };

/** A user who changes under each of them is being changed by a program. */
const TRIES = 3;

/** "address" is where the request came from: failures are counted by it. */
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

/** Undefined: the user was changed while the password was computed, and is judged again. */
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

/** The console asks the same, and opens a session of its own. */
export async function authenticatePosUser(
  pos: PosServices,
  request: LoginRequest,
  address: string,
): Promise<Admission<ProvenPosUser>> {
  const { accountId, email, password: secret } = request;
  // Whichever account it is tried at, and however it is spelled.
  const countedAs = countedEmail(email);
  const credentials = { name: `${accountId} ${email}`, secret, countedAs, address };
  return pos.checker.admit(credentials, () => judge(pos, request));
}

/** Nobody is remembered: whoever logs in has a token from then on. */
async function judge(pos: PosServices, request: LoginRequest): Promise<Verdict<ProvenPosUser>> {
  const candidate = await pos.users.findCandidate(request.accountId, request.email);
  const matches = await passwordMatches(request.password, candidate?.passwordHash);
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
    new PosSessionStore(db).open(digestOf(pos, token), session),
  );
  return isOpen ? token : undefined;
}
