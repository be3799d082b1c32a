/** The second proof: a code that only the person's own device can show. Each works once. */
import { Secret } from "../../values/secret.ts";
import { type Verdict, WRONG } from "../access/entrance.ts";
import { newCodeSecret, stepOfCode } from "../access/one-time-code.ts";
import { showOnce } from "../access/show-once.ts";
import { type ActOrigin, recordAct } from "../audit/act.ts";
import { AuthenticatorStore } from "./authenticator-store.ts";
import { actorOfPerson, keyOf, type Person, type PersonKey } from "./person.ts";
import type { Sessions } from "./sessions.ts";

export type CodeVerdict = "right" | "code_needed" | "refused" | "locked" | "busy";

export interface CodeProof {
  readonly code: string | undefined;
  readonly from: { readonly address: string };
}

/** At sign-in. Right as well for whoever has no authenticator. */
export async function judgeCode(
  sessions: Sessions,
  key: PersonKey,
  { code, from }: CodeProof,
): Promise<CodeVerdict> {
  const known = await sessions.authenticators.find(key);
  if (known === undefined || !known.isConfirmed) return "right";
  if (code === undefined) return "code_needed";
  return proveCode(sessions, key, { code, from });
}

async function proveCode(
  sessions: Sessions,
  key: PersonKey,
  { code, from }: CodeProof & { readonly code: string },
): Promise<CodeVerdict> {
  const name = `${key.kind} ${key.id}`;
  const credentials = { name, secret: new Secret(code), address: from.address };
  const judge = () => judgeStep(sessions, key, code);
  const admission = await sessions.codeEntrance.admit(credentials, judge);
  return admission.kind === "admitted" ? "right" : admission.kind;
}

async function judgeStep(sessions: Sessions, key: PersonKey, code: string): Promise<Verdict<true>> {
  const { authenticators, custody, clock } = sessions;
  const known = await authenticators.find(key);
  if (known === undefined) return WRONG;
  const secret = await custody.open(known.secretSealed, placeOf(key));
  const step = stepOfCode(secret, code, clock.wall());
  if (step === undefined) return WRONG;
  const isNew = await authenticators.takeStep(key, step, clock.wall());
  return isNew ? { kind: "right", caller: true } : WRONG;
}

export interface NewAuthenticator {
  /** In base 32, shown once. */
  readonly secret: string;
  /** What an authenticator takes as a link. */
  readonly uri: string;
}

/** Undefined when there is one in use. Nothing asks for its codes until the first was right. */
export async function beginAuthenticator(
  sessions: Sessions,
  person: Person,
): Promise<NewAuthenticator | undefined> {
  const key = keyOf(person);
  const secret = newCodeSecret();
  const sealed = await sessions.custody.seal(secret, placeOf(key));
  if (!(await sessions.authenticators.begin(key, sealed))) return undefined;
  const shown = showOnce(secret);
  const label = encodeURIComponent(`Sixdoors:${actorOfPerson(person).name}`);
  return { secret: shown, uri: `otpauth://totp/${label}?secret=${shown}&issuer=Sixdoors` };
}

export async function confirmAuthenticator(
  sessions: Sessions,
  person: Person,
  { code, from }: { readonly code: string; readonly from: ActOrigin & { address: string } },
): Promise<CodeVerdict> {
  const verdict = await proveCode(sessions, keyOf(person), { code, from });
  if (verdict === "right") await record(sessions, person, { action: "authenticator.set", from });
  return verdict;
}

/** Whoever is signed in may have left the desk: taking it away needs a code, too. */
export async function removeAuthenticator(
  sessions: Sessions,
  person: Person,
  { code, from }: { readonly code: string; readonly from: ActOrigin & { address: string } },
): Promise<CodeVerdict> {
  const key = keyOf(person);
  const verdict = await proveCode(sessions, key, { code, from });
  if (verdict !== "right") return verdict;
  await sessions.db.atomically(async (db) => {
    await new AuthenticatorStore(db).remove(key);
    await recordAct(db, actOf(person, { action: "authenticator.remove", from }));
  });
  return "right";
}

interface AuthenticatorAct {
  readonly action: "authenticator.set" | "authenticator.remove";
  readonly from: ActOrigin;
}

async function record({ db }: Sessions, person: Person, act: AuthenticatorAct): Promise<void> {
  await recordAct(db, actOf(person, act));
}

function actOf(person: Person, { action, from }: AuthenticatorAct) {
  const actor = actorOfPerson(person);
  return {
    actor,
    action,
    subject: { kind: person.kind, id: person.id },
    result: "done",
    from,
  } as const;
}

function placeOf({ kind, id }: PersonKey) {
  return { place: "authenticators.secret_sealed", owner: `${kind}/${id}` };
}
