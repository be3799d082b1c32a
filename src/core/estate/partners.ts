/** Partners below the caller, and the caller itself: entered and changed. */
import { type Difference, differenceOf } from "./difference.ts";
import {
  actOnEstate,
  checkVersion,
  type EstateCaller,
  type EstateNeeds,
  type EstateWork,
} from "./estate.ts";
import { PARTNER_FIELDS } from "./estate-fields.ts";
import { type Faults, refereed, taken } from "./faults.ts";
import type { ValuesOf } from "./fields.ts";
import { findHeld } from "./held-row-store.ts";
import { refuseOther } from "./kept-reference.ts";
import { addLocation, checkNewLocation, type NewLocation, readNewLocation } from "./locations.ts";
import type { Members, Reference } from "./members.ts";
import {
  type ParserSecrets,
  readParserSecrets,
  sealParserSecrets,
  tellParserSecrets,
} from "./parser-login.ts";
import { PartnerRowStore } from "./partner-row-store.ts";
import { findPartner, type PartnerRecord } from "./partner-store.ts";
import { References } from "./resolve-references.ts";
import { checkFree } from "./uniqueness-store.ts";
import { addUser, checkNewUser, type NewUser, readContact } from "./users.ts";

const CONSTRAINTS = {
  partners_reference_unique: taken("reference"),
  partner_credentials_parser_name_unique: taken("partnerId"),
};

interface NewPartner {
  readonly values: ValuesOf<typeof PARTNER_FIELDS>;
  readonly secrets: ParserSecrets;
  readonly location: NewLocation;
  readonly contact: NewUser;
}

function readNewPartner(members: Members): NewPartner {
  return {
    values: members.values(PARTNER_FIELDS),
    secrets: readParserSecrets(members),
    location: readNewLocation(members.inside("location")),
    contact: readContact(members.inside("contact")),
  };
}

/** A sub-partner with its first location and user, in one transaction. */
export async function createPartner(
  needs: EstateNeeds,
  caller: EstateCaller,
  members: Members,
): Promise<string> {
  const partner = readNewPartner(members);
  const named = members.reference("parent", true);
  return actOnEstate(needs, caller, async (estate) => {
    const parent = await new References(estate, members.faults).partner("parent", named);
    await checkNewPartner(estate, members, partner);
    members.faults.settle();
    const id = await new PartnerRowStore(estate).nextId();
    return addPartner(needs, estate, { id, parentId: parent?.id ?? null, partner });
  });
}

/** One at the top. Only those who run the house can: no partner is above it to ask. */
export async function openRootPartner(
  needs: EstateNeeds,
  by: Pick<EstateCaller, "actor" | "from">,
  members: Members,
): Promise<string> {
  const partner = readNewPartner(members);
  const id = await new PartnerRowStore({ db: needs.db, callerId: "0" }).nextId();
  return actOnEstate(needs, { ...by, partnerId: id }, async (estate) => {
    await checkNewPartner(estate, members, partner);
    members.faults.settle();
    return addPartner(needs, estate, { id, parentId: null, partner });
  });
}

async function checkNewPartner(
  estate: EstateWork,
  { faults }: Members,
  { values, location, contact }: NewPartner,
): Promise<void> {
  const { reference, partnerId } = values;
  await checkFree(estate.db, faults, { field: "reference", what: "reference", value: reference });
  await checkParserName(estate, faults, { reference, partnerId });
  await checkNewLocation(estate, location);
  await checkNewUser(estate, contact);
}

/** A: it is the reference unless it is set. A reference that is at fault itself is told once. */
async function checkParserName(
  { db }: EstateWork,
  faults: Faults,
  { reference, partnerId }: Pick<NewPartner["values"], "reference" | "partnerId">,
): Promise<void> {
  if (partnerId === null && faults.has("reference")) return;
  const value = partnerId ?? reference;
  await checkFree(db, faults, { field: "partnerId", what: "parserName", value });
}

interface AddedPartner {
  readonly id: string;
  readonly parentId: string | null;
  readonly partner: NewPartner;
}

async function addPartner(
  needs: EstateNeeds,
  estate: EstateWork,
  { id, parentId, partner }: AddedPartner,
): Promise<string> {
  const { values, secrets, location, contact } = partner;
  const rows = new PartnerRowStore(estate);
  const login = await sealParserSecrets(needs.custody, id, secrets);
  await refereed(CONSTRAINTS, async () => {
    await rows.add(id, parentId, values);
    await rows.setLogin(id, { ...login, parserName: values.partnerId ?? undefined });
  });
  const owner = { partnerId: id, clientId: null, partnerName: values.name };
  const locationId = await addLocation(estate, owner, location);
  const contactId = await addUser(needs, estate, { owner, user: contact });
  await rows.settle(id, locationId, contactId);
  const after = { ...values, parentId, locationId, contactId, ...tellParserSecrets(secrets) };
  await estate.record({ kind: "partner", id, action: "partner.create", after });
  return id;
}

/** False: the caller sees no such partner. */
export async function updatePartner(
  needs: EstateNeeds,
  caller: EstateCaller,
  { id, members }: { readonly id: string; readonly members: Members },
): Promise<boolean> {
  const changes = members.changes(PARTNER_FIELDS);
  const secrets = readParserSecrets(members);
  return actOnEstate(needs, caller, async (estate) => {
    const partner = await findHeld(estate, { table: "partners", id }, findPartner);
    if (partner === undefined) return false;
    checkVersion(members, partner.version);
    const links = await readLinks(estate, members, partner);
    const difference = differenceOf(
      { ...partner, keyIsNew: false, publicKeyIsGone: false, publicKey: undefined },
      { ...withName(changes, partner), ...links, ...tellParserSecrets(secrets) },
    );
    await checkOtherNames(estate, members, difference);
    members.faults.settle();
    if (difference === undefined) return true;
    await savePartner(needs, estate, { partner, difference, secrets });
    return true;
  });
}

/** A: partnerId equals the reference unless it is set, and set to nothing it does again. */
function withName(changes: Partial<ValuesOf<typeof PARTNER_FIELDS>>, partner: PartnerRecord) {
  const { partnerId, reference = partner.reference } = changes;
  const wasReference = partner.partnerId === partner.reference;
  if (partnerId === null || (partnerId === undefined && wasReference)) {
    return { ...changes, partnerId: reference };
  }
  return changes;
}

type Links = Partial<Pick<PartnerRecord, "location" | "contact">>;

/** Its location and contact may become others of its own; where it hangs in the tree stays. */
async function readLinks(
  estate: EstateWork,
  members: Members,
  partner: PartnerRecord,
): Promise<Links> {
  const references = new References(estate, members.faults);
  const owners = [{ partnerId: partner.id, clientId: null }];
  const location = members.reference("location", members.get("location") === null);
  const contact = members.reference("contact", members.get("contact") === null);
  const place = await references.location("location", location, owners);
  const person = await references.contact("contact", contact, owners);
  const find = (named: Reference) => references.partner("parent", named);
  await refuseOther(members, "parent", { id: partner.parent?.id, find });
  return {
    ...(place === undefined ? {} : { location: { id: place.id, name: place.name } }),
    ...(person === undefined ? {} : { contact: { id: person.id } }),
  };
}

async function checkOtherNames(
  { db }: EstateWork,
  { faults }: Members,
  difference: Difference | undefined,
): Promise<void> {
  const { reference, partnerId } = (difference?.after ?? {}) as Partial<PartnerRecord>;
  await checkFree(db, faults, { field: "reference", what: "reference", value: reference });
  await checkFree(db, faults, { field: "partnerId", what: "parserName", value: partnerId });
}

interface ChangedPartner {
  readonly partner: PartnerRecord;
  readonly difference: Difference;
  readonly secrets: ParserSecrets;
}

async function savePartner(
  needs: EstateNeeds,
  estate: EstateWork,
  { partner, difference: { before, after }, secrets }: ChangedPartner,
): Promise<void> {
  const { id } = partner;
  const changed: PartnerRecord = { ...partner, ...after };
  const login = await sealParserSecrets(needs.custody, id, secrets);
  const rows = new PartnerRowStore(estate);
  await refereed(CONSTRAINTS, async () => {
    const [locationId, contactId] = [changed.location?.id ?? null, changed.contact?.id ?? null];
    await rows.change(id, { ...changed, locationId, contactId });
    await rows.setLogin(id, { ...login, parserName: changed.partnerId });
  });
  await estate.record({ kind: "partner", id, action: "partner.update", before, after });
}
