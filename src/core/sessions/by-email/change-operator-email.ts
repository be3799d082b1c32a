/**
 * Changes the email address of an operator, who sends the current password: the address can be used
 * to sign in and to reset the password. The old address gets a notice.
 */
import type { Secret } from "../../../values/secret.ts";
import { OperatorStore } from "../../access/operator-store.ts";
import { type ActOrigin, recordAct } from "../../audit/act.ts";
import { INSTALLATION } from "../../outbox/event.ts";
import { writePlainEmail } from "../../outbox/plain-email.ts";
import { writeMail } from "../../outbox/write-event.ts";
import { type OperatorPerson, personActor, personKey } from "../person.ts";
import { lockProvenLogin } from "../proven-store.ts";
import type { Sessions } from "../sessions.ts";
import { admitPassword, signInName } from "../sign-in.ts";

export interface EmailChange {
  /** Undefined removes the address. */
  readonly email: string | undefined;
  readonly password: Secret;
  readonly from: ActOrigin & { readonly address: string };
}

export async function changeOperatorEmail(
  sessions: Sessions,
  person: OperatorPerson,
  { email, password, from }: EmailChange,
): Promise<"changed" | "refused" | "locked" | "busy"> {
  const admission = await admitPassword(sessions, { ...signInName(person), password, from });
  if (admission.kind !== "admitted") return admission.kind;
  const { passwordDigest } = admission.caller;
  const { id, userName, email: before } = person;
  return sessions.db.atomically(async (db) => {
    if (!(await lockProvenLogin(db, personKey(person), passwordDigest))) return "refused";
    await new OperatorStore(db).setEmail(id, email ?? null);
    await recordAct(db, {
      actor: personActor(person),
      action: "operator.change_email",
      subject: { kind: "operator", id: userName },
      before: { email: before ?? null },
      after: { email: email ?? null },
      result: "done",
      from,
    });
    if (before !== undefined && before !== email) {
      const notice = { accountId: INSTALLATION, event: "user.email_changed", to: before };
      await writeMail(db, sessions, { ...notice, ...CHANGED_EMAIL });
    }
    return "changed";
  });
}

const CHANGED_EMAIL = writePlainEmail("The email address of your login was changed", [
  "The email address of your operator login was changed. This address can no longer be used to sign in.",
  "If you did not do this, tell another administrator now.",
]);
