/**
 * Creates the operator of a first sign-in. The person and all administrators get an email, because the
 * person may already have a login with a password. Both are not taken for two people.
 */
import type { Database } from "../../../db/database.ts";
import type { Identity } from "../../../ports/identity-provider.ts";
import type { OperatorRole } from "../../access/operator-role.ts";
import { type ActOrigin, recordAct } from "../../audit/act.ts";
import { announceToOperators, type NoticeNeeds } from "../login-notice.ts";
import { SignOnOperatorStore } from "./sign-on-operator-store.ts";

const NAME_MAX = 45;
const NAMES_TRIED = 50;
export const PROVIDER = { kind: "system", name: "single sign-on" } as const;

interface FirstSignOn {
  readonly identity: Identity;
  readonly role: OperatorRole;
  readonly from: ActOrigin;
}

/** Two first sign-ins at the same time create one operator: the other one tries again. */
export async function createSignOnOperator(
  needs: NoticeNeeds,
  db: Database,
  first: FirstSignOn,
): Promise<string | undefined> {
  const { identity, role } = first;
  const operators = new SignOnOperatorStore(db);
  for (const userName of listNames(identity.name)) {
    const id = await operators.insertOperator(identity, { userName, role });
    if (id !== undefined) {
      await announceOperator(needs, db, { ...first, userName });
      return id;
    }
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

async function announceOperator(
  needs: NoticeNeeds,
  db: Database,
  { identity, role, from, userName }: FirstSignOn & { readonly userName: string },
): Promise<void> {
  const { issuer, verifiedEmail: email } = identity;
  const sameEmail = await new SignOnOperatorStore(db).listOthersWithEmail(email, userName);
  await recordAct(db, {
    actor: PROVIDER,
    action: "operator.create",
    subject: { kind: "operator", id: userName },
    after: { role, issuer, ...(sameEmail.length > 0 && { sameEmail }) },
    result: "done",
    from,
  });
  const others = `The same email address belongs to: ${sameEmail.join(", ")}. Disable the login that is no longer used.`;
  const created = `Single sign-on created the operator login ${userName} with the role ${role}.`;
  const notice = {
    title: `Single sign-on created the operator login ${userName}`,
    sentence: sameEmail.length === 0 ? created : `${created} ${others}`,
  };
  await announceToOperators(db, needs, { email, notice });
}
