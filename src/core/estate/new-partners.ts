/** Partners are entered: below the caller, or at the top by those who run the house. */
import {
  actOnEstate,
  type EstateCaller,
  type EstateNeeds,
  type EstateWork,
  requirePermission,
} from "./estate.ts";
import { PARTNER_CONTACT_FIELDS, PARTNER_FIELDS, ROOT_CONTACT_FIELDS } from "./estate-fields.ts";
import { type Faults, refereed } from "./faults.ts";
import type { ValuesOf } from "./fields.ts";
import { addLocation, checkNewLocation, type NewLocation, readNewLocation } from "./locations.ts";
import type { Members } from "./members.ts";
import {
  type ParserSecrets,
  readParserSecrets,
  sealParserSecrets,
  sendsParserSecrets,
  tellParserSecrets,
} from "./parser-login.ts";
import { PARTNER_CONSTRAINTS, PartnerRowStore } from "./partner-row-store.ts";
import { References } from "./resolve-references.ts";
import { checkFree } from "./uniqueness-store.ts";
import { EVERY_ESTATE_PERMISSION } from "./user-roles.ts";
import { checkGivenRole } from "./user-rules.ts";
import { addUser, checkNewUser, type NewUser, readContact } from "./users.ts";

interface NewPartner {
  readonly values: ValuesOf<typeof PARTNER_FIELDS>;
  readonly secrets: ParserSecrets;
  readonly location: NewLocation;
  readonly contact: NewUser;
}

function readNewPartner(
  members: Members,
  contactFields: typeof PARTNER_CONTACT_FIELDS | typeof ROOT_CONTACT_FIELDS,
): NewPartner {
  return {
    values: members.values(PARTNER_FIELDS),
    secrets: readParserSecrets(members),
    location: readNewLocation(members.inside("location")),
    contact: readContact(members.inside("contact"), contactFields),
  };
}

/** A sub-partner with its first location and user, in one transaction. */
export async function createPartner(
  needs: EstateNeeds,
  caller: EstateCaller,
  members: Members,
): Promise<string> {
  requirePermission(caller, "estate.partners");
  requirePermission(caller, "estate.users");
  const partner = readNewPartner(members, PARTNER_CONTACT_FIELDS);
  if (sendsParserSecrets(partner.secrets)) requirePermission(caller, "estate.credentials");
  const { members: contact, values } = partner.contact;
  checkGivenRole(caller, contact, { role: values.userRole, home: "partner" });
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
  const partner = readNewPartner(members, ROOT_CONTACT_FIELDS);
  const id = await new PartnerRowStore({ db: needs.db, callerId: "0" }).nextId();
  return actOnEstate(
    needs,
    { ...by, may: EVERY_ESTATE_PERMISSION, partnerId: id },
    async (estate) => {
      await checkNewPartner(estate, members, partner);
      members.faults.settle();
      return addPartner(needs, estate, { id, parentId: null, partner });
    },
  );
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
  await refereed(PARTNER_CONSTRAINTS, async () => {
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
