/** Reads users: on their own, and as the first contact of a new partner or client. */
import type { Submitted } from "../../core/management/scope/submitted.ts";
import {
  CLIENT_ROLES,
  PARTNER_CONTACT_ROLES,
  PARTNER_ROLES,
  USER_ROLES,
} from "../../core/management/users/user-roles.ts";
import type { NewContact, NewUser, UserChange } from "../../core/management/users/user-values.ts";
import { requiredChoice, requiredText } from "./field-rules.ts";
import type { Members } from "./members.ts";

const EMAIL_MAX = 254;
const EMAIL = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;
/** RFC 7617: in Basic authentication the user name ends at the first colon. */
const NO_COLON = /^[^:]*$/;

const PERSON = {
  userName: { ...requiredText(), form: { matches: NO_COLON, problem: "has_colon" } },
  firstName: requiredText(),
  lastName: requiredText(),
  email: { ...requiredText(EMAIL_MAX), form: { matches: EMAIL, problem: "not_an_email" } },
  phone: requiredText(),
} as const;
const IS_ACTIVE = { kind: "flag", isRequired: true } as const;

const userRules = (roles: readonly string[]) =>
  ({ ...PERSON, userRole: requiredChoice(roles), isActive: IS_ACTIVE }) as const;

export const USER_RULES = userRules(USER_ROLES);
/** The first contact of a new partner. */
export const PARTNER_CONTACT_RULES = userRules(PARTNER_CONTACT_ROLES);
/** The first user of a partner that operators create: nobody else could appoint an administrator. */
export const ROOT_CONTACT_RULES = userRules(PARTNER_ROLES);
/** The first contact of a new client. */
export const CLIENT_CONTACT_RULES = userRules(CLIENT_ROLES);

export function readNewContact(members: Members, rules: typeof USER_RULES): NewContact {
  return { ...members.readValues(rules), sendWelcomeEmail: readWelcome(members) };
}

export function readNewUser(members: Members): Submitted<NewUser> {
  const values = {
    ...readNewContact(members, USER_RULES),
    partner: members.readReference("partner"),
    client: members.readReference("client"),
  };
  return { values, errors: members.errors };
}

export function readUserChange(members: Members): Submitted<UserChange> {
  const values = {
    ...members.readChanges(USER_RULES),
    sendWelcomeEmail: readWelcome(members),
    version: members.readVersion(),
    partner: members.readReference("partner"),
    client: members.readReference("client"),
  };
  return { values, errors: members.errors };
}

function readWelcome(members: Members): boolean {
  return members.readFlag("sendWelcomeEmail", { fallback: false });
}
