/** Clients: entered with their first location and contact, changed, moved and removed. */

import { addLocation, checkNewLocation, readNewLocation } from "../locations/locations.ts";
import { type Difference, differenceOf } from "../scope/difference.ts";
import { fieldError, invalidField, reportConstraints } from "../scope/field-errors.ts";
import { findHeld } from "../scope/locked-row-store.ts";
import {
  actOnManagement,
  checkVersion,
  type ManagementCaller,
  type ManagementNeeds,
  type ManagementWork,
} from "../scope/management.ts";
import { CLIENT_CONTACT_FIELDS, CLIENT_FIELDS } from "../scope/management-fields.ts";
import type { Members } from "../scope/members.ts";
import { References } from "../scope/resolve-references.ts";
import { ManagementRowStore, type RowValues } from "../scope/row-store.ts";
import { hasJournal } from "../scope/uniqueness-store.ts";
import { isOwnUser } from "../users/user-rules.ts";
import { addUser, checkNewUser, readContact } from "../users/users.ts";
import { type ClientRecord, findClient, letGo, moveBelongings, rootOf } from "./client-store.ts";

/** The client, its location and its contact, in one transaction. */
export async function createClient(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  members: Members,
): Promise<string> {
  const values = members.values(CLIENT_FIELDS);
  const named = members.reference("directPartner", true);
  const location = readNewLocation(members.inside("location"));
  const contact = readContact(members.inside("contact"), CLIENT_CONTACT_FIELDS);
  return actOnManagement(needs, caller, async (management) => {
    const direct = await new References(management, members.errors).partner("directPartner", named);
    await checkNewLocation(management, location);
    await checkNewUser(management, contact);
    members.errors.throwIfAny();
    if (direct === undefined) throw new Error("a partner that was found is gone");
    const partnerId = await rootOf(management, direct.id);
    const row = { ...values, partnerId, directPartnerId: direct.id };
    const rows = new ManagementRowStore(management);
    const id = await rows.add("clients", row);
    const owner = { partnerId: direct.id, clientId: id, partnerName: direct.name };
    const locationId = await addLocation(management, owner, location);
    const contactId = await addUser(needs, management, { owner, user: contact });
    await rows.link("clients", id, { locationId, contactId });
    const after = { ...row, locationId, contactId };
    await management.record({ kind: "client", id, action: "client.create", after });
    return id;
  });
}

/** False: the caller sees no such client. */
export async function updateClient(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { id, members }: { readonly id: string; readonly members: Members },
): Promise<boolean> {
  const changes = members.changes(CLIENT_FIELDS);
  return actOnManagement(needs, caller, async (management) => {
    const client = await findHeld(management, { table: "clients", id }, findClient);
    if (client === undefined) return false;
    checkVersion(members, client.version);
    const links = await readLinks(management, members, client);
    members.errors.throwIfAny();
    const difference = differenceOf({ ...client }, { ...changes, ...links });
    if (difference !== undefined) await saveClient(management, id, difference);
    return true;
  });
}

type Links = Partial<Pick<ClientRecord, "directPartner" | "location" | "contact">>;

/** Location and contact may become others of the client's own. */
async function readLinks(
  management: ManagementWork,
  members: Members,
  client: ClientRecord,
): Promise<Links> {
  const references = new References(management, members.errors);
  const owners = [{ partnerId: client.directPartner.id, clientId: client.id }];
  const named = (name: string) => members.reference(name, members.get(name) === null);
  const direct = await references.partner("directPartner", named("directPartner"));
  const location = await references.location("location", named("location"), owners);
  const contact = await references.contact("contact", named("contact"), owners);
  return {
    ...(direct === undefined ? {} : { directPartner: { id: direct.id, name: direct.name } }),
    ...(location === undefined ? {} : { location: { id: location.id, name: location.name } }),
    ...(contact === undefined ? {} : { contact: { id: contact.id } }),
  };
}

async function saveClient(
  management: ManagementWork,
  id: string,
  { before, after }: Difference,
): Promise<void> {
  const { directPartner, location, contact, ...values } = after as Links & RowValues;
  const row = {
    ...values,
    ...(directPartner === undefined ? {} : { directPartnerId: directPartner.id }),
    ...(location ? { locationId: location.id } : {}),
    ...(contact ? { contactId: contact.id } : {}),
  };
  await new ManagementRowStore(management).change("clients", id, row);
  if (directPartner !== undefined) await moveBelongings(management, id, directPartner.id);
  await management.record({ kind: "client", id, action: "client.update", before, after });
}

const KEPT = fieldError("id", "in_use");
const KEEPING = {
  locations_client_id_fkey: KEPT,
  contacts_client_id_fkey: KEPT,
  devices_client_id_fkey: KEPT,
  devices_location_id_fkey: KEPT,
  attestations_client_id_fkey: KEPT,
};

/**
 * A: its own location and contact go with it; devices, attestations, journal entries and further
 * locations and users keep it. False: the caller sees no such client.
 */
export async function removeClient(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  id: string,
): Promise<boolean> {
  return actOnManagement(needs, caller, async (management) => {
    const before = await findHeld(management, { table: "clients", id, isToGo: true }, findClient);
    if (before === undefined) return false;
    if (before.contact && isOwnUser(caller, before.contact.id))
      throw invalidField("id", "own_user");
    if (await hasJournal(management.db, id)) throw invalidField("id", "in_use");
    const rows = new ManagementRowStore(management);
    await letGo(management, id);
    await reportConstraints(KEEPING, async () => {
      if (before.location) await rows.remove("locations", before.location.id);
      if (before.contact) await rows.remove("contacts", before.contact.id);
      await rows.remove("clients", id);
    });
    await management.record({ kind: "client", id, action: "client.delete", before });
    return true;
  });
}
