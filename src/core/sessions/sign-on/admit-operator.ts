/**
 * Finds the operator of an identity, and creates one at the first sign-in. The provider's groups
 * decide the role at every sign-in, but the last administrator stays one. Without a group the
 * sessions end.
 */
import type { Database } from "../../../db/database.ts";
import type { Identity } from "../../../ports/identity-provider.ts";
import {
  type ActiveOperator,
  isLastActiveAdministrator,
  lockActiveOperators,
} from "../../access/active-operators-store.ts";
import { endConsoleSessions } from "../../access/console-session-store.ts";
import type { OperatorRole } from "../../access/operator-role.ts";
import { OperatorStore } from "../../access/operator-store.ts";
import { type ActOrigin, recordAct } from "../../audit/act.ts";
import type { NoticeNeeds } from "../login-notice.ts";
import type { Sessions } from "../sessions.ts";
import { createSignOnOperator, PROVIDER } from "./create-operator.ts";
import { type SignOnOperator, SignOnOperatorStore } from "./sign-on-operator-store.ts";

interface Admission {
  readonly role: OperatorRole | undefined;
  readonly from: ActOrigin;
}

/** Returns undefined if the person may not sign in as an operator. */
export async function admitSignOnOperator(
  needs: Pick<Sessions, "db"> & NoticeNeeds,
  identity: Identity,
  { role, from }: Admission,
): Promise<string | undefined> {
  return needs.db.atomically(async (db) => {
    // Before the operator, as other changes of roles do: another order could end in a deadlock.
    const mayDemote = role !== undefined && role !== "administrator";
    const active = mayDemote ? await lockActiveOperators(db) : [];
    const known = await new SignOnOperatorStore(db).lockOperator(identity);
    if (known === undefined)
      return role && createSignOnOperator(needs, db, { identity, role, from });
    if (role === undefined) await endConsoleSessions(db, "operator", known.id);
    if (role === undefined || !known.isActive) return undefined;
    await followRole(db, known, { role, from, active });
    await followEmail(db, known, { email: identity.verifiedEmail, from });
    return known.id;
  });
}

interface RoleGiven {
  readonly role: OperatorRole;
  readonly from: ActOrigin;
  readonly active: readonly ActiveOperator[];
}

/** The last administrator signs in with this role, so that somebody can manage operators. */
async function followRole(db: Database, known: SignOnOperator, { role, from, active }: RoleGiven) {
  if (known.role === role) return;
  const isKept = role !== "administrator" && isLastActiveAdministrator(active, known.id);
  if (!isKept) await new SignOnOperatorStore(db).setRole(known.id, role);
  await recordAct(db, {
    actor: PROVIDER,
    action: "operator.change_role",
    subject: { kind: "operator", id: known.userName },
    before: { role: known.role },
    after: { role },
    result: isKept ? "refused" : "done",
    from,
  });
}

interface EmailGiven {
  readonly email: string | undefined;
  readonly from: ActOrigin;
}

/** Without a verified address the last one stays. */
async function followEmail(db: Database, known: SignOnOperator, { email, from }: EmailGiven) {
  if (email === undefined || email === known.email) return;
  await new OperatorStore(db).setEmail(known.id, email);
  await recordAct(db, {
    actor: PROVIDER,
    action: "operator.change_email",
    subject: { kind: "operator", id: known.userName },
    before: { email: known.email },
    after: { email },
    result: "done",
    from,
  });
}
