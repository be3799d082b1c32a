/** Partners in the OpenAPI document. */
import Type from "typebox";
import {
  ALLOW_LIST_MAX,
  PARTNER_RULES,
  PARTNER_SECRET_RULES,
} from "../../../wire/management/read-partner.ts";
import { createCall, getCall, listCall, updateCall } from "../call-schema.ts";
import { PARTNER_LIST } from "../list-rules.ts";
import {
  answeredMembers,
  changedMembers,
  KEPT,
  NAMED,
  newMembers,
  orNone,
  reference,
  whole,
} from "../schema.ts";
import { NEW_LOCATION } from "./location-schema.ts";
import { NEW_PARTNER_CONTACT } from "./user-schema.ts";

const DESCRIPTIONS = {
  reference: "Unique among all partners.",
  partnerId: "The partner's login name at the parser; equal to reference unless you set it.",
};
const SECRET_DESCRIPTIONS = {
  partnerKey: "Can be written but not read.",
  publicKey: "PEM, RSA with at least 2048 bits. Can be written but not read.",
};

const ALLOW_LIST = Type.Array(Type.String(), {
  maxItems: ALLOW_LIST_MAX,
  description: "The IP addresses and CIDR ranges from which the partner may call the parser.",
});

const PARTNER = {
  id: Type.String(),
  ...answeredMembers(PARTNER_RULES),
  partnerId: Type.String({ description: "The partner's login name at the parser." }),
  parent: Type.Optional(NAMED),
  location: Type.Optional(NAMED),
  contact: Type.Optional(Type.Object({ id: Type.String() })),
  ...KEPT,
};

const CREDENTIALS = {
  ...newMembers(PARTNER_SECRET_RULES, SECRET_DESCRIPTIONS),
  allowList: Type.Optional(ALLOW_LIST),
};

const { publicKey } = PARTNER_SECRET_RULES;
/** The partner key can only be replaced; the others can be removed. */
const CHANGED_CREDENTIALS = {
  ...CREDENTIALS,
  ...changedMembers({ publicKey }, { publicKey: SECRET_DESCRIPTIONS.publicKey }),
  allowList: Type.Optional(orNone(ALLOW_LIST)),
};

export const LIST_PARTNERS = listCall(
  "List your partner and all partners below it",
  Type.Object(PARTNER),
  PARTNER_LIST,
);

export const CREATE_PARTNER = createCall("Create a sub-partner with its first location and user", {
  parent: reference("The parent partner."),
  ...newMembers(PARTNER_RULES, DESCRIPTIONS),
  location: Type.Object(NEW_LOCATION),
  contact: Type.Object(NEW_PARTNER_CONTACT),
  ...CREDENTIALS,
});

export const GET_PARTNER = getCall("Get a partner", whole({ ...PARTNER, allowList: ALLOW_LIST }));

export const UPDATE_PARTNER = updateCall("Update a partner or its parser credentials", {
  ...changedMembers(PARTNER_RULES, DESCRIPTIONS),
  location: Type.Optional(reference("One of the partner's own locations.")),
  contact: Type.Optional(reference("One of the partner's own users.")),
  ...CHANGED_CREDENTIALS,
});
