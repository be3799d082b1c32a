/** The members that partners write, resource by resource (A, required and lengths). */

import { CLIENT_ROLES, PARTNER_ROLES, USER_ROLES } from "../users/user-roles.ts";
import { flag, lines, requiredChoice, requiredText, text } from "./fields.ts";

export const LOCATION_TYPES = [
  "Manufacturer",
  "Manufacturer long term storage",
  "KIF",
  "Vendor fulfillment location",
  "Fulfillment location",
  "Merchant retail location",
  "Merchant CSR location",
  "Merchant long term storage location",
  "Merchant short term storage & distribution",
  "Corporate Headquarters",
  "Regional Office",
  "Field Office",
  "Partner Location",
] as const;

/** A: the inline contact of a new partner may only have one of the last five roles. */
export const PARTNER_CONTACT_ROLES = USER_ROLES.slice(-5);

const POSTAL_CODE_MAX = 10;
const MID_MAX = 50;
/** What a letter can be sent to. */
const EMAIL_MAX = 254;
const EMAIL = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const PARTNER_KEY_MIN = 24;
/** RFC 7617: in Basic, the password begins behind the first colon. */
const NO_COLON = /^[^:]*$/;

export const PARTNER_FIELDS = {
  name: requiredText(),
  reference: { ...requiredText(), about: "Unique among all partners." },
  billingId: text(),
  partnerId: {
    ...text(),
    about: "The partner's name at the parser; its reference unless it is set.",
  },
  verificationPhrase: text(),
  clientCanOrderEquipment: flag(false),
  isActive: flag(true),
} as const;

/** Write only, and no more of them is ever told than that they are there. */
export const PARTNER_SECRETS = {
  partnerKey: { ...text(), lengthMin: PARTNER_KEY_MIN, about: "Write only." },
  publicKey: { ...lines(16_384), about: "PEM, RSA of at least 2048 bits. Write only." },
} as const;

export const CLIENT_FIELDS = {
  name: requiredText(),
  mid: { ...text(MID_MAX), about: "Whatever links the client to a merchant of yours." },
  billingId: text(),
  isActive: flag(true),
} as const;

export const LOCATION_FIELDS = {
  name: requiredText(),
  nameOfBusiness: text(),
  locationType: requiredChoice(LOCATION_TYPES),
  uniqueId: {
    ...text(36),
    form: UUID,
    formProblem: "not_a_uuid",
    about: "A UUID; made when it is absent. Unique.",
  },
  address1: requiredText(),
  address2: text(),
  city: requiredText(),
  stateProvince: text(),
  postalCode: text(POSTAL_CODE_MAX),
  mailCountry: text(),
  mailAddress1: text(),
  mailAddress2: text(),
  mailCity: text(),
  mailStateProvince: text(),
  mailPostalCode: text(POSTAL_CODE_MAX),
  notes: lines(),
} as const;

const PERSON = {
  userName: {
    ...requiredText(),
    form: NO_COLON,
    formProblem: "has_colon",
    about: "Unique among all users. Without a colon: Basic ends a name there.",
  },
  firstName: requiredText(),
  lastName: requiredText(),
  email: { ...requiredText(EMAIL_MAX), form: EMAIL, formProblem: "not_an_email" },
  phone: requiredText(),
} as const;
const IS_ACTIVE = { kind: "flag", isRequired: true } as const;

export const USER_FIELDS = {
  ...PERSON,
  userRole: {
    ...requiredChoice(USER_ROLES),
    about: "A client's user has a client role. Nobody gives a role above their own.",
  },
  isActive: IS_ACTIVE,
} as const;

/** The inline contact of a new partner. */
export const PARTNER_CONTACT_FIELDS = {
  ...PERSON,
  userRole: requiredChoice(PARTNER_CONTACT_ROLES),
  isActive: IS_ACTIVE,
} as const;

/** The first user of a partner that operators create: nobody else could appoint an administrator. */
export const ROOT_CONTACT_FIELDS = {
  ...PERSON,
  userRole: requiredChoice(PARTNER_ROLES),
  isActive: IS_ACTIVE,
} as const;

/** The inline contact of a new client. */
export const CLIENT_CONTACT_FIELDS = {
  ...PERSON,
  userRole: requiredChoice(CLIENT_ROLES),
  isActive: IS_ACTIVE,
} as const;

export const DEVICE_FIELDS = {
  serialNumber: requiredText(),
  name: text(),
  notes: lines(),
  ksi: {
    ...text(24),
    form: /^[0-9A-Fa-f]{2,24}$/,
    formProblem: "not_a_ksn_prefix",
    about: "Which base key it was injected with.",
  },
} as const;

export const ATTESTATION_FIELDS = {
  name: requiredText(),
  notes: lines(),
} as const;
