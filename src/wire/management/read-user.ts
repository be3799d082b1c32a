/** Reads users: on their own, and as the first contact of a new partner or client. */
import type { Submitted } from "../../core/management/scope/submitted.ts";
import {
  CLIENT_ROLES,
  PARTNER_CONTACT_ROLES,
  PARTNER_ROLES,
  USER_ROLES,
} from "../../core/management/users/user-roles.ts";
import type { NewContact, NewUser, UserChange } from "../../core/management/users/user-values.ts";
import { EMAIL_LENGTH_MAX } from "../../values/email-address.ts";
import { EMAIL } from "../reader/check.ts";
import { flag, matching, requiredChoice, requiredFlag, requiredText } from "./field-rules.ts";
import type { Members } from "./members.ts";

/** RFC 7617: in Basic authentication the user name ends at the first colon. */
const NO_COLON = /^[^:]*$/;

const PERSON = {
  userName: requiredText().with(matching(NO_COLON, "has_colon")),
  firstName: requiredText(),
  lastName: requiredText(),
  email: requiredText(EMAIL_LENGTH_MAX).with(EMAIL),
  phone: requiredText(),
} as const;
/** Whether to send a link that sets a password. */
export const WELCOME_RULES = { sendWelcomeEmail: flag(false) } as const;

const userRules = (roles: readonly string[]) =>
  ({ ...PERSON, userRole: requiredChoice(roles), isActive: requiredFlag() }) as const;

export const USER_RULES = userRules(USER_ROLES);
/** The first contact of a new partner. */
export const PARTNER_CONTACT_RULES = userRules(PARTNER_CONTACT_ROLES);
/**
 * The first user of a partner that operators create. It must be an administrator, because no other
 * user could appoint one.
 */
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
  return members.readValues(WELCOME_RULES).sendWelcomeEmail;
}
