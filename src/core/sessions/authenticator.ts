/** The second factor: codes of an authenticator app. Each code works once. */
import { randomUUID } from "node:crypto";
import type { Database } from "../../db/database.ts";
import { Secret } from "../../values/secret.ts";
import { type CredentialVerdict, WRONG } from "../access/credential-checker.ts";
import { findCodeStep, newCodeSecret } from "../access/one-time-code.ts";
import { showOnce } from "../access/show-once.ts";
import { type ActOrigin, recordAct } from "../audit/act.ts";
import { AuthenticatorStore, type RightCode } from "./authenticator-store.ts";
import { type Person, type PersonKey, personActor, personKey } from "./person.ts";
import type { Sessions } from "./sessions.ts";

/** A correct code is not used up yet: see spendCode. */
export type CodeVerdict =
  /** Without a code: the person has no authenticator. */
  | { readonly kind: "right"; readonly code?: RightCode }
  | { readonly kind: "code_needed" }
  | { readonly kind: "refused" | "locked" | "busy" };

export type CodeOutcome = Exclude<CodeVerdict["kind"], "code_needed">;

export interface CodeProof {
  readonly code: string | undefined;
  readonly from: { readonly address: string };
}

/** At sign-in. Also "right" for a person without an authenticator. */
export async function judgeCode(
  sessions: Sessions,
  key: PersonKey,
  { code, from }: CodeProof,
): Promise<CodeVerdict> {
  const known = await sessions.authenticators.findAuthenticator(key);
  if (known === undefined || !known.isConfirmed) return { kind: "right" };
  if (code === undefined) return { kind: "code_needed" };
  return proveCode(sessions, key, { code, from });
}

/** Every code is checked separately: if two identical ones arrive at the same time, one is a replay. */
async function proveCode(
  sessions: Sessions,
  key: PersonKey,
  { code, from }: CodeProof & { readonly code: string },
): Promise<Exclude<CodeVerdict, { kind: "code_needed" }>> {
  const name = `${key.kind} ${key.id}`;
  const once = { name, secret: new Secret(randomUUID()), address: from.address };
  const judge = () => judgeStep(sessions, key, code);
  const admission = await sessions.codeChecker.admit(once, judge);
  if (admission.kind !== "admitted") return { kind: admission.kind };
  return { kind: "right", code: admission.caller };
}

async function judgeStep(
  { authenticators, custody, clock }: Sessions,
  key: PersonKey,
  code: string,
): Promise<CredentialVerdict<RightCode>> {
  const known = await authenticators.findAuthenticator(key);
  if (known === undefined) return WRONG;
  const { secretSealed, lastStep } = known;
  const secret = await custody.open(secretSealed, authenticatorSeal(key));
  const step = findCodeStep(secret, code, clock.wall());
  if (step === undefined || step <= lastStep) return WRONG;
  return { kind: "right", caller: { secretSealed, step } };
}

export interface NewAuthenticator {
  /** In base32. Shown once. */
  readonly secret: string;
  /** The otpauth link for authenticator apps. */
  readonly uri: string;
}

/** Returns undefined if one is in use. Sign-in asks for codes only after the first correct one. */
export async function beginAuthenticator(
  sessions: Sessions,
  person: Person,
): Promise<NewAuthenticator | undefined> {
  const key = personKey(person);
  const secret = newCodeSecret();
  const sealed = await sessions.custody.seal(secret, authenticatorSeal(key));
  if (!(await sessions.authenticators.insertAuthenticator(key, sealed))) return undefined;
  const shown = showOnce(secret);
  const label = encodeURIComponent(`Sixdoors:${personActor(person).name}`);
  return { secret: shown, uri: `otpauth://totp/${label}?secret=${shown}&issuer=Sixdoors` };
}

interface TypedCode {
  readonly code: string;
  readonly from: ActOrigin & { readonly address: string };
}

export async function confirmAuthenticator(
  sessions: Sessions,
  person: Person,
  typed: TypedCode,
): Promise<CodeOutcome> {
  return actWithCode(sessions, person, typed, async (db) => {
    await recordAct(
      db,
      authenticatorAct(person, { action: "authenticator.set", from: typed.from }),
    );
  });
}

/** Needs a code, because an unlocked computer must not be enough to remove the second factor. */
export async function removeAuthenticator(
  sessions: Sessions,
  person: Person,
  typed: TypedCode,
): Promise<CodeOutcome> {
  return actWithCode(sessions, person, typed, async (db) => {
    await new AuthenticatorStore(db).deleteAuthenticator(personKey(person));
    await recordAct(
      db,
      authenticatorAct(person, { action: "authenticator.remove", from: typed.from }),
    );
  });
}

/** The code is used up in the transaction of the action that needs it. */
async function actWithCode(
  sessions: Sessions,
  person: Person,
  typed: TypedCode,
  work: (db: Database) => Promise<void>,
): Promise<CodeOutcome> {
  const key = personKey(person);
  const verdict = await proveCode(sessions, key, typed);
  if (verdict.kind !== "right") return verdict.kind;
  return sessions.db.atomically(async (db) => {
    if (!(await spendCode(db, key, { verdict, at: sessions.clock.wall() }))) return "refused";
    await work(db);
    return "right";
  });
}

/** Returns false if the code was used in the meantime. Without an authenticator, returns true. */
export async function spendCode(
  db: Database,
  key: PersonKey,
  { verdict, at }: { readonly verdict: { code?: RightCode }; readonly at: Temporal.Instant },
): Promise<boolean> {
  const { code } = verdict;
  return code === undefined || new AuthenticatorStore(db).recordCodeUse(key, code, at);
}

interface AuthenticatorAct {
  readonly action: "authenticator.set" | "authenticator.remove";
  readonly from: ActOrigin;
}

function authenticatorAct(person: Person, { action, from }: AuthenticatorAct) {
  const actor = personActor(person);
  return {
    actor,
    action,
    subject: { kind: person.kind, id: person.id },
    result: "done",
    from,
  } as const;
}

function authenticatorSeal({ kind, id }: PersonKey) {
  return { place: "authenticators.secret_sealed", owner: `${kind}/${id}` };
}
