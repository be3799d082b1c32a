/** Clients: entered with their first location and contact, changed, moved and removed. */
import { type ClientRecord, findClient, letGo, moveBelongings, rootOf } from "./client-store.ts";
import { type Difference, differenceOf } from "./difference.ts";
import {
  actOnEstate,
  checkVersion,
  type EstateCaller,
  type EstateNeeds,
  type EstateWork,
} from "./estate.ts";
import { CLIENT_CONTACT_FIELDS, CLIENT_FIELDS } from "./estate-fields.ts";
import { EstateRowStore, type RowValues } from "./estate-row-store.ts";
import { faulty, IN_USE, refereed } from "./faults.ts";
import { findHeld } from "./held-row-store.ts";
import { addLocation, checkNewLocation, readNewLocation } from "./locations.ts";
import type { Members } from "./members.ts";
import { References } from "./resolve-references.ts";
import { hasJournal } from "./uniqueness-store.ts";
import { isOwnUser } from "./user-rules.ts";
import { addUser, checkNewUser, readContact } from "./users.ts";

/** The client, its location and its contact, in one transaction. */
export async function createClient(
  needs: EstateNeeds,
  caller: EstateCaller,
  members: Members,
): Promise<string> {
  const values = members.values(CLIENT_FIELDS);
  const named = members.reference("directPartner", true);
  const location = readNewLocation(members.inside("location"));
  const contact = readContact(members.inside("contact"), CLIENT_CONTACT_FIELDS);
  return actOnEstate(needs, caller, async (estate) => {
    const direct = await new References(estate, members.faults).partner("directPartner", named);
    await checkNewLocation(estate, location);
    await checkNewUser(estate, contact);
    members.faults.settle();
    if (direct === undefined) throw new Error("a partner that was found is gone");
    const partnerId = await rootOf(estate, direct.id);
    const row = { ...values, partnerId, directPartnerId: direct.id };
    const rows = new EstateRowStore(estate);
    const id = await rows.add("clients", row);
    const owner = { partnerId: direct.id, clientId: id, partnerName: direct.name };
    const locationId = await addLocation(estate, owner, location);
    const contactId = await addUser(needs, estate, { owner, user: contact });
    await rows.link("clients", id, { locationId, contactId });
    const after = { ...row, locationId, contactId };
    await estate.record({ kind: "client", id, action: "client.create", after });
    return id;
  });
}

/** False: the caller sees no such client. */
export async function updateClient(
  needs: EstateNeeds,
  caller: EstateCaller,
  { id, members }: { readonly id: string; readonly members: Members },
): Promise<boolean> {
  const changes = members.changes(CLIENT_FIELDS);
  return actOnEstate(needs, caller, async (estate) => {
    const client = await findHeld(estate, { table: "clients", id }, findClient);
    if (client === undefined) return false;
    checkVersion(members, client.version);
    const links = await readLinks(estate, members, client);
    members.faults.settle();
    const difference = differenceOf({ ...client }, { ...changes, ...links });
    if (difference !== undefined) await saveClient(estate, id, difference);
    return true;
  });
}

type Links = Partial<Pick<ClientRecord, "directPartner" | "location" | "contact">>;

/** Location and contact may become others of the client's own. */
async function readLinks(
  estate: EstateWork,
  members: Members,
  client: ClientRecord,
): Promise<Links> {
  const references = new References(estate, members.faults);
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
  estate: EstateWork,
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
  await new EstateRowStore(estate).change("clients", id, row);
  if (directPartner !== undefined) await moveBelongings(estate, id, directPartner.id);
  await estate.record({ kind: "client", id, action: "client.update", before, after });
}

const KEPT = { field: "id", kind: "in_use", rule: IN_USE } as const;
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
  needs: EstateNeeds,
  caller: EstateCaller,
  id: string,
): Promise<boolean> {
  return actOnEstate(needs, caller, async (estate) => {
    const before = await findHeld(estate, { table: "clients", id, isToGo: true }, findClient);
    if (before === undefined) return false;
    if (before.contact && isOwnUser(caller, before.contact.id))
      throw faulty("id", "in_use", "is your own.");
    if (await hasJournal(estate.db, id)) throw faulty("id", "in_use", IN_USE);
    const rows = new EstateRowStore(estate);
    await letGo(estate, id);
    await refereed(KEEPING, async () => {
      if (before.location) await rows.remove("locations", before.location.id);
      if (before.contact) await rows.remove("contacts", before.contact.id);
      await rows.remove("clients", id);
    });
    await estate.record({ kind: "client", id, action: "client.delete", before });
    return true;
  });
}
