/** The people of partners and clients: entered, welcomed, changed and removed. */
import { endConsoleSessions } from "../../access/console-session-store.ts";
import { type Difference, differenceOf } from "../scope/difference.ts";
import { fieldError, invalidField, reportConstraints } from "../scope/field-errors.ts";
import type { ValuesOf } from "../scope/fields.ts";
import { refuseOther } from "../scope/kept-reference.ts";
import { findHeld, holdClientOf } from "../scope/locked-row-store.ts";
import {
  actOnManagement,
  checkVersion,
  type ManagementCaller,
  type ManagementNeeds,
  type ManagementWork,
} from "../scope/management.ts";
import {
  type CLIENT_CONTACT_FIELDS,
  type PARTNER_CONTACT_FIELDS,
  type ROOT_CONTACT_FIELDS,
  USER_FIELDS,
} from "../scope/management-fields.ts";
import type { Members } from "../scope/members.ts";
import type { Owner } from "../scope/reference-store.ts";
import { References } from "../scope/resolve-references.ts";
import { ManagementRowStore, type RowValues } from "../scope/row-store.ts";
import { checkFree } from "../scope/uniqueness-store.ts";
import { holdPartnerOfUser } from "./administrator-store.ts";
import { ContactCredentialStore } from "./contact-credential-store.ts";
import { findUser, type UserRecord } from "./contact-store.ts";
import { inviteUser } from "./invite-user.ts";
import { PasswordLinkStore } from "./password-link-store.ts";
import { homeOf } from "./user-roles.ts";
import {
  checkGivenRole,
  isLastAdministrator,
  isOwnUser,
  keepAdministrator,
  refuseOwnRights,
  requireRightsOver,
} from "./user-rules.ts";

/** A user as it was sent, checked in every way that asks nobody. */
export interface NewUser {
  readonly values: ValuesOf<typeof USER_FIELDS>;
  readonly isWelcome: boolean;
  readonly members: Members;
}

/** A: an inline contact has fewer roles to choose from. */
export function readContact(
  members: Members,
  fields:
    | typeof USER_FIELDS
    | typeof PARTNER_CONTACT_FIELDS
    | typeof ROOT_CONTACT_FIELDS
    | typeof CLIENT_CONTACT_FIELDS,
): NewUser {
  const values = members.values(fields);
  const isWelcome = members.flag("sendWelcomeEmail", false);
  refuseWelcome(members, isWelcome && !values.isActive);
  return { values, isWelcome, members };
}

/** Enabling a user ends their links, so a link that is sent before would never work. */
function refuseWelcome(members: Members, isRefused: boolean): void {
  if (isRefused) members.reject("sendWelcomeEmail", "needs_active_user");
}

export async function checkNewUser({ db }: ManagementWork, { values, members }: NewUser) {
  const field = members.placeOf("userName");
  await checkFree(db, members.errors, { field, what: "userName", value: values.userName });
}

/** After everything was settled. Gives the new id. */
export async function addUser(
  needs: ManagementNeeds,
  management: ManagementWork,
  {
    owner,
    user,
  }: { readonly owner: Owner & { readonly partnerName: string }; readonly user: NewUser },
): Promise<string> {
  const { values, isWelcome, members } = user;
  const { partnerId, clientId, partnerName } = owner;
  const row = { ...values, partnerId, clientId };
  const id = await reportConstraints(uniqueAt(members.placeOf("userName")), async () => {
    const added = await new ManagementRowStore(management).add("contacts", row);
    await new ContactCredentialStore(management.db).copy(added);
    return added;
  });
  if (isWelcome) await inviteUser(management.db, needs, { contactId: id, partnerName, ...values });
  await management.record({
    kind: "user",
    id,
    action: "user.create",
    after: { ...row, isWelcome },
  });
  return id;
}

function uniqueAt(field: string) {
  return {
    contacts_user_name_unique: fieldError(field, "taken"),
    contact_credentials_user_name_unique: fieldError(field, "taken"),
  };
}

/** Of a client where one is named, else of a partner: the caller's own, unless another is named. */
export async function createUser(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  members: Members,
): Promise<string> {
  const user = readContact(members, USER_FIELDS);
  const [partner, client] = [members.reference("partner"), members.reference("client")];
  checkGivenRole(caller, members, { role: user.values.userRole, home: homeOf({ client }) });
  return actOnManagement(needs, caller, async (management) => {
    const references = new References(management, members.errors);
    const named = await references.partner("partner", partner ?? { id: management.callerId });
    const foundClient = await references.client("client", client);
    if (partner && named && foundClient && foundClient.partnerId !== named.id) {
      members.reject("client", "client_of_other_partner");
    }
    await checkNewUser(management, user);
    members.errors.throwIfAny();
    // The letter is in the name of the client's own partner: it tells nobody who is above that one.
    const direct = foundClient
      ? await references.partner("client", { id: foundClient.partnerId })
      : named;
    if (direct === undefined) throw new Error("a partner that was found is gone");
    const clientId = foundClient?.clientId ?? null;
    const owner = { partnerId: direct.id, clientId, partnerName: direct.name };
    return addUser(needs, management, { owner, user });
  });
}

/** False: the caller sees no such user. */
export async function updateUser(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { id, members }: { readonly id: string; readonly members: Members },
): Promise<boolean> {
  const changes = members.changes(USER_FIELDS);
  const isWelcome = members.flag("sendWelcomeEmail", false);
  return actOnManagement(needs, caller, async (management) => {
    await holdPartnerOfUser(management, id);
    const user = await findHeld(management, { table: "contacts", id }, findUser);
    if (user === undefined) return false;
    requireRightsOver(caller, user);
    checkVersion(members, user.version);
    await refuseOtherOwner(management, members, user);
    const difference = differenceOf({ ...user }, changes);
    refuseOwnRights(caller, members, { id, difference });
    checkSentRole(caller, members, { user, role: changes.userRole });
    await keepAdministrator(management, members, { user, difference });
    const value = difference?.after["userName"] as string | undefined;
    await checkFree(management.db, members.errors, { field: "userName", what: "userName", value });
    refuseWelcome(members, isWelcome && !(changes.isActive ?? user.isActive));
    members.errors.throwIfAny();
    if (difference !== undefined) await saveUser(management, id, difference);
    if (isWelcome) await welcomeAgain(needs, management, { ...user, ...changes });
    return true;
  });
}

/** A role that stays is no error, except a client's user's partner role, which is not shown either. */
function checkSentRole(
  caller: ManagementCaller,
  members: Members,
  { user, role }: { readonly user: UserRecord; readonly role: string | undefined },
): void {
  const home = homeOf(user);
  const stays = home === "partner" && role === user.userRole;
  if (role !== undefined && !stays) checkGivenRole(caller, members, { role, home });
}

async function refuseOtherOwner(
  management: ManagementWork,
  members: Members,
  { partner, client }: UserRecord,
): Promise<void> {
  const references = new References(management, members.errors);
  await refuseOther(members, "partner", {
    id: partner.id,
    find: (named) => references.partner("partner", named),
  });
  await refuseOther(members, "client", {
    id: client?.id,
    find: (named) => references.clientAsKnown("client", named),
  });
}

async function saveUser(management: ManagementWork, id: string, { before, after }: Difference) {
  await reportConstraints(uniqueAt("userName"), async () => {
    await new ManagementRowStore(management).change("contacts", id, after as RowValues);
    await new ContactCredentialStore(management.db).copy(id);
  });
  if (ENDS_LINKS.some((field) => field in after)) {
    await new PasswordLinkStore(management.db).endAll(id);
  }
  if (after["isActive"] === false) {
    await endConsoleSessions(management.db, "contact", id);
  }
  await management.record({ kind: "user", id, action: "user.update", before, after });
}

/** A link was sent to a person as they were: at another address it would be somebody else's. */
const ENDS_LINKS = ["email", "userRole", "isActive"] as const;

async function welcomeAgain(needs: ManagementNeeds, management: ManagementWork, user: UserRecord) {
  const { id, email, firstName, userName, partner } = user;
  const invited = { contactId: id, email, firstName, userName, partnerName: partner.name };
  await inviteUser(management.db, needs, invited);
  await management.record({ kind: "user", id, action: "user.welcome", after: { email } });
}

const KEPT = fieldError("id", "in_use");
const KEEPING = { partners_contact_id_fkey: KEPT, clients_contact_id_fkey: KEPT };

/** A: what something refers to stays, and whoever asks does. False: the caller sees no such user. */
export async function removeUser(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  id: string,
): Promise<boolean> {
  return actOnManagement(needs, caller, async (management) => {
    await holdPartnerOfUser(management, id);
    await holdClientOf(management, "contacts", id);
    const before = await findHeld(management, { table: "contacts", id }, findUser);
    if (before === undefined) return false;
    requireRightsOver(caller, before);
    if (isOwnUser(caller, id)) throw invalidField("id", "own_user");
    if (await isLastAdministrator(management, before)) {
      throw invalidField("id", "last_administrator");
    }
    await reportConstraints(KEEPING, () =>
      new ManagementRowStore(management).remove("contacts", id),
    );
    await management.record({ kind: "user", id, action: "user.delete", before });
    return true;
  });
}
