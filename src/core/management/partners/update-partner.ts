/** Changes the caller's partner or one below it, and its parser credentials. */
import { GOOD_KEYS_MAX, isOverlap, OVERLAP_MAX_HOURS } from "../../../values/keys/key-overlap.ts";
import {
  describeSecretChange,
  hasParserSecrets,
  NO_PARSER_SECRETS,
  sealParserSecrets,
} from "../logins/parser-login.ts";
import { changeRecord } from "../scope/change-record.ts";
import { findDifference, type RecordDifference } from "../scope/difference.ts";
import { type ErrorCollector, invalidField, reportConstraints } from "../scope/field-errors.ts";
import { rejectOtherReference } from "../scope/fixed-reference.ts";
import {
  type ManagementCaller,
  type ManagementNeeds,
  type ManagementWork,
  requirePermission,
} from "../scope/management-act.ts";
import { References } from "../scope/resolve-references.ts";
import type { SubmittedChange } from "../scope/submitted.ts";
import { checkNameFree } from "../scope/uniqueness-store.ts";
import { PartnerKeyStore } from "./partner-key-store.ts";
import { PARTNER_CONSTRAINTS, PartnerRowStore } from "./partner-row-store.ts";
import { findPartner, type PartnerRecord } from "./partner-store.ts";
import type { ParserSecrets, PartnerChange, PartnerValues } from "./partner-values.ts";

const NO_SECRET_CHANGE = {
  keyIsNew: false,
  keyOverlapHours: undefined,
  publicKeyIsGone: false,
  publicKey: undefined,
};

/** Returns false if the caller cannot see this partner. */
export async function updatePartner(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { id, values, errors }: SubmittedChange<PartnerChange>,
): Promise<boolean> {
  const { secrets = NO_PARSER_SECRETS, location, contact, parent, version, ...changes } = values;
  if (hasParserSecrets(secrets)) requirePermission(caller, "management.credentials");
  const change = { table: "partners", id, find: findPartner, version, errors } as const;
  const apply = async (management: ManagementWork, partner: PartnerRecord) => {
    const named = { location, contact, parent };
    const links = await findLinks(management, errors, { partner, named });
    const difference = findDifference(
      { ...partner, ...NO_SECRET_CHANGE },
      { ...withParserName(changes, partner), ...links, ...describeSecretChange(secrets) },
    );
    if (difference && "isActive" in difference.after) checkActiveChange(caller, errors, id);
    await checkNamesFree(management, errors, { changes, difference });
    errors.throwIfAny();
    if (difference === undefined) return;
    await savePartner(needs, management, { partner, difference, secrets });
  };
  return changeRecord(needs, caller, { change, apply });
}

/** Disabling a partner disables its System Admins, so only a System Admin of another may do it. */
function checkActiveChange(caller: ManagementCaller, errors: ErrorCollector, id: string): void {
  requirePermission(caller, "management.admins");
  if (caller.actor.kind !== "partner_user" || caller.partnerId !== id) return;
  errors.reject("isActive", "own_partner");
}

/** A: the parser name is the reference unless it is set; null sets it back to the reference. */
function withParserName(changes: Partial<PartnerValues>, partner: PartnerRecord) {
  const { partnerId, reference = partner.reference } = changes;
  const wasReference = partner.partnerId === partner.reference;
  if (partnerId === null || (partnerId === undefined && wasReference)) {
    return { ...changes, partnerId: reference };
  }
  return changes;
}

type Links = Partial<Pick<PartnerRecord, "location" | "contact">>;

interface NamedLinks {
  readonly partner: PartnerRecord;
  readonly named: Pick<PartnerChange, "location" | "contact" | "parent">;
}

/** The location and the contact can be replaced by others of the partner. The parent stays. */
async function findLinks(
  management: ManagementWork,
  errors: ErrorCollector,
  { partner, named }: NamedLinks,
): Promise<Links> {
  const references = new References(management, errors);
  const owners = [{ partnerId: partner.id, clientId: null }];
  const location = await references.resolveLocation("location", named.location, owners);
  const contact = await references.resolveContact("contact", named.contact, owners);
  await rejectOtherReference(errors, "parent", {
    named: named.parent,
    id: partner.parent?.id,
    resolve: (reference) => references.resolvePartner("parent", reference),
  });
  return {
    ...(location === undefined ? {} : { location: { id: location.id, name: location.name } }),
    ...(contact === undefined ? {} : { contact: { id: contact.id } }),
  };
}

interface ChangedNames {
  readonly changes: Partial<PartnerValues>;
  readonly difference: RecordDifference | undefined;
}

async function checkNamesFree(
  { db }: ManagementWork,
  errors: ErrorCollector,
  { changes, difference }: ChangedNames,
): Promise<void> {
  const { reference, partnerId } = (difference?.after ?? {}) as Partial<PartnerRecord>;
  await checkNameFree(db, errors, { field: "reference", what: "reference", value: reference });
  // A parser name that follows the reference is not reported again.
  const followsReference = (changes.partnerId ?? null) === null;
  if (followsReference && errors.has("reference")) return;
  await checkNameFree(db, errors, { field: "partnerId", what: "parserName", value: partnerId });
}

interface ReplacedKey extends Pick<ParserSecrets, "keyOverlap"> {
  readonly id: string;
  readonly newDigest: Uint8Array;
}

/** Without an overlap, all older keys end with the replaced one. */
async function keepReplacedKey(
  { clock }: Pick<ManagementNeeds, "clock">,
  management: ManagementWork,
  { id, newDigest, keyOverlap = null }: ReplacedKey,
): Promise<void> {
  if (!isOverlap(keyOverlap)) throw invalidField("overlapHours", OVERLAP_HOURS);
  const keys = new PartnerKeyStore(management);
  const now = clock.wall();
  const until = keyOverlap && now.add({ seconds: keyOverlap.total("seconds") });
  const olderEnds = await keys.listOlderEnds(id, now);
  if (until !== null && olderEnds.length + 1 >= GOOD_KEYS_MAX) {
    throw invalidField("overlapHours", "too_many_secrets");
  }
  await keys.expireOlderKeys(id, until ?? now);
  await keys.removeExpiredKeys(id, now);
  if (until !== null) await keys.keepCurrentKey(id, { until, newDigest });
}

const OVERLAP_HOURS = { kind: "not_whole_in_range", min: 0, max: OVERLAP_MAX_HOURS } as const;

interface ChangedPartner {
  readonly partner: PartnerRecord;
  readonly difference: RecordDifference;
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
  const { keyOverlap } = secrets;
  const { keyDigest: newDigest } = login;
  if (newDigest !== undefined)
    await keepReplacedKey(needs, management, { id, newDigest, keyOverlap });
  const rows = new PartnerRowStore(management);
  await reportConstraints(PARTNER_CONSTRAINTS, async () => {
    const [locationId, contactId] = [changed.location?.id ?? null, changed.contact?.id ?? null];
    await rows.updatePartner(id, { ...changed, locationId, contactId });
    await rows.setParserLogin(id, { ...login, parserName: changed.partnerId });
  });
  await management.record({ kind: "partner", id, action: "partner.update", before, after });
}
