/** Partners in the OpenAPI document. */
import Type from "typebox";
import {
  ALLOW_LIST_MAX,
  KEY_OVERLAP_HOURS,
  PARTNER_RULES,
  PARTNER_SECRET_RULES,
} from "../../../wire/management/read-partner.ts";
import { namedObject } from "../../../wire/open-api/named-schema.ts";
import { createCall, updateCall, VERSION } from "../call-schema.ts";
import { PARTNER_LIST } from "../list-rules.ts";
import { describeResource } from "../resource-schema.ts";
import {
  answeredMembers,
  CONTACT,
  changedMembers,
  namedRecord,
  newMembers,
  orNone,
  reference,
} from "../schema.ts";
import { FIRST_LOCATION } from "./location-schema.ts";
import { NEW_PARTNER_CONTACT } from "./user-schema.ts";

const DESCRIPTIONS = {
  name: "The name of the partner.",
  reference: "A short name that no other partner has.",
  billingId: "The partner's id in your billing system.",
  partnerId: "The partner's login name at the parser; equal to reference unless you set it.",
  verificationPhrase: "A phrase by which the partner proves who they are, such as on the phone.",
  clientCanOrderEquipment: "Whether the partner's clients may order equipment.",
  isActive: "false disables the partner, its users and everything below it.",
};
const SECRET_DESCRIPTIONS = {
  partnerKey: "The partner's key at the parser. Can be written but not read.",
  publicKey: "PEM, RSA with at least 2048 bits. Can be written but not read.",
};

const ALLOW_LIST = Type.Array(Type.String(), {
  maxItems: ALLOW_LIST_MAX,
  description: "The IP addresses and CIDR ranges from which the partner may call the parser.",
});

const PARTNER = describeResource({
  name: "Partner",
  about: "A partner.",
  members: {
    ...answeredMembers(PARTNER_RULES, DESCRIPTIONS),
    partnerId: Type.String({ description: "The partner's login name at the parser." }),
    parent: Type.Optional(namedRecord("The parent partner, if you can see it.")),
    location: Type.Optional(namedRecord("The main location.")),
    contact: Type.Optional(CONTACT),
  },
  additionalMembers: { allowList: ALLOW_LIST },
  query: PARTNER_LIST,
  listSummary: "List your partner and all partners below it",
});

const CREDENTIALS = {
  ...newMembers(PARTNER_SECRET_RULES, SECRET_DESCRIPTIONS),
  allowList: Type.Optional(ALLOW_LIST),
};

const { publicKey } = PARTNER_SECRET_RULES;
/** The partner key can only be replaced; the others can be removed. */
const CHANGED_CREDENTIALS = {
  ...CREDENTIALS,
  ...changedMembers({ publicKey }, { publicKey: SECRET_DESCRIPTIONS.publicKey }),
  ...changedMembers(
    { overlapHours: KEY_OVERLAP_HOURS },
    {
      overlapHours:
        "With partnerKey: how many hours the replaced key and older ones stay valid. Without it, or with 0, they end at once.",
    },
  ),
  allowList: Type.Optional(orNone(ALLOW_LIST)),
};

export const LIST_PARTNERS = PARTNER.list;

export const CREATE_PARTNER = createCall(
  { id: "createPartner", summary: "Create a sub-partner with its first location and user" },
  namedObject("NewPartner", "A new sub-partner with its first location and user.", {
    parent: reference("The parent partner."),
    ...newMembers(PARTNER_RULES, DESCRIPTIONS),
    location: FIRST_LOCATION,
    contact: NEW_PARTNER_CONTACT,
    ...CREDENTIALS,
  }),
);

export const GET_PARTNER = PARTNER.get;

export const UPDATE_PARTNER = updateCall(
  { id: "updatePartner", summary: "Update a partner or its parser credentials" },
  namedObject("PartnerUpdate", "The members of a partner that change.", {
    ...changedMembers(PARTNER_RULES, DESCRIPTIONS),
    location: Type.Optional(reference("One of the partner's own locations.")),
    contact: Type.Optional(reference("One of the partner's own users.")),
    ...CHANGED_CREDENTIALS,
    ...VERSION,
  }),
);
