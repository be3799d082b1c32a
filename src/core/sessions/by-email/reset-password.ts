/**
 * Sets a new password with the link of an email. The person chooses which logins it is for. All
 * sessions of these logins end and their passkeys are removed: somebody else may have added one. A
 * code of the authenticator is still needed at the next sign-in.
 */
import type { Database } from "../../../db/database.ts";
import { sameBytes } from "../../../values/same-bytes.ts";
import type { Secret } from "../../../values/secret.ts";
import { endConsoleSessions } from "../../access/console-session-store.ts";
import { removePasskeys } from "../../access/passkey-removal-store.ts";
import { PASSWORD_MAX, PASSWORD_MIN } from "../../access/password.ts";
import { type ActOrigin, recordAct } from "../../audit/act.ts";
import { storeNewPassword } from "../change-password.ts";
import { announceToPerson } from "../login-notice.ts";
import { type Person, personActor } from "../person.ts";
import { withinPersonScope } from "../person-scope.ts";
import { lockProvenLogin } from "../proven-store.ts";
import type { Sessions } from "../sessions.ts";
import { loginChoice } from "./admit-email.ts";
import { isActiveLogin } from "./email-login-store.ts";
import { PasswordResetStore, type StoredReset } from "./password-reset-store.ts";
import { resetDigest } from "./request-password-reset.ts";

/** Returns the logins that the link may change. None: the link no longer works. */
export async function listResetPeople(
  sessions: Sessions,
  token: string,
): Promise<readonly Person[]> {
  const resets = new PasswordResetStore(sessions.db);
  const logins = await resets.listLogins(resetDigest(sessions, token), sessions.clock.wall());
  const people = await Promise.all(logins.map((login) => findUnchanged(sessions, login)));
  return people.filter((person) => person !== undefined);
}

/** Undefined if the person is disabled or has another password or address since the request. */
async function findUnchanged(
  { people, db }: Sessions,
  { passwordDigest, email, ...key }: StoredReset,
): Promise<Person | undefined> {
  const known = await people.findPerson(key);
  if (known === undefined || !sameBytes(known.passwordDigest, passwordDigest)) return undefined;
  return (await isActiveLogin(db, key, email)) ? known.person : undefined;
}

export interface PasswordReset {
  readonly token: string;
  /** The logins to change: see loginChoice. */
  readonly choices: readonly string[];
  readonly wanted: Secret;
  readonly from: ActOrigin;
}

export type PasswordResetOutcome =
  | { readonly kind: "changed"; readonly people: readonly Person[] }
  | { readonly kind: "link_over" | "too_short" | "too_long" | "none_chosen" };

export async function resetPassword(
  sessions: Sessions,
  reset: PasswordReset,
): Promise<PasswordResetOutcome> {
  const { token, choices, wanted } = reset;
  if (wanted.length < PASSWORD_MIN) return { kind: "too_short" };
  if (wanted.length > PASSWORD_MAX) return { kind: "too_long" };
  const offered = await listResetPeople(sessions, token);
  if (offered.length === 0) return { kind: "link_over" };
  if (!offered.some((person) => choices.includes(loginChoice(person))))
    return { kind: "none_chosen" };
  // Slow, so it is done before the link is used up.
  const hash = await sessions.passwords.hash(wanted);
  const resets = new PasswordResetStore(sessions.db);
  const logins = await resets.spendReset(resetDigest(sessions, token), sessions.clock.wall());
  const people: Person[] = [];
  for (const login of logins.filter((each) => choices.includes(loginChoice(each)))) {
    const person = await replacePassword(sessions, login, { ...reset, hash });
    if (person !== undefined) people.push(person);
  }
  return people.length === 0 ? { kind: "link_over" } : { kind: "changed", people };
}

/** Undefined if the person was disabled or got another password or address in the meantime. */
async function replacePassword(
  sessions: Sessions,
  { passwordDigest, email, ...key }: StoredReset,
  { wanted, hash, from }: PasswordReset & { readonly hash: string },
): Promise<Person | undefined> {
  const known = await sessions.people.findPerson(key);
  if (known === undefined) return undefined;
  const { person } = known;
  return withinPersonScope(sessions, person, async (db) => {
    if (!(await lockProvenLogin(db, key, passwordDigest))) return undefined;
    if (!(await isActiveLogin(db, key, email))) return undefined;
    await storeNewPassword(sessions, db, { person, hash, wanted });
    await endConsoleSessions(db, person.kind, person.id);
    const passkeys = await removePasskeys(db, person.kind, person.id);
    await recordReset(sessions, db, { person, passkeys, from });
    return person;
  });
}

interface DoneReset {
  readonly person: Person;
  /** How many were removed. */
  readonly passkeys: number;
  readonly from: ActOrigin;
}

/** Removed passkeys are also announced by email, as if the person had removed them one by one. */
async function recordReset(
  sessions: Sessions,
  db: Database,
  { person, passkeys, from }: DoneReset,
): Promise<void> {
  const actor = personActor(person);
  const action = "console.reset_password";
  const subject = { kind: person.kind, id: person.id };
  const after = passkeys > 0 ? { passkeysRemoved: passkeys } : undefined;
  await recordAct(db, { actor, action, subject, after, result: "done", from });
  if (passkeys === 0) return;
  const title = `The passkeys of the login ${actor.name} were removed`;
  const sentence = `A new password was chosen for the login ${actor.name} with an emailed link, which removed its passkeys.`;
  await announceToPerson(db, sessions, { person, notice: { title, sentence } });
}
