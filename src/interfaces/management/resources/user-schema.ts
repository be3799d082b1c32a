/** Users in the OpenAPI document. */
import Type from "typebox";
import { SECRET_OVERLAP_HOURS } from "../../../wire/management/read-api-secret.ts";
import {
  CLIENT_CONTACT_RULES,
  PARTNER_CONTACT_RULES,
  USER_RULES,
  WELCOME_RULES,
} from "../../../wire/management/read-user.ts";
import { namedObject } from "../../../wire/open-api/named-schema.ts";
import { actCall, createCall, deleteCall, updateCall, VERSION } from "../call-schema.ts";
import { USER_LIST } from "../list-rules.ts";
import { describeResource } from "../resource-schema.ts";
import { answeredMembers, changedMembers, namedRecord, newMembers, reference } from "../schema.ts";

const WELCOME = newMembers(WELCOME_RULES, {
  sendWelcomeEmail:
    "Sends an email with a link to set the password. The link works once, within three days.",
});

const DESCRIPTIONS = {
  userName:
    "Unique among all users. It cannot contain a colon, because Basic authentication ends a name there.",
  firstName: "The user's first name.",
  lastName: "The user's last name.",
  email: "The user's email address.",
  phone: "The user's phone number.",
  userRole: "A client's user has a client role. You cannot assign a role above your own.",
  isActive: "false locks the user out.",
};

/** The first contacts of a new partner and of a new client. */
export const NEW_PARTNER_CONTACT = namedObject(
  "NewPartnerContact",
  "The first user of a new partner, who is its contact.",
  { ...newMembers(PARTNER_CONTACT_RULES, DESCRIPTIONS), ...WELCOME },
);
export const NEW_CLIENT_CONTACT = namedObject(
  "NewClientContact",
  "The first user of a new client, who is its contact.",
  { ...newMembers(CLIENT_CONTACT_RULES, DESCRIPTIONS), ...WELCOME },
);

const USER = describeResource({
  name: "User",
  about: "A user of a partner or client.",
  members: {
    ...answeredMembers(USER_RULES, DESCRIPTIONS),
    partner: namedRecord("The partner of the user, or the direct partner of the user's client."),
    client: Type.Optional(namedRecord("The client of the user. Absent for a partner's own user.")),
  },
  query: USER_LIST,
});

export const LIST_USERS = USER.list;

export const CREATE_USER = createCall(
  { id: "createUser", summary: "Create a user of a client or partner" },
  namedObject("NewUser", "A new user of a client or partner.", {
    ...newMembers(USER_RULES, DESCRIPTIONS),
    ...WELCOME,
    client: Type.Optional(reference("The client that the user belongs to.")),
    partner: Type.Optional(
      reference(
        "The partner that the user belongs to, if no client is sent. Absent: your own partner.",
      ),
    ),
  }),
);

export const GET_USER = USER.get;

export const UPDATE_USER = updateCall(
  { id: "updateUser", summary: "Update a user, or send the welcome email again" },
  namedObject("UserUpdate", "The members of a user that change.", {
    ...changedMembers(USER_RULES, DESCRIPTIONS),
    ...WELCOME,
    ...VERSION,
  }),
);

export const ROTATE_SECRET = actCall(
  {
    id: "createApiSecret",
    summary: "Create a new API secret; older ones stay valid for an overlap",
  },
  namedObject("NewApiSecret", "How long older API secrets stay valid.", {
    ...newMembers(
      { overlapHours: SECRET_OVERLAP_HOURS },
      { overlapHours: "How many hours older secrets stay valid. With 0, they end at once." },
    ),
  }),
  namedObject("ApiSecret", "A new API secret of a user.", {
    id: Type.String({ description: "The id of the user." }),
    apiSecret: Type.String({ description: "The new secret. It is shown only here." }),
    previousUntil: Type.Optional(
      Type.String({
        format: "date-time",
        description: "Until when the previous secret is valid. Absent if none is.",
      }),
    ),
  }),
);

export const END_SECRETS = deleteCall({
  id: "endOlderApiSecrets",
  summary: "End all older API secrets at once; the newest stays valid",
});

export const DELETE_USER = deleteCall({ id: "deleteUser", summary: "Delete an unused user" });
