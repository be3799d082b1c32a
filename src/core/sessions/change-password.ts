/**
 * Changes the password of a person who is signed in and sends the current password. Their other
 * sessions end; the session that made the request continues.
 */
import type { Database } from "../../db/database.ts";
import type { Secret } from "../../values/secret.ts";
import { OperatorStore } from "../access/operator-store.ts";
import { isSamePassword, PASSWORD_MAX, PASSWORD_MIN } from "../access/password.ts";
import { type ActOrigin, recordAct } from "../audit/act.ts";
import { replaceContactPassword } from "../management/users/set-password.ts";
import { replacePosPassword } from "../pos/users/replace-password.ts";
import { type Person, personActor, personKey } from "./person.ts";
import { withinPersonScope } from "./person-scope.ts";
import { lockProvenLogin } from "./proven-store.ts";
import { SessionStore } from "./session-store.ts";
import { type Sessions, tokenDigest } from "./sessions.ts";
import { admitPassword, signInName } from "./sign-in.ts";

export interface PasswordChange {
  /** The token of the session that makes the request. */
  readonly token: string;
  readonly current: Secret;
  readonly wanted: Secret;
  readonly from: ActOrigin & { readonly address: string };
}

export type ChangeOutcome =
  | "changed"
  | "too_short"
  | "too_long"
  /** The new password equals the current one. */
  | "same"
  /** The current password is wrong. */
  | "refused"
  | "locked"
  | "busy";

export async function changePassword(
  sessions: Sessions,
  person: Person,
  { token, current, wanted, from }: PasswordChange,
): Promise<ChangeOutcome> {
  if (wanted.length < PASSWORD_MIN) return "too_short";
  if (wanted.length > PASSWORD_MAX) return "too_long";
  const admission = await admitPassword(sessions, {
    ...signInName(person),
    password: current,
    from,
  });
  if (admission.kind !== "admitted") return admission.kind;
  if (isSamePassword(current, wanted)) return "same";
  // Slow, so it is done before the transaction begins.
  const hash = await sessions.passwords.hash(wanted);
  const key = personKey(person);
  return withinPersonScope(sessions, person, async (db): Promise<ChangeOutcome> => {
    // A password that was set in the meantime must not be overwritten by someone who knew the old one.
    if (!(await lockProvenLogin(db, key, admission.caller.passwordDigest))) return "refused";
    await storeNewPassword(sessions, db, { person, hash, wanted });
    await new SessionStore(db).endOtherSessions(tokenDigest(sessions, token), key, hash);
    await record(db, person, from);
    return "changed";
  });
}

async function record(db: Database, person: Person, from: ActOrigin): Promise<void> {
  await recordAct(db, {
    actor: personActor(person),
    action: "console.change_password",
    subject: { kind: person.kind, id: person.id },
    result: "done",
    from,
  });
}

export interface Replacement {
  readonly person: Person;
  readonly hash: string;
  readonly wanted: Secret;
}

/** In the person's tenant. Ends the links to set a password, and sessions at the point of sale. */
export async function storeNewPassword(
  sessions: Sessions,
  db: Database,
  { person, hash, wanted }: Replacement,
): Promise<void> {
  const { id } = person;
  if (person.kind === "operator") await new OperatorStore(db).setPassword(id, hash);
  else if (person.kind === "contact") {
    const { userRole, client } = person;
    const owner = { contactId: id, userRole, clientId: client?.id ?? null };
    await replaceContactPassword(db, sessions, { ...owner, password: wanted, hash });
  } else {
    const now = sessions.clock.wall();
    await replacePosPassword(db, { accountId: person.account.id, userId: id, hash, now });
  }
}
