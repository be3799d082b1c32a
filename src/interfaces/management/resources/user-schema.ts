/** Users in the OpenAPI document. */
import Type from "typebox";
import { OVERLAP_HOURS } from "../../../wire/management/read-api-secret.ts";
import {
  CLIENT_CONTACT_RULES,
  PARTNER_CONTACT_RULES,
  USER_RULES,
  WELCOME_RULES,
} from "../../../wire/management/read-user.ts";
import { actCall, createCall, deleteCall, getCall, listCall, updateCall } from "../call-schema.ts";
import { USER_LIST } from "../list-rules.ts";
import {
  answeredMembers,
  changedMembers,
  KEPT,
  NAMED,
  newMembers,
  reference,
  whole,
} from "../schema.ts";

const WELCOME = newMembers(WELCOME_RULES, {
  sendWelcomeEmail:
    "Sends an email with a link to set the password. The link works once, within three days.",
});

const CONTACT_DESCRIPTIONS = {
  userName:
    "Unique among all users. It cannot contain a colon, because Basic authentication ends a name there.",
};
const DESCRIPTIONS = {
  ...CONTACT_DESCRIPTIONS,
  userRole: "A client's user has a client role. You cannot assign a role above your own.",
};

/** The first contacts of a new partner and of a new client. */
export const NEW_PARTNER_CONTACT = {
  ...newMembers(PARTNER_CONTACT_RULES, CONTACT_DESCRIPTIONS),
  ...WELCOME,
};
export const NEW_CLIENT_CONTACT = {
  ...newMembers(CLIENT_CONTACT_RULES, CONTACT_DESCRIPTIONS),
  ...WELCOME,
};

const USER = {
  id: Type.String(),
  ...answeredMembers(USER_RULES),
  partner: NAMED,
  client: Type.Optional(NAMED),
  ...KEPT,
};

export const LIST_USERS = listCall("List users", Type.Object(USER), USER_LIST);

export const CREATE_USER = createCall("Create a user of a client or partner", {
  ...newMembers(USER_RULES, DESCRIPTIONS),
  ...WELCOME,
  client: Type.Optional(reference("The client that the user belongs to.")),
  partner: Type.Optional(
    reference(
      "The partner that the user belongs to, if no client is sent. Absent: your own partner.",
    ),
  ),
});

export const GET_USER = getCall("Get a user", whole(USER));

export const UPDATE_USER = updateCall("Update a user, or send the welcome email again", {
  ...changedMembers(USER_RULES, DESCRIPTIONS),
  ...WELCOME,
});

export const ROTATE_SECRET = actCall(
  "Create a new API secret; older ones stay valid for an overlap",
  newMembers({ overlapHours: OVERLAP_HOURS }),
  Type.Object({
    id: Type.String(),
    apiSecret: Type.String({ description: "The new secret. It is shown only here." }),
    previousUntil: Type.Optional(
      Type.String({
        format: "date-time",
        description: "Until when the previous secret is valid. Absent if none is.",
      }),
    ),
  }),
);

export const END_SECRETS = deleteCall("End all older API secrets at once; the newest stays valid");

export const DELETE_USER = deleteCall("Delete an unused user");
