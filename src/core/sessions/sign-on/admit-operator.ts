/**
 * Finds the operator of an identity, and creates one at the first sign-in. The provider's groups
 * decide the role at every sign-in. Without a group the sessions end.
 */
import type { Database } from "../../../db/database.ts";
import type { Identity } from "../../../ports/identity-provider.ts";
import { endConsoleSessions } from "../../access/console-session-store.ts";
import type { OperatorRole } from "../../access/operator-role.ts";
import { type ActOrigin, recordAct } from "../../audit/act.ts";
import type { Sessions } from "../sessions.ts";
import { type SignOnOperator, SignOnOperatorStore } from "./sign-on-operator-store.ts";

const NAME_MAX = 45;
const NAMES_TRIED = 50;
const PROVIDER = { kind: "system", name: "single sign-on" } as const;

/** Returns undefined if the person may not sign in as an operator. */
export async function admitSignOnOperator(
  { db }: Pick<Sessions, "db">,
  identity: Identity,
  { role, from }: { readonly role: OperatorRole | undefined; readonly from: ActOrigin },
): Promise<string | undefined> {
  return db.atomically(async (transaction) => {
    const known = await new SignOnOperatorStore(transaction).lockOperator(identity);
    if (known === undefined) return role && createOperator(transaction, identity, { role, from });
    if (role === undefined) await endConsoleSessions(transaction, "operator", known.id);
    if (role === undefined || !known.isActive) return undefined;
    await followRole(transaction, known, { role, from });
    return known.id;
  });
}

interface RoleGiven {
  readonly role: OperatorRole;
  readonly from: ActOrigin;
}

async function followRole(db: Database, known: SignOnOperator, { role, from }: RoleGiven) {
  if (known.role === role) return;
  await new SignOnOperatorStore(db).setRole(known.id, role);
  await recordAct(db, {
    actor: PROVIDER,
    action: "operator.change_role",
    subject: { kind: "operator", id: known.userName },
    before: { role: known.role },
    after: { role },
    result: "done",
    from,
  });
}

/** Two first sign-ins at the same time create one operator: the other one tries again. */
async function createOperator(
  db: Database,
  identity: Identity,
  { role, from }: RoleGiven,
): Promise<string | undefined> {
  const operators = new SignOnOperatorStore(db);
  for (const userName of listNames(identity.name)) {
    const id = await operators.insertOperator(identity, { userName, role });
    const { issuer } = identity;
    const subject = { kind: "operator", id: userName };
    const act = { actor: PROVIDER, action: "operator.create", subject, result: "done" } as const;
    if (id !== undefined) await recordAct(db, { ...act, after: { role, issuer }, from });
    if (id !== undefined) return id;
    const other = await operators.lockOperator(identity);
    if (other !== undefined) return other.id;
  }
  return undefined;
}

/** "ada@example.com" becomes "ada", and "ada-2" if another operator has this name. */
function listNames(text: string): readonly string[] {
  const [local = ""] = text.split("@");
  const plain = local.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, NAME_MAX) || "operator";
  const more = Array.from({ length: NAMES_TRIED - 1 }, (_, index) => `${plain}-${index + 2}`);
  return [plain, ...more];
}
