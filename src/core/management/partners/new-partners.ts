/** Partners are entered: below the caller, or at the top by those who run the installation. */

import {
  addLocation,
  checkNewLocation,
  type NewLocation,
  readNewLocation,
} from "../locations/locations.ts";
import {
  type ParserSecrets,
  readParserSecrets,
  sealParserSecrets,
  sendsParserSecrets,
  tellParserSecrets,
} from "../logins/parser-login.ts";
import { type ErrorCollector, reportConstraints } from "../scope/field-errors.ts";
import type { ValuesOf } from "../scope/fields.ts";
import {
  actOnManagement,
  type ManagementCaller,
  type ManagementNeeds,
  type ManagementWork,
  requirePermission,
} from "../scope/management.ts";
import {
  PARTNER_CONTACT_FIELDS,
  PARTNER_FIELDS,
  ROOT_CONTACT_FIELDS,
} from "../scope/management-fields.ts";
import type { Members } from "../scope/members.ts";
import { References } from "../scope/resolve-references.ts";
import { checkFree } from "../scope/uniqueness-store.ts";
import { EVERY_MANAGEMENT_PERMISSION } from "../users/user-roles.ts";
import { checkGivenRole } from "../users/user-rules.ts";
import { addUser, checkNewUser, type NewUser, readContact } from "../users/users.ts";
import { PARTNER_CONSTRAINTS, PartnerRowStore } from "./partner-row-store.ts";

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
  needs: ManagementNeeds,
  caller: ManagementCaller,
  members: Members,
): Promise<string> {
  requirePermission(caller, "management.partners");
  requirePermission(caller, "management.users");
  const partner = readNewPartner(members, PARTNER_CONTACT_FIELDS);
  if (sendsParserSecrets(partner.secrets)) requirePermission(caller, "management.credentials");
  const { members: contact, values } = partner.contact;
  checkGivenRole(caller, contact, { role: values.userRole, home: "partner" });
  const named = members.reference("parent", true);
  return actOnManagement(needs, caller, async (management) => {
    const parent = await new References(management, members.errors).partner("parent", named);
    await checkNewPartner(management, members, partner);
    members.errors.throwIfAny();
    const id = await new PartnerRowStore(management).nextId();
    return addPartner(needs, management, { id, parentId: parent?.id ?? null, partner });
  });
}

/** One at the top. Only those who run the installation can: no partner is above it to ask. */
export async function openRootPartner(
  needs: ManagementNeeds,
  by: Pick<ManagementCaller, "actor" | "from">,
  members: Members,
): Promise<string> {
  const partner = readNewPartner(members, ROOT_CONTACT_FIELDS);
  const id = await new PartnerRowStore({ db: needs.db, callerId: "0" }).nextId();
  return actOnManagement(
    needs,
    { ...by, may: EVERY_MANAGEMENT_PERMISSION, partnerId: id },
    async (management) => {
      await checkNewPartner(management, members, partner);
      members.errors.throwIfAny();
      return addPartner(needs, management, { id, parentId: null, partner });
    },
  );
}

async function checkNewPartner(
  management: ManagementWork,
  { errors }: Members,
  { values, location, contact }: NewPartner,
): Promise<void> {
  const { reference, partnerId } = values;
  await checkFree(management.db, errors, {
    field: "reference",
    what: "reference",
    value: reference,
  });
  await checkParserName(management, errors, { reference, partnerId });
  await checkNewLocation(management, location);
  await checkNewUser(management, contact);
}

/** A: it is the reference unless it is set. A reference that is at error itself is told once. */
async function checkParserName(
  { db }: ManagementWork,
  errors: ErrorCollector,
  { reference, partnerId }: Pick<NewPartner["values"], "reference" | "partnerId">,
): Promise<void> {
  if (partnerId === null && errors.has("reference")) return;
  const value = partnerId ?? reference;
  await checkFree(db, errors, { field: "partnerId", what: "parserName", value });
}

interface AddedPartner {
  readonly id: string;
  readonly parentId: string | null;
  readonly partner: NewPartner;
}

async function addPartner(
  needs: ManagementNeeds,
  management: ManagementWork,
  { id, parentId, partner }: AddedPartner,
): Promise<string> {
  const { values, secrets, location, contact } = partner;
  const rows = new PartnerRowStore(management);
  const login = await sealParserSecrets(needs.custody, id, secrets);
  await reportConstraints(PARTNER_CONSTRAINTS, async () => {
    await rows.add(id, parentId, values);
    await rows.setLogin(id, { ...login, parserName: values.partnerId ?? undefined });
  });
  const owner = { partnerId: id, clientId: null, partnerName: values.name };
  const locationId = await addLocation(management, owner, location);
  const contactId = await addUser(needs, management, { owner, user: contact });
  await rows.settle(id, locationId, contactId);
  const after = { ...values, parentId, locationId, contactId, ...tellParserSecrets(secrets) };
  await management.record({ kind: "partner", id, action: "partner.create", after });
  return id;
}
