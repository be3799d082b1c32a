/** The people of partners and clients: entered, welcomed, changed and removed. */
import { endConsoleSessions } from "../access/console-session-store.ts";
import { holdPartnerOfUser } from "./administrator-store.ts";
import { ContactCredentialStore } from "./contact-credential-store.ts";
import { findUser, type UserRecord } from "./contact-store.ts";
import { type Difference, differenceOf } from "./difference.ts";
import {
  actOnEstate,
  checkVersion,
  type EstateCaller,
  type EstateNeeds,
  type EstateWork,
} from "./estate.ts";
import {
  type CLIENT_CONTACT_FIELDS,
  type PARTNER_CONTACT_FIELDS,
  type ROOT_CONTACT_FIELDS,
  USER_FIELDS,
} from "./estate-fields.ts";
import { EstateRowStore, type RowValues } from "./estate-row-store.ts";
import { faulty, IN_USE, refereed, taken } from "./faults.ts";
import type { ValuesOf } from "./fields.ts";
import { findHeld, holdClientOf } from "./held-row-store.ts";
import { inviteUser } from "./invite-user.ts";
import { refuseOther } from "./kept-reference.ts";
import type { Members } from "./members.ts";
import { PasswordLinkStore } from "./password-link-store.ts";
import type { Owner } from "./reference-store.ts";
import { References } from "./resolve-references.ts";
import { checkFree } from "./uniqueness-store.ts";
import { homeOf } from "./user-roles.ts";
import {
  checkGivenRole,
  IS_LAST_ADMINISTRATOR,
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
  if (isRefused) members.blame("sendWelcomeEmail", "not_allowed", "needs an active user.");
}

export async function checkNewUser({ db }: EstateWork, { values, members }: NewUser) {
  const field = members.placeOf("userName");
  await checkFree(db, members.faults, { field, what: "userName", value: values.userName });
}

/** After everything was settled. Gives the new id. */
export async function addUser(
  needs: EstateNeeds,
  estate: EstateWork,
  {
    owner,
    user,
  }: { readonly owner: Owner & { readonly partnerName: string }; readonly user: NewUser },
): Promise<string> {
  const { values, isWelcome, members } = user;
  const { partnerId, clientId, partnerName } = owner;
  const row = { ...values, partnerId, clientId };
  const id = await refereed(uniqueAt(members.placeOf("userName")), async () => {
    const added = await new EstateRowStore(estate).add("contacts", row);
    await new ContactCredentialStore(estate.db).copy(added);
    return added;
  });
  if (isWelcome) await inviteUser(estate.db, needs, { contactId: id, partnerName, ...values });
  await estate.record({ kind: "user", id, action: "user.create", after: { ...row, isWelcome } });
  return id;
}

function uniqueAt(field: string) {
  return {
    contacts_user_name_unique: taken(field),
    contact_credentials_user_name_unique: taken(field),
  };
}

/** Of a client where one is named, else of a partner: the caller's own, unless another is named. */
export async function createUser(
  needs: EstateNeeds,
  caller: EstateCaller,
  members: Members,
): Promise<string> {
  const user = readContact(members, USER_FIELDS);
  const [partner, client] = [members.reference("partner"), members.reference("client")];
  checkGivenRole(caller, members, { role: user.values.userRole, home: homeOf({ client }) });
  return actOnEstate(needs, caller, async (estate) => {
    const references = new References(estate, members.faults);
    const named = await references.partner("partner", partner ?? { id: estate.callerId });
    const foundClient = await references.client("client", client);
    if (partner && named && foundClient && foundClient.partnerId !== named.id) {
      members.blame("client", "no_such_reference", "is not of that partner.");
    }
    await checkNewUser(estate, user);
    members.faults.settle();
    // The letter is in the name of the client's own partner: it tells nobody who is above that one.
    const direct = foundClient
      ? await references.partner("client", { id: foundClient.partnerId })
      : named;
    if (direct === undefined) throw new Error("a partner that was found is gone");
    const clientId = foundClient?.clientId ?? null;
    const owner = { partnerId: direct.id, clientId, partnerName: direct.name };
    return addUser(needs, estate, { owner, user });
  });
}

/** False: the caller sees no such user. */
export async function updateUser(
  needs: EstateNeeds,
  caller: EstateCaller,
  { id, members }: { readonly id: string; readonly members: Members },
): Promise<boolean> {
  const changes = members.changes(USER_FIELDS);
  const isWelcome = members.flag("sendWelcomeEmail", false);
  return actOnEstate(needs, caller, async (estate) => {
    await holdPartnerOfUser(estate, id);
    const user = await findHeld(estate, { table: "contacts", id }, findUser);
    if (user === undefined) return false;
    requireRightsOver(caller, user);
    checkVersion(members, user.version);
    await refuseOtherOwner(estate, members, user);
    const difference = differenceOf({ ...user }, changes);
    refuseOwnRights(caller, members, { id, difference });
    checkSentRole(caller, members, { user, role: changes.userRole });
    await keepAdministrator(estate, members, { user, difference });
    const value = difference?.after["userName"] as string | undefined;
    await checkFree(estate.db, members.faults, { field: "userName", what: "userName", value });
    refuseWelcome(members, isWelcome && !(changes.isActive ?? user.isActive));
    members.faults.settle();
    if (difference !== undefined) await saveUser(estate, id, difference);
    if (isWelcome) await welcomeAgain(needs, estate, { ...user, ...changes });
    return true;
  });
}

/** A role that stays is no fault, except a client's user's partner role, which is not shown either. */
function checkSentRole(
  caller: EstateCaller,
  members: Members,
  { user, role }: { readonly user: UserRecord; readonly role: string | undefined },
): void {
  const home = homeOf(user);
  const stays = home === "partner" && role === user.userRole;
  if (role !== undefined && !stays) checkGivenRole(caller, members, { role, home });
}

async function refuseOtherOwner(
  estate: EstateWork,
  members: Members,
  { partner, client }: UserRecord,
): Promise<void> {
  const references = new References(estate, members.faults);
  await refuseOther(members, "partner", {
    id: partner.id,
    find: (named) => references.partner("partner", named),
  });
  await refuseOther(members, "client", {
    id: client?.id,
    find: (named) => references.clientAsKnown("client", named),
  });
}

async function saveUser(estate: EstateWork, id: string, { before, after }: Difference) {
  await refereed(uniqueAt("userName"), async () => {
    await new EstateRowStore(estate).change("contacts", id, after as RowValues);
    await new ContactCredentialStore(estate.db).copy(id);
  });
  if (ENDS_LINKS.some((field) => field in after)) {
    await new PasswordLinkStore(estate.db).endAll(id);
  }
  if (after["isActive"] === false) {
    await endConsoleSessions(estate.db, "contact", id);
  }
  await estate.record({ kind: "user", id, action: "user.update", before, after });
}

/** A link was sent to a person as they were: at another address it would be somebody else's. */
const ENDS_LINKS = ["email", "userRole", "isActive"] as const;

async function welcomeAgain(needs: EstateNeeds, estate: EstateWork, user: UserRecord) {
  const { id, email, firstName, userName, partner } = user;
  const invited = { contactId: id, email, firstName, userName, partnerName: partner.name };
  await inviteUser(estate.db, needs, invited);
  await estate.record({ kind: "user", id, action: "user.welcome", after: { email } });
}

const KEPT = { field: "id", kind: "in_use", rule: IN_USE } as const;
const KEEPING = { partners_contact_id_fkey: KEPT, clients_contact_id_fkey: KEPT };

/** A: what something refers to stays, and whoever asks does. False: the caller sees no such user. */
export async function removeUser(
  needs: EstateNeeds,
  caller: EstateCaller,
  id: string,
): Promise<boolean> {
  return actOnEstate(needs, caller, async (estate) => {
    await holdPartnerOfUser(estate, id);
    await holdClientOf(estate, "contacts", id);
    const before = await findHeld(estate, { table: "contacts", id }, findUser);
    if (before === undefined) return false;
    requireRightsOver(caller, before);
    if (isOwnUser(caller, id)) throw faulty("id", "in_use", "is your own.");
    if (await isLastAdministrator(estate, before)) {
      throw faulty("id", "in_use", IS_LAST_ADMINISTRATOR);
    }
    await refereed(KEEPING, () => new EstateRowStore(estate).remove("contacts", id));
    await estate.record({ kind: "user", id, action: "user.delete", before });
    return true;
  });
}
