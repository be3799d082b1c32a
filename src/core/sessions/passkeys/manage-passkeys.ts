/**
 * Adds and removes the passkeys of a person who is signed in. Adding needs the password and, with an
 * authenticator, a code. The person gets an email about both.
 */
import type { Database } from "../../../db/database.ts";
import type { PasskeyVerifier } from "../../../ports/passkey-verifier.ts";
import { Secret } from "../../../values/secret.ts";
import { type ActOrigin, recordAct } from "../../audit/act.ts";
import { judgeCode, spendCode } from "../authenticator.ts";
import { spendChallenge, storeChallenge } from "../challenges.ts";
import { announceToPerson } from "../login-notice.ts";
import { type Person, personActor, personKey } from "../person.ts";
import { withinPersonScope } from "../person-scope.ts";
import type { Sessions } from "../sessions.ts";
import { admitPassword, signInName } from "../sign-in.ts";
import { type OwnPasskey, PasskeyStore } from "./passkey-store.ts";

export const PASSKEYS_MAX = 10;

export interface PasskeyNeeds {
  readonly sessions: Sessions;
  readonly verifier: PasskeyVerifier;
}

type From = ActOrigin & { readonly address: string };

export type BeginOutcome =
  | { readonly kind: "begun"; readonly options: object }
  | { readonly kind: "too_many" | "refused" | "locked" | "busy" }
  /** The code of the authenticator is missing or wrong. */
  | { readonly kind: "code_needed" | "code_refused" };

export interface PasskeyProof {
  readonly password: Secret;
  /** Undefined is enough for a person without an authenticator. */
  readonly code: string | undefined;
  readonly from: From;
}

/**
 * An unlocked computer must not be enough to add a way in, so the password is asked. A passkey also
 * replaces the code, so a code is asked, too.
 */
export async function beginPasskey(
  { sessions, verifier }: PasskeyNeeds,
  person: Person,
  { password, code, from }: PasskeyProof,
): Promise<BeginOutcome> {
  const admission = await admitPassword(sessions, { ...signInName(person), password, from });
  if (admission.kind !== "admitted") return { kind: admission.kind };
  const verdict = await judgeCode(sessions, personKey(person), { code, from });
  if (verdict.kind === "refused") return { kind: "code_refused" };
  if (verdict.kind !== "right") return { kind: verdict.kind };
  const known = await listPasskeys(sessions, person);
  if (known.length >= PASSKEYS_MAX) return { kind: "too_many" };
  const spending = { verdict, at: sessions.clock.wall() };
  if (!(await spendCode(sessions.db, personKey(person), spending))) return { kind: "code_refused" };
  return storeOptions({ sessions, verifier }, person, known);
}

async function storeOptions(
  { sessions, verifier }: PasskeyNeeds,
  person: Person,
  known: readonly OwnPasskey[],
): Promise<BeginOutcome> {
  const handle = sessions.custody.fingerprint("passkeys.person", new Secret(holderName(person)));
  const user = { handle: handle.slice(0, 32), name: signInName(person).name };
  const options = await verifier.writeCreationOptions(user, known);
  const value = { holder: holderName(person) };
  await storeChallenge(sessions, "passkey_create", { token: options.challenge, value });
  return { kind: "begun", options };
}

export function listPasskeys(
  { db }: Pick<Sessions, "db">,
  person: Person,
): Promise<readonly OwnPasskey[]> {
  return new PasskeyStore(db).listPasskeys(personKey(person));
}

/** Returns false if the answer is wrong or late, or belongs to another person. */
export async function finishPasskey(
  { sessions, verifier }: PasskeyNeeds,
  person: Person,
  { answer, name, from }: { readonly answer: unknown; readonly name: string; readonly from: From },
): Promise<boolean> {
  const spend = async (challenge: string) => {
    const stored = await spendChallenge<{ holder: string }>(sessions, "passkey_create", challenge);
    return stored?.holder === holderName(person);
  };
  const passkey = await verifier.verifyCreation(answer, spend);
  if (passkey === undefined) return false;
  const at = sessions.clock.wall();
  return withinPersonScope(sessions, person, async (db) => {
    const isNew = await new PasskeyStore(db).insertPasskey(personKey(person), passkey, {
      name,
      at,
    });
    const act = { action: "passkey.add", name, from } as const;
    if (isNew) await recordPasskeyAct(sessions, db, { person, act });
    return isNew;
  });
}

/** Returns false if the person has no such passkey. */
export async function removePasskey(
  sessions: Pick<Sessions, "db" | "clock" | "custody">,
  person: Person,
  { id, from }: { readonly id: string; readonly from: From },
): Promise<boolean> {
  return withinPersonScope(sessions, person, async (db) => {
    const name = await new PasskeyStore(db).deletePasskey(personKey(person), id);
    if (name === undefined) return false;
    const act = { action: "passkey.remove", name, from } as const;
    await recordPasskeyAct(sessions, db, { person, act });
    return true;
  });
}

interface PasskeyAct {
  readonly action: "passkey.add" | "passkey.remove";
  readonly name: string;
  readonly from: From;
}

async function recordPasskeyAct(
  needs: Pick<Sessions, "clock" | "custody">,
  db: Database,
  { person, act }: { readonly person: Person; readonly act: PasskeyAct },
): Promise<void> {
  const { action, name, from } = act;
  const actor = personActor(person);
  const subject = { kind: person.kind, id: person.id };
  await recordAct(db, { actor, action, subject, after: { name }, result: "done", from });
  const change = action === "passkey.add" ? "added to" : "removed from";
  const title = `A passkey was ${change} the login ${actor.name}`;
  const sentence = `The passkey ${name} was ${change} the login ${actor.name}.`;
  await announceToPerson(db, needs, { person, notice: { title, sentence } });
}

function holderName({ kind, id }: Person): string {
  return `${kind}-${id}`;
}
