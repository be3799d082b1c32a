/** Logs a user in at the till. Every way of being wrong looks the same and takes the same time. */
import { randomUUID } from "node:crypto";
import type { Secret } from "../../../values/secret.ts";
import { countedEmail } from "../../access/counted-email.ts";
import { type Admission, type Verdict, WRONG } from "../../access/entrance.ts";
import { passwordDigest, passwordMatches } from "../../access/password.ts";
import type { TillDoor } from "../till.ts";
import { digestOf } from "./session.ts";
import { TillSessionStore } from "./till-session-store.ts";
import type { ProvenTillUser, TillCaller } from "./till-user.ts";

export interface LoginRequest {
  readonly accountId: string;
  readonly email: string;
  readonly password: Secret;
}

export type LoginOutcome =
  | { readonly kind: "logged_in"; readonly token: string; readonly caller: TillCaller }
  | { readonly kind: "refused" }
  | { readonly kind: "too_many_failures"; readonly forMs: number }
  /** Too many are logging in at this moment. */
  | { readonly kind: "busy" };

/** A user who changes under each of them is being changed by a program. */
const TRIES = 3;

/** "address" is where the request came from: failures are counted by it. */
export async function logIn(
  till: TillDoor,
  request: LoginRequest,
  address: string,
): Promise<LoginOutcome> {
  for (let tries = 0; tries < TRIES; tries++) {
    const outcome = await tryToLogIn(till, request, address);
    if (outcome !== undefined) return outcome;
  }
  return { kind: "busy" };
}

/** Undefined: the user was changed while the password was computed, and is judged again. */
async function tryToLogIn(
  till: TillDoor,
  request: LoginRequest,
  address: string,
): Promise<LoginOutcome | undefined> {
  const admission = await authenticateTillUser(till, request, address);
  if (admission.kind === "locked") {
    return { kind: "too_many_failures", forMs: admission.forMs };
  }
  if (admission.kind !== "admitted") return { kind: admission.kind };
  const { caller } = admission;
  const token = await openSession(till, caller);
  return token === undefined ? undefined : { kind: "logged_in", token, caller };
}

/** The console asks the same, and opens a session of its own. */
export async function authenticateTillUser(
  till: TillDoor,
  request: LoginRequest,
  address: string,
): Promise<Admission<ProvenTillUser>> {
  const { accountId, email, password: secret } = request;
  // Whichever account it is tried at, and however it is spelled.
  const countedAs = countedEmail(email);
  const credentials = { name: `${accountId} ${email}`, secret, countedAs, address };
  return till.entrance.admit(credentials, () => judge(till, request));
}

/** Nobody is remembered: whoever logs in has a token from then on. */
async function judge(till: TillDoor, request: LoginRequest): Promise<Verdict<ProvenTillUser>> {
  const candidate = await till.users.findCandidate(request.accountId, request.email);
  const matches = await passwordMatches(request.password, candidate?.passwordHash);
  if (!matches || !candidate?.isActive) return WRONG;
  const { caller, passwordHash = "" } = candidate;
  return { kind: "right", caller: { ...caller, passwordDigest: passwordDigest(passwordHash) } };
}

async function openSession(
  till: TillDoor,
  { account: { id: accountId }, user }: TillCaller,
): Promise<string | undefined> {
  const token = randomUUID();
  const session = { accountId, user, usedAt: till.clock.wall() };
  const isOpen = await till.database.within({ accountId }, (db) =>
    new TillSessionStore(db).open(digestOf(till, token), session),
  );
  return isOpen ? token : undefined;
}
