/** Partners below the caller, and the caller itself, are changed. */

import {
  type ParserSecrets,
  readParserSecrets,
  sealParserSecrets,
  sendsParserSecrets,
  tellParserSecrets,
} from "../logins/parser-login.ts";
import { type Difference, differenceOf } from "../scope/difference.ts";
import { reportConstraints } from "../scope/field-errors.ts";
import type { ValuesOf } from "../scope/fields.ts";
import { refuseOther } from "../scope/kept-reference.ts";
import { findHeld } from "../scope/locked-row-store.ts";
import {
  actOnManagement,
  checkVersion,
  type ManagementCaller,
  type ManagementNeeds,
  type ManagementWork,
  requirePermission,
} from "../scope/management.ts";
import { PARTNER_FIELDS } from "../scope/management-fields.ts";
import type { Members, Reference } from "../scope/members.ts";
import { References } from "../scope/resolve-references.ts";
import { checkFree } from "../scope/uniqueness-store.ts";
import { PARTNER_CONSTRAINTS, PartnerRowStore } from "./partner-row-store.ts";
import { findPartner, type PartnerRecord } from "./partner-store.ts";

/** False: the caller sees no such partner. */
export async function updatePartner(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { id, members }: { readonly id: string; readonly members: Members },
): Promise<boolean> {
  const changes = members.changes(PARTNER_FIELDS);
  const secrets = readParserSecrets(members);
  if (sendsParserSecrets(secrets)) requirePermission(caller, "management.credentials");
  return actOnManagement(needs, caller, async (management) => {
    const partner = await findHeld(management, { table: "partners", id }, findPartner);
    if (partner === undefined) return false;
    checkVersion(members, partner.version);
    const links = await readLinks(management, members, partner);
    const difference = differenceOf(
      { ...partner, keyIsNew: false, publicKeyIsGone: false, publicKey: undefined },
      { ...withName(changes, partner), ...links, ...tellParserSecrets(secrets) },
    );
    if (difference && "isActive" in difference.after) checkSwitch(caller, members, id);
    await checkOtherNames(management, members, difference);
    members.errors.throwIfAny();
    if (difference === undefined) return true;
    await savePartner(needs, management, { partner, difference, secrets });
    return true;
  });
}

/** A partner that is off switches off its System Admins, so only those may switch partners. */
function checkSwitch(caller: ManagementCaller, members: Members, id: string): void {
  requirePermission(caller, "management.admins");
  if (caller.actor.kind !== "partner_user" || caller.partnerId !== id) return;
  members.reject("isActive", "own_partner");
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
  management: ManagementWork,
  members: Members,
  partner: PartnerRecord,
): Promise<Links> {
  const references = new References(management, members.errors);
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
  { db }: ManagementWork,
  members: Members,
  difference: Difference | undefined,
): Promise<void> {
  const { errors } = members;
  const { reference, partnerId } = (difference?.after ?? {}) as Partial<PartnerRecord>;
  await checkFree(db, errors, { field: "reference", what: "reference", value: reference });
  // One that only follows the reference has no error of its own.
  const follows = (members.get("partnerId") ?? null) === null;
  if (follows && errors.has("reference")) return;
  await checkFree(db, errors, { field: "partnerId", what: "parserName", value: partnerId });
}

interface ChangedPartner {
  readonly partner: PartnerRecord;
  readonly difference: Difference;
  readonly secrets: ParserSecrets;
}

async function savePartner(
  needs: ManagementNeeds,
  management: ManagementWork,
  { partner, difference: { before, after }, secrets }: ChangedPartner,
): Promise<void> {
  const { id } = partner;
  const changed: PartnerRecord = { ...partner, ...after };
  const login = await sealParserSecrets(needs.custody, id, secrets);
  const rows = new PartnerRowStore(management);
  await reportConstraints(PARTNER_CONSTRAINTS, async () => {
    const [locationId, contactId] = [changed.location?.id ?? null, changed.contact?.id ?? null];
    await rows.change(id, { ...changed, locationId, contactId });
    await rows.setLogin(id, { ...login, parserName: changed.partnerId });
  });
  await management.record({ kind: "partner", id, action: "partner.update", before, after });
}
