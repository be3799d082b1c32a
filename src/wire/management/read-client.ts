/** Reads clients. */
import type { ClientChange, NewClient } from "../../core/management/clients/client-values.ts";
import type { Submitted } from "../../core/management/scope/submitted.ts";
import { flag, requiredText, textMember } from "./field-rules.ts";
import type { Members } from "./members.ts";
import { readNewLocation } from "./read-location.ts";
import { CLIENT_CONTACT_RULES, readNewContact } from "./read-user.ts";

const MID_MAX = 50;

export const CLIENT_RULES = {
  name: requiredText(),
  mid: textMember(MID_MAX),
  billingId: textMember(),
  isActive: flag(true),
} as const;

export function readNewClient(members: Members): Submitted<NewClient> {
  const values = {
    ...members.readValues(CLIENT_RULES),
    directPartner: members.readRequiredReference("directPartner"),
    location: readNewLocation(members.inside("location")),
    contact: readNewContact(members.inside("contact"), CLIENT_CONTACT_RULES),
  };
  return { values, errors: members.errors };
}

export function readClientChange(members: Members): Submitted<ClientChange> {
  const values = {
    ...members.readChanges(CLIENT_RULES),
    version: members.readVersion(),
    directPartner: members.readReplacingReference("directPartner"),
    location: members.readReplacingReference("location"),
    contact: members.readReplacingReference("contact"),
  };
  return { values, errors: members.errors };
}
