/** Logs a user in at the till. Every way of being wrong looks the same and takes the same time. */
import { randomUUID } from "node:crypto";
import { Secret } from "../../values/secret.ts";
import { passwordMatches } from "../access/password.ts";
import { digestOf } from "./session.ts";
import type { Till } from "./till.ts";
import type { TillCaller } from "./till-user.ts";

export interface LoginRequest {
  readonly accountId: string;
  readonly email: string;
  readonly password: Secret;
}

export type LoginOutcome =
  | { readonly kind: "logged_in"; readonly token: string; readonly caller: TillCaller }
  | { readonly kind: "refused" }
  | { readonly kind: "too_many_failures" };

/** "address" is where the request came from: failures are counted by it. */
export async function logIn(
  till: Till,
  request: LoginRequest,
  address: string,
): Promise<LoginOutcome> {
  const attemptId = await till.attempts.book(originOf(till, request, address), till.clock.wall());
  if (attemptId === undefined) return { kind: "too_many_failures" };
  const caller = await judge(till, request);
  if (caller === undefined) return { kind: "refused" };
  const token = await openSession(till, caller);
  await till.attempts.cancel(attemptId);
  return { kind: "logged_in", token, caller };
}

/** The address is typed by anyone, so only its digest is kept. */
function originOf({ custody }: Till, { email }: LoginRequest, address: string) {
  const typed = new Secret(email.toLowerCase());
  return { address, emailDigest: custody.fingerprint("till_login_attempts.email_digest", typed) };
}

async function judge(till: Till, request: LoginRequest): Promise<TillCaller | undefined> {
  const candidate = await till.users.findCandidate(request.accountId, request.email);
  const matches = await passwordMatches(request.password, candidate?.passwordHash);
  return matches && candidate?.isActive ? candidate.caller : undefined;
}

async function openSession(till: Till, { account, user }: TillCaller): Promise<string> {
  const token = randomUUID();
  const usedAt = till.clock.wall();
  await till.sessions.open(digestOf(till, token), {
    accountId: account.id,
    userId: user.id,
    usedAt,
  });
  return token;
}
