/** Creates users of a partner or client, also as the first contact of a new one. */
import { type ErrorCollector, fieldError, reportConstraints } from "../scope/field-errors.ts";
import {
  actOnManagement,
  type ManagementCaller,
  type ManagementNeeds,
  type ManagementWork,
} from "../scope/management-act.ts";
import type { Owner } from "../scope/reference-store.ts";
import { References } from "../scope/resolve-references.ts";
import { ManagementRowStore } from "../scope/row-store.ts";
import type { Submitted } from "../scope/submitted.ts";
import { checkNameFree } from "../scope/uniqueness-store.ts";
import { ContactCredentialStore } from "./contact-credential-store.ts";
import { inviteUser } from "./invite-user.ts";
import { ownerKind } from "./user-roles.ts";
import { checkGivenRole, checkWelcome } from "./user-rules.ts";
import type { NewContact, NewUser } from "./user-values.ts";

/** The owner of a new user. The welcome email has the partner's name. */
export interface UserOwner extends Owner {
  readonly partnerName: string;
}

/**
 * The user belongs to the named client, or else to the named partner, or else to the caller's
 * partner. Returns the new id.
 */
export async function createUser(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { values, errors }: Submitted<NewUser>,
): Promise<string> {
  const { partner, client, ...user } = values;
  checkWelcome(errors, user);
  checkGivenRole(caller, errors, { role: user.userRole, owner: ownerKind({ client }) });
  return actOnManagement(needs, caller, async (management) => {
    const owner = await findUserOwner(management, errors, { partner, client });
    await checkNewUser(management, errors, { user, field: "userName" });
    errors.throwIfAny();
    if (owner === undefined)
      throw new Error("the owner of the new user is missing but was not reported");
    return insertUser(needs, management, { owner, user, field: "userName" });
  });
}

async function findUserOwner(
  management: ManagementWork,
  errors: ErrorCollector,
  { partner, client }: Pick<NewUser, "partner" | "client">,
): Promise<UserOwner | undefined> {
  const references = new References(management, errors);
  const named = await references.resolvePartner("partner", partner ?? { id: management.callerId });
  const foundClient = await references.resolveClient("client", client);
  if (partner && named && foundClient && foundClient.partnerId !== named.id) {
    errors.reject("client", "client_of_other_partner");
  }
  // The email names the direct partner only, so that it does not disclose the partners above.
  const direct = foundClient
    ? await references.resolvePartner("client", { id: foundClient.partnerId })
    : named;
  if (direct === undefined) return undefined;
  const clientId = foundClient?.clientId ?? null;
  return { partnerId: direct.id, clientId, partnerName: direct.name };
}

/** A user, and the field that reports errors of its user name. */
interface PlacedUser {
  readonly user: NewContact;
  readonly field: string;
}

export async function checkNewUser(
  { db }: ManagementWork,
  errors: ErrorCollector,
  { user, field }: PlacedUser,
): Promise<void> {
  await checkNameFree(db, errors, { field, what: "userName", value: user.userName });
}

/** Call it only after the request was found free of errors. Returns the new id. */
export async function insertUser(
  needs: ManagementNeeds,
  management: ManagementWork,
  { owner, user, field }: PlacedUser & { readonly owner: UserOwner },
): Promise<string> {
  const { sendWelcomeEmail, ...values } = user;
  const { partnerId, clientId, partnerName } = owner;
  const row = { ...values, partnerId, clientId };
  const id = await reportConstraints(userNameConstraints(field), async () => {
    const inserted = await new ManagementRowStore(management).insertRow("contacts", row);
    await new ContactCredentialStore(management.db).copyContact(inserted);
    return inserted;
  });
  if (sendWelcomeEmail) {
    await inviteUser(management.db, needs, { contactId: id, partnerName, ...values });
  }
  const after = { ...row, isWelcome: sendWelcomeEmail };
  await management.record({ kind: "user", id, action: "user.create", after });
  return id;
}

export function userNameConstraints(field: string) {
  return {
    contacts_user_name_unique: fieldError(field, "taken"),
    contact_credentials_user_name_unique: fieldError(field, "taken"),
  };
}
