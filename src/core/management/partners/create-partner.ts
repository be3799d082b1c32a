/** Creates partners: sub-partners of a partner, or top-level partners by an operator. */
import { checkNewLocation, insertLocation } from "../locations/create-location.ts";
import {
  describeSecretChange,
  hasParserSecrets,
  sealParserSecrets,
} from "../logins/parser-login.ts";
import { type ErrorCollector, reportConstraints } from "../scope/field-errors.ts";
import {
  actOnManagement,
  type ManagementCaller,
  type ManagementNeeds,
  type ManagementWork,
  requirePermission,
} from "../scope/management-act.ts";
import { References } from "../scope/resolve-references.ts";
import type { Submitted } from "../scope/submitted.ts";
import { checkNameFree } from "../scope/uniqueness-store.ts";
import { checkNewUser, insertUser } from "../users/create-user.ts";
import { EVERY_MANAGEMENT_PERMISSION } from "../users/user-roles.ts";
import { checkGivenRole, checkWelcome } from "../users/user-rules.ts";
import { PARTNER_CONSTRAINTS, PartnerRowStore } from "./partner-row-store.ts";
import type { NewPartner, NewSubPartner } from "./partner-values.ts";

const LOCATION_FIELD = "location.uniqueId";
const USER_FIELD = "contact.userName";

/** Creates a sub-partner with its first location and user. Returns the new id. */
export async function createSubPartner(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { values, errors }: Submitted<NewSubPartner>,
): Promise<string> {
  requirePermission(caller, "management.partners");
  requirePermission(caller, "management.users");
  const { parent: named, ...partner } = values;
  if (hasParserSecrets(partner.secrets)) requirePermission(caller, "management.credentials");
  const role = {
    role: partner.contact.userRole,
    owner: "partner",
    field: "contact.userRole",
  } as const;
  checkGivenRole(caller, errors, role);
  return actOnManagement(needs, caller, async (management) => {
    const parent = await new References(management, errors).resolvePartner("parent", named);
    await checkNewPartner(management, errors, partner);
    errors.throwIfAny();
    const id = await new PartnerRowStore(management).nextId();
    return insertPartner(needs, management, { id, parentId: parent?.id ?? null, partner });
  });
}

/** Creates a top-level partner. Only operators do this. Returns the new id. */
export async function createRootPartner(
  needs: ManagementNeeds,
  by: Pick<ManagementCaller, "actor" | "from">,
  { values: partner, errors }: Submitted<NewPartner>,
): Promise<string> {
  const id = await new PartnerRowStore({ db: needs.db, callerId: "0" }).nextId();
  const caller = { ...by, may: EVERY_MANAGEMENT_PERMISSION, partnerId: id };
  return actOnManagement(needs, caller, async (management) => {
    await checkNewPartner(management, errors, partner);
    errors.throwIfAny();
    return insertPartner(needs, management, { id, parentId: null, partner });
  });
}

async function checkNewPartner(
  management: ManagementWork,
  errors: ErrorCollector,
  { reference, partnerId, location, contact }: NewPartner,
): Promise<void> {
  const { db } = management;
  checkWelcome(errors, contact, "contact.sendWelcomeEmail");
  await checkNameFree(db, errors, { field: "reference", what: "reference", value: reference });
  await checkParserNameFree(management, errors, { reference, partnerId });
  await checkNewLocation(management, errors, { location, field: LOCATION_FIELD });
  await checkNewUser(management, errors, { user: contact, field: USER_FIELD });
}

/** A: the parser name is the reference unless it is set. A wrong reference is reported once. */
async function checkParserNameFree(
  { db }: ManagementWork,
  errors: ErrorCollector,
  { reference, partnerId }: Pick<NewPartner, "reference" | "partnerId">,
): Promise<void> {
  if (partnerId === null && errors.has("reference")) return;
  const value = partnerId ?? reference;
  await checkNameFree(db, errors, { field: "partnerId", what: "parserName", value });
}

interface InsertedPartner {
  readonly id: string;
  readonly parentId: string | null;
  readonly partner: NewPartner;
}

async function insertPartner(
  needs: ManagementNeeds,
  management: ManagementWork,
  { id, parentId, partner }: InsertedPartner,
): Promise<string> {
  const { secrets, location, contact, ...values } = partner;
  const rows = new PartnerRowStore(management);
  const login = await sealParserSecrets(needs.custody, id, secrets);
  await reportConstraints(PARTNER_CONSTRAINTS, async () => {
    await rows.insertPartner(id, parentId, values);
    await rows.setParserLogin(id, { ...login, parserName: values.partnerId ?? undefined });
  });
  const owner = { partnerId: id, clientId: null, partnerName: values.name };
  const locationId = await insertLocation(management, owner, { location, field: LOCATION_FIELD });
  const user = { owner, user: contact, field: USER_FIELD };
  const contactId = await insertUser(needs, management, user);
  await rows.linkPartner(id, locationId, contactId);
  const after = { ...values, parentId, locationId, contactId, ...describeSecretChange(secrets) };
  await management.record({ kind: "partner", id, action: "partner.create", after });
  return id;
}
