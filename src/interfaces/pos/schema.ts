/** The point of sale in the OpenAPI document. The schemas of bodies come from the rules that read them. */
import Type from "typebox";
import { POS_ROLES } from "../../core/pos/users/pos-user.ts";
import {
  emptyAnswer,
  jsonAnswer,
  LOCATION_HEADER,
  RETRY_AFTER,
} from "../../wire/open-api/answers.ts";
import { namedObject, nameSchema } from "../../wire/open-api/named-schema.ts";
import { ACCOUNT_CHANGES, INVITATION, LOGIN, OWN_PASSWORD, RESET_REQUEST } from "./read.ts";

export const TAGS = ["Point of sale"];
export const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data"];

/** The session token in the query string, defined once for all calls. */
export const TOKEN = [{ posToken: [] }];

const DETAIL = namedObject("PosError", "An error of the point of sale.", {
  detail: Type.String({ description: "What was wrong." }),
});

/** An error with one sentence. */
export function refusal(description: string) {
  return jsonAnswer(description, DETAIL);
}

const FIELD_ERRORS = namedObject("PosFieldErrors", "All invalid fields of a request.", {
  errors: Type.Record(Type.String(), Type.Array(Type.String()), {
    description: "The messages for each invalid field, by the name of the field.",
  }),
});

const ACCOUNT = namedObject("PosAccount", "The merchant's account.", {
  id: Type.Integer({ description: "The id of the account." }),
  name: Type.String({ description: "The name of the shop, as receipts show it." }),
  time_zone: Type.String({
    description: "The IANA name of the account's time zone.",
    examples: ["America/New_York"],
  }),
  receipt_email: Type.Union([Type.String(), Type.Null()], {
    description: "The merchant's address for receipts.",
  }),
  currency: Type.String({ description: "The ISO 4217 code of the currency.", examples: ["USD"] }),
  tax_before_discount: Type.Boolean({
    description: "Whether taxes are computed before the discount.",
  }),
});

export const moment = (description: string) => Type.String({ format: "date-time", description });

export const USER = namedObject("PosUser", "A user of the point of sale.", {
  id: Type.Integer({ description: "The id of the user." }),
  first_name: Type.String({ description: "The first name. Empty if there is none." }),
  last_name: Type.String({ description: "The last name. Empty if there is none." }),
  email: Type.String({ description: "The email address, by which the user logs in." }),
  role: Type.Enum([...POS_ROLES], { description: "What the user may do." }),
  is_active: Type.Boolean({ description: "false: the user is locked out." }),
  created_at: moment("When the user was created, UTC."),
  updated_at: moment("When the user was last changed, UTC."),
});

const TOO_OFTEN = jsonAnswer("Too many requests, or too many failed logins.", DETAIL, RETRY_AFTER);
const UNAVAILABLE = refusal("Temporarily unavailable. Try again.");

/** If the card host could not be reached, the sale is stored as failed. */
export const NOT_SENT = jsonAnswer(
  "Temporarily unavailable, or the card host could not be reached and nothing was charged. With Location, the sale is stored as failed.",
  DETAIL,
  LOCATION_HEADER,
);

export const TOKEN_REFUSED = {
  401: refusal("The token is missing, unknown or expired."),
  429: TOO_OFTEN,
  503: UNAVAILABLE,
};
export const FORM_REFUSED = {
  400: jsonAnswer("Invalid fields. All of them are listed, and nothing was stored.", FIELD_ERRORS),
  413: refusal("The form is too large."),
  415: refusal("The body is not a form, or a file is where none belongs."),
};
export const FORBIDDEN = { 403: refusal("Your role does not allow this call.") };
export const NOT_FOUND = { 404: refusal("No such record in this account.") };

/** No token is needed. */
const ANYONE: [] = [];

export const LOGIN_SCHEMA = {
  operationId: "logInPosUser",
  summary: "Log in",
  description: "The token is valid for 30 days after its last use.",
  tags: TAGS,
  security: ANYONE,
  consumes: FORMS,
  body: nameSchema("PosLogin", "The login of a user of the point of sale.", LOGIN.schema),
  response: {
    200: jsonAnswer(
      "Logged in.",
      namedObject("PosSession", "A session of the point of sale.", {
        token: Type.String({
          format: "uuid",
          description: "The session token for the query string of all other calls.",
        }),
        user: USER,
        account: ACCOUNT,
      }),
    ),
    ...FORM_REFUSED,
    ...TOKEN_REFUSED,
    401: refusal("The account, email or password is wrong."),
  },
};

export const LOGOUT_SCHEMA = {
  operationId: "logOutPosUser",
  summary: "Log out",
  description: "The token ends immediately.",
  tags: TAGS,
  security: TOKEN,
  response: { 204: emptyAnswer("Logged out."), ...TOKEN_REFUSED },
};

const THE_ACCOUNT = jsonAnswer("The account.", ACCOUNT);

export const ACCOUNT_SCHEMA = {
  operationId: "getPosAccount",
  summary: "Get the account",
  tags: TAGS,
  security: TOKEN,
  response: { 200: THE_ACCOUNT, ...TOKEN_REFUSED },
};

const ACCOUNT_FIELDS = ["name", "receipt_email", "time_zone", "tax_before_discount"];

export const ACCOUNT_UPDATE_SCHEMA = {
  operationId: "updatePosAccount",
  summary: "Update the account",
  description: "Admins only. Only the fields that you send are changed.",
  tags: TAGS,
  consumes: FORMS,
  security: TOKEN,
  body: namedObject(
    "PosAccountUpdate",
    "The fields of the account that change.",
    ACCOUNT_CHANGES.propertiesIn(ACCOUNT_FIELDS),
  ),
  response: { 200: THE_ACCOUNT, ...FORM_REFUSED, ...TOKEN_REFUSED, ...FORBIDDEN },
};

const THE_USER = jsonAnswer("The user.", USER);

export const OWN_PASSWORD_SCHEMA = {
  operationId: "changePosPassword",
  summary: "Change your own password",
  description:
    "All other tokens of the user end; this one stays valid. A wrong old password counts as a failed login.",
  tags: TAGS,
  consumes: FORMS,
  security: TOKEN,
  body: nameSchema("PosPasswordChange", "The old and the new password.", OWN_PASSWORD.schema),
  response: { 200: THE_USER, ...FORM_REFUSED, ...TOKEN_REFUSED },
};

export const RESET_SCHEMA = {
  operationId: "requestPosPasswordReset",
  summary: "Request a password reset email",
  description:
    "The answer is the same whether or not the user exists. The link in the email works once, for one hour. At most 5 requests in 15 minutes for one email address from one network address.",
  tags: TAGS,
  security: ANYONE,
  consumes: FORMS,
  body: nameSchema(
    "PosPasswordResetRequest",
    "The user who has forgotten the password.",
    RESET_REQUEST.schema,
  ),
  response: {
    200: jsonAnswer(
      "The email is on its way, if this user exists.",
      namedObject("PosPasswordResetResponse", "The same text for every user.", {
        detail: Type.String({ description: "What happens next." }),
      }),
    ),
    ...FORM_REFUSED,
    429: TOO_OFTEN,
    503: UNAVAILABLE,
  },
};

export const INVITATION_SCHEMA = {
  operationId: "setPosPassword",
  summary: "Set a password with a link",
  description:
    "The page behind the link of an invitation or reset email uses this call. The link works once.",
  tags: TAGS,
  security: ANYONE,
  consumes: FORMS,
  body: nameSchema(
    "PosNewPassword",
    "The token of the link and a new password.",
    INVITATION.schema,
  ),
  response: {
    200: THE_USER,
    ...FORM_REFUSED,
    404: refusal("The link was used, has expired or was replaced by a newer one."),
    429: TOO_OFTEN,
    503: UNAVAILABLE,
  },
};
