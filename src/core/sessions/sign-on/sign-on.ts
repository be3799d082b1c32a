/**
 * Single sign-on: sends the browser to the identity provider, and opens a session with its answer.
 * Members of an operators' group become operators. Members of a group of users sign in to existing
 * logins of merchants and partners with their verified email address.
 */
import { randomBytes } from "node:crypto";
import type { Identity, IdentityProvider, SignOnChecks } from "../../../ports/identity-provider.ts";
import { findOperatorRole, type GroupRoles, mayUseLogins } from "../../../values/sign-on-roles.ts";
import type { ActOrigin } from "../../audit/act.ts";
import { loginChoice } from "../by-email/admit-email.ts";
import { findLoginsWithEmail } from "../by-email/email-login-store.ts";
import { peekChallenge, spendChallenge, storeChallenge } from "../challenges.ts";
import type { Person, PersonKey } from "../person.ts";
import type { Sessions } from "../sessions.ts";
import { openConsoleSession, refuseSignIn, signInName } from "../sign-in.ts";
import { admitSignOnOperator } from "./admit-operator.ts";

export interface SignOn {
  readonly provider: IdentityProvider;
  readonly roles: GroupRoles;
}

export interface SignOnNeeds {
  readonly sessions: Sessions;
  readonly signOn: SignOn;
}

/** Returns the address of the provider's page and the state, which the browser keeps in a cookie. */
export async function beginSignOn({ sessions, signOn }: SignOnNeeds) {
  const { url, checks } = await signOn.provider.begin();
  await storeChallenge(sessions, "sign_on", { token: checks.state, value: checks });
  return { url, state: checks.state };
}

export type SignOnOutcome =
  | { readonly kind: "signed_in"; readonly token: string }
  /** The token is for chooseSignOnLogin. */
  | { readonly kind: "choose"; readonly token: string }
  | { readonly kind: "expired" | "denied" | "not_allowed" }
  | { readonly kind: "failed"; readonly reason: string };

export interface ProviderAnswer {
  readonly query: string;
  /** From the cookie of the browser that began. */
  readonly state: string;
  readonly from: ActOrigin & { readonly address: string };
}

export async function finishSignOn(
  needs: SignOnNeeds,
  { query, state, from }: ProviderAnswer,
): Promise<SignOnOutcome> {
  const checks = await spendChallenge<SignOnChecks>(needs.sessions, "sign_on", state);
  if (checks === undefined) return { kind: "expired" };
  const answer = await needs.signOn.provider.finish(query, checks);
  if (answer.kind === "denied") return { kind: "denied" };
  if (answer.kind === "failed") return answer;
  const keys = await listLogins(needs, answer.identity, from);
  return continueWith(needs.sessions, { keys, name: answer.identity.name, from });
}

async function listLogins(
  { sessions, signOn: { roles } }: SignOnNeeds,
  identity: Identity,
  from: ActOrigin,
): Promise<readonly PersonKey[]> {
  const { groups, verifiedEmail } = identity;
  const role = findOperatorRole(roles, groups);
  const id = await admitSignOnOperator(sessions, identity, { role, from });
  const operators =
    id === undefined ? [] : [{ kind: "operator", id, tenantId: undefined } as const];
  if (verifiedEmail === undefined || !mayUseLogins(roles, groups)) return operators;
  const logins = await findLoginsWithEmail(sessions.db, verifiedEmail);
  return [...operators, ...logins.filter(({ kind }) => kind !== "operator")];
}

interface FoundLogins {
  readonly keys: readonly PersonKey[];
  readonly name: string;
  readonly from: ProviderAnswer["from"];
}

async function continueWith(
  sessions: Sessions,
  { keys, name, from }: FoundLogins,
): Promise<SignOnOutcome> {
  const [only, ...others] = keys;
  if (only !== undefined && others.length === 0) return openFor(sessions, only, from);
  if (only === undefined) {
    await refuseSignIn(sessions, { as: "sign_on", accountId: "", name, from }, "refused");
    return { kind: "not_allowed" };
  }
  const token = randomBytes(32).toString("base64url");
  await storeChallenge(sessions, "sign_on_choice", { token, value: keys });
  return { kind: "choose", token };
}

async function openFor(
  sessions: Sessions,
  key: PersonKey,
  from: ProviderAnswer["from"],
): Promise<SignOnOutcome> {
  const known = await sessions.people.findPerson(key);
  if (known === undefined) return { kind: "not_allowed" };
  const { person, passwordDigest } = known;
  const opening = { person, passwordDigest, verdict: {}, proof: "sign_on" } as const;
  const token = await openConsoleSession(sessions, { ...signInName(person), from }, opening);
  return token === undefined ? { kind: "not_allowed" } : { kind: "signed_in", token };
}

/** The logins of one person, of which they choose one. None: the choice has expired. */
export async function listSignOnPeople(
  sessions: Sessions,
  token: string,
): Promise<readonly Person[]> {
  const keys = (await peekChallenge<readonly PersonKey[]>(sessions, "sign_on_choice", token)) ?? [];
  const known = await Promise.all(keys.map((key) => sessions.people.findPerson(key)));
  return known.filter((each) => each !== undefined).map(({ person }) => person);
}

export async function chooseSignOnLogin(
  sessions: Sessions,
  token: string,
  { choice, from }: { readonly choice: string; readonly from: ProviderAnswer["from"] },
): Promise<SignOnOutcome> {
  const keys = await spendChallenge<readonly PersonKey[]>(sessions, "sign_on_choice", token);
  const chosen = keys?.find((key) => loginChoice(key) === choice);
  return chosen === undefined ? { kind: "expired" } : openFor(sessions, chosen, from);
}
