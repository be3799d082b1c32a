/** Changes a user, and sends another welcome email. */
import { endConsoleSessions } from "../../access/console-session-store.ts";
import { changeRecord } from "../scope/change-record.ts";
import { findDifference, type RecordDifference } from "../scope/difference.ts";
import { type ErrorCollector, reportConstraints } from "../scope/field-errors.ts";
import { rejectOtherReference } from "../scope/fixed-reference.ts";
import type { ManagementCaller, ManagementNeeds, ManagementWork } from "../scope/management-act.ts";
import { References } from "../scope/resolve-references.ts";
import { ManagementRowStore, type RowValues } from "../scope/row-store.ts";
import type { SubmittedChange } from "../scope/submitted.ts";
import { checkNameFree } from "../scope/uniqueness-store.ts";
import { lockPartnerOfUser } from "./administrator-store.ts";
import { ContactCredentialStore } from "./contact-credential-store.ts";
import { findUser, type UserRecord } from "./contact-store.ts";
import { userNameConstraints } from "./create-user.ts";
import { inviteUser } from "./invite-user.ts";
import { PasswordLinkStore } from "./password-link-store.ts";
import {
  checkChangedRole,
  checkWelcome,
  keepAdministrator,
  rejectOwnRights,
  requireRightsOver,
} from "./user-rules.ts";
import type { UserChange } from "./user-values.ts";

/** After these changes an earlier link could reach the wrong person or give too many rights. */
const ENDS_LINKS = ["email", "userRole", "isActive"] as const;

/** Returns false if the caller cannot see this user. */
export function updateUser(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { id, values, errors }: SubmittedChange<UserChange>,
): Promise<boolean> {
  const { sendWelcomeEmail, partner, client, version, ...changes } = values;
  const lockFirst = (management: ManagementWork) => lockPartnerOfUser(management, id);
  const change = { table: "contacts", id, find: findUser, version, errors, lockFirst } as const;
  const apply = async (management: ManagementWork, user: UserRecord) => {
    requireRightsOver(caller, user);
    await rejectOtherOwner(management, errors, { user, named: { partner, client } });
    const difference = findDifference(user, changes);
    rejectOwnRights(caller, errors, { id, difference });
    checkChangedRole(caller, errors, { user, role: changes.userRole });
    await keepAdministrator(management, errors, { user, difference });
    const value = difference?.after["userName"] as string | undefined;
    await checkNameFree(management.db, errors, { field: "userName", what: "userName", value });
    const { isActive = user.isActive } = changes;
    checkWelcome(errors, { sendWelcomeEmail, isActive });
    errors.throwIfAny();
    if (difference !== undefined) await saveUser(management, id, difference);
    if (sendWelcomeEmail) await sendAnotherWelcome(needs, management, { ...user, ...changes });
  };
  return changeRecord(needs, caller, { change, apply });
}

interface NamedOwner {
  readonly user: UserRecord;
  readonly named: Pick<UserChange, "partner" | "client">;
}

async function rejectOtherOwner(
  management: ManagementWork,
  errors: ErrorCollector,
  { user, named }: NamedOwner,
): Promise<void> {
  const references = new References(management, errors);
  await rejectOtherReference(errors, "partner", {
    named: named.partner,
    id: user.partner.id,
    resolve: (reference) => references.resolvePartner("partner", reference),
  });
  await rejectOtherReference(errors, "client", {
    named: named.client,
    id: user.client?.id,
    resolve: (reference) => references.resolveClientWithoutLock("client", reference),
  });
}

async function saveUser(
  management: ManagementWork,
  id: string,
  { before, after }: RecordDifference,
): Promise<void> {
  await reportConstraints(userNameConstraints("userName"), async () => {
    await new ManagementRowStore(management).updateRow("contacts", id, after as RowValues);
    await new ContactCredentialStore(management.db).copyContact(id);
  });
  if (ENDS_LINKS.some((field) => field in after)) {
    await new PasswordLinkStore(management.db).endLinks(id);
  }
  if (after["isActive"] === false) {
    await endConsoleSessions(management.db, "contact", id);
  }
  await management.record({ kind: "user", id, action: "user.update", before, after });
}

async function sendAnotherWelcome(
  needs: ManagementNeeds,
  management: ManagementWork,
  user: UserRecord,
): Promise<void> {
  const { id, email, firstName, userName, partner } = user;
  const invited = { contactId: id, email, firstName, userName, partnerName: partner.name };
  await inviteUser(management.db, needs, invited);
  await management.record({ kind: "user", id, action: "user.welcome", after: { email } });
}
