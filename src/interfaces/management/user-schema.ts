/** Users in the OpenAPI document. */
import Type from "typebox";
import { DEFAULT_OVERLAP, OVERLAP_MAX_HOURS } from "../../values/key-overlap.ts";
import {
  CLIENT_CONTACT_RULES,
  PARTNER_CONTACT_RULES,
  USER_RULES,
} from "../../wire/management/read-user.ts";
import { actCall, createCall, deleteCall, getCall, listCall, updateCall } from "./call-schema.ts";
import {
  ACTIVE_FILTER,
  answeredMembers,
  CLIENT_FILTER,
  changedMembers,
  KEPT,
  MODIFIED_FILTER,
  NAMED,
  newMembers,
  PARTNER_FILTER,
  reference,
  USER_NAME_FILTER,
  whole,
} from "./schema.ts";

const WELCOME = {
  sendWelcomeEmail: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Sends a letter with a link that sets a password, once and for three days.",
    }),
  ),
};

const CONTACT_DESCRIPTIONS = {
  userName: "Unique among all users. Without a colon: Basic ends a name there.",
};
const DESCRIPTIONS = {
  ...CONTACT_DESCRIPTIONS,
  userRole: "A client's user has a client role. Nobody gives a role above their own.",
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

export const LIST_USERS = listCall("List users", Type.Object(USER), {
  ...PARTNER_FILTER,
  ...CLIENT_FILTER,
  ...USER_NAME_FILTER,
  ...ACTIVE_FILTER,
  ...MODIFIED_FILTER,
});

export const CREATE_USER = createCall("Enter a user of a client or of a partner", {
  ...newMembers(USER_RULES, DESCRIPTIONS),
  ...WELCOME,
  client: Type.Optional(reference("Whose user it is.")),
  partner: Type.Optional(
    reference("Whose user it is, where no client is named; absent: your own partner."),
  ),
});

export const GET_USER = getCall("One user", whole(USER));

export const UPDATE_USER = updateCall("Change members of a user, or send another welcome", {
  ...changedMembers(USER_RULES, DESCRIPTIONS),
  ...WELCOME,
});

export const ROTATE_SECRET = actCall(
  "Issue a new API secret; those before it stay good for an overlap",
  {
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: OVERLAP_MAX_HOURS,
        default: DEFAULT_OVERLAP.hours,
        description: "How long older secrets stay good; at 0 they end at once.",
      }),
    ),
  },
  Type.Object({
    id: Type.String(),
    apiSecret: Type.String({ description: "Shown this once." }),
    previousUntil: Type.Optional(
      Type.String({
        format: "date-time",
        description: "Until when the secret before it is good; absent where none is.",
      }),
    ),
  }),
);

export const END_SECRETS = deleteCall("End older API secrets at once; the newest stays");

export const DELETE_USER = deleteCall("Remove a user that nothing refers to");
