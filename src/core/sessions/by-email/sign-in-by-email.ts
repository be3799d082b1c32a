/**
 * Signs in with an email address and a password, without an account number. If the password is right
 * for several logins, the person chooses one of them.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Secret } from "../../../values/secret.ts";
import { type Person, personKey } from "../person.ts";
import type { Sessions } from "../sessions.ts";
import {
  continueWithCode,
  refuseSignIn,
  type SignInAudit,
  type SignInOutcome,
  type SignInRequest,
  signInName,
} from "../sign-in.ts";
import { admitEmail, loginChoice } from "./admit-email.ts";

export interface EmailSignInRequest extends Pick<SignInRequest, "code" | "from"> {
  readonly email: string;
  readonly password: Secret;
  /** The login that the person chose: see loginChoice. */
  readonly choice: string | undefined;
}

export type EmailSignInOutcome =
  | SignInOutcome
  /** The password is right for each of these. */
  | { readonly kind: "choose"; readonly people: readonly Person[] };

/**
 * Longer than the password checks of an address with many logins, so that the time of a refusal does
 * not show whether the address is known.
 */
const REFUSED_AFTER_MS = 500;

export async function signInByEmail(
  sessions: Sessions,
  request: EmailSignInRequest,
): Promise<EmailSignInOutcome> {
  const earliestRefusal = pause(REFUSED_AFTER_MS, undefined, { ref: false });
  const outcome = await tryToSignIn(sessions, request);
  if (outcome.kind === "refused") await earliestRefusal;
  return outcome;
}

async function tryToSignIn(
  sessions: Sessions,
  request: EmailSignInRequest,
): Promise<EmailSignInOutcome> {
  const { email, password, code, choice, from } = request;
  const audit: SignInAudit = { as: "email", accountId: "", name: email, from };
  const admission = await admitEmail(sessions, { email, password, address: from.address });
  if (admission.kind !== "admitted") return refuseSignIn(sessions, audit, admission.kind);
  const matches = admission.caller;
  const isChosen = matches.filter(({ person }) => choice === loginChoice(person));
  const [only, ...others] = choice === undefined ? matches : isChosen;
  if (only === undefined) return refuseSignIn(sessions, audit, "refused");
  if (others.length > 0) return { kind: "choose", people: matches.map(({ person }) => person) };
  const { person, passwordDigest } = only;
  const proven = { ...personKey(person), passwordDigest };
  return continueWithCode(sessions, { ...signInName(person), code, from }, proven);
}
