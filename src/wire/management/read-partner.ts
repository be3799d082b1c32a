/** Reads partners and their parser credentials. */
import { normalizeRange } from "../../core/management/logins/allow-list.ts";
import { normalizePublicKey } from "../../core/management/logins/public-key.ts";
import type {
  NewPartner,
  NewSubPartner,
  ParserSecrets,
  PartnerChange,
} from "../../core/management/partners/partner-values.ts";
import type { Submitted } from "../../core/management/scope/submitted.ts";
import { Secret } from "../../values/secret.ts";
import { flag, multilineMember, requiredText, textMember } from "./field-rules.ts";
import type { Members } from "./members.ts";
import { overlapHours, toOverlap } from "./overlap-hours.ts";
import { readNewLocation } from "./read-location.ts";
import {
  PARTNER_CONTACT_RULES,
  ROOT_CONTACT_RULES,
  readNewContact,
  type USER_RULES,
} from "./read-user.ts";

const PARTNER_KEY_MIN = 24;
const PARTNER_KEY_MAX = 255;
const PUBLIC_KEY_MAX = 16_384;
export const ALLOW_LIST_MAX = 100;

export const PARTNER_RULES = {
  name: requiredText(),
  reference: requiredText(),
  billingId: textMember(),
  partnerId: textMember(),
  verificationPhrase: textMember(),
  clientCanOrderEquipment: flag(false),
  isActive: flag(true),
} as const;

/** Write only: answers do not contain them. */
export const PARTNER_SECRET_RULES = {
  partnerKey: textMember(PARTNER_KEY_MAX, PARTNER_KEY_MIN),
  publicKey: multilineMember(PUBLIC_KEY_MAX),
} as const;

/** The contract says nothing about replaced keys. Without hours they end at once, as they always did. */
export const KEY_OVERLAP_HOURS = overlapHours(0);

export function readNewSubPartner(members: Members): Submitted<NewSubPartner> {
  const partner = readPartner(members, PARTNER_CONTACT_RULES);
  const parent = members.readRequiredReference("parent");
  return { values: { ...partner, parent }, errors: members.errors };
}

/** A partner at the top of a tree, which only operators create. */
export function readNewRootPartner(members: Members): Submitted<NewPartner> {
  return { values: readPartner(members, ROOT_CONTACT_RULES), errors: members.errors };
}

function readPartner(members: Members, contactRules: typeof USER_RULES): NewPartner {
  return {
    ...members.readValues(PARTNER_RULES),
    secrets: readParserSecrets(members),
    location: readNewLocation(members.inside("location")),
    contact: readNewContact(members.inside("contact"), contactRules),
  };
}

export function readPartnerChange(members: Members): Submitted<PartnerChange> {
  const secrets = readParserSecrets(members);
  const values = {
    ...members.readChanges(PARTNER_RULES),
    secrets: { ...secrets, keyOverlap: readKeyOverlap(members, secrets) },
    version: members.readVersion(),
    location: members.readReplacingReference("location"),
    contact: members.readReplacingReference("contact"),
    parent: members.readReference("parent"),
  };
  return { values, errors: members.errors };
}

function readParserSecrets(members: Members): ParserSecrets {
  const { partnerKey, publicKey } = members.readChanges(PARTNER_SECRET_RULES);
  if (partnerKey === null) members.reject("partnerKey", "required");
  return {
    partnerKey: partnerKey ? new Secret(partnerKey) : undefined,
    publicKey: publicKey ? readPublicKey(members, publicKey) : publicKey,
    allowList: readAllowList(members),
  };
}

/** Undefined: no overlap was sent. */
function readKeyOverlap(members: Members, { partnerKey }: ParserSecrets) {
  if (members.get("overlapHours") === undefined) return undefined;
  const overlap = toOverlap(members.read("overlapHours", KEY_OVERLAP_HOURS));
  const isAlone = partnerKey === undefined && !members.errors.has("partnerKey");
  if (isAlone) members.reject("overlapHours", "needs_partner_key");
  return isAlone ? undefined : overlap;
}

function readPublicKey(members: Members, pem: string): string | undefined {
  if (members.errors.has("publicKey")) return undefined;
  const outcome = normalizePublicKey(pem);
  if (outcome.kind === "normalized") return outcome.pem;
  members.reject("publicKey", outcome.problem);
  return undefined;
}

function readAllowList(members: Members): readonly string[] | undefined {
  const value = members.get("allowList");
  if (value === undefined) return undefined;
  if (value === null) return [];
  if (!Array.isArray(value)) {
    members.reject("allowList", "not_an_address_list");
    return undefined;
  }
  if (value.length > ALLOW_LIST_MAX) {
    // The elements are not checked: a body can contain half a million of them.
    members.reject("allowList", { kind: "too_many_items", max: ALLOW_LIST_MAX });
    return undefined;
  }
  return value.map((range, index) => {
    const network = typeof range === "string" ? normalizeRange(range) : undefined;
    if (network === undefined) members.reject(`allowList[${index}]`, "not_an_address_or_range");
    return network ?? "";
  });
}
