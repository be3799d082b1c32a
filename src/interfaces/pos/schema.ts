/** The point of sale in the OpenAPI document. The schemas of bodies come from the rules that read them. */
import Type from "typebox";
import { POS_ROLES } from "../../core/pos/users/pos-user.ts";
import { RETRY_AFTER } from "../../wire/retry-after-schema.ts";
import { ACCOUNT_CHANGES, INVITATION, LOGIN, OWN_PASSWORD, RESET_REQUEST } from "./read.ts";

export const TAGS = ["C. Mobile point-of-sale"];
export const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data"];

/** The session token in the query string, defined once for all calls. */
export const TOKEN = [{ token: [] }];

export const DETAIL = Type.Object({ detail: Type.String() });
const TOO_OFTEN = Type.Object({ detail: Type.String() }, RETRY_AFTER);
const FIELD_ERRORS = Type.Object(
  { errors: Type.Record(Type.String(), Type.Array(Type.String())) },
  { description: "All invalid fields are listed at once." },
);

const ACCOUNT = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  time_zone: Type.String({ examples: ["America/New_York"] }),
  receipt_email: Type.Union([Type.String(), Type.Null()]),
  currency: Type.String({ examples: ["USD"] }),
  tax_before_discount: Type.Boolean({
    description: "Whether taxes are computed before the discount.",
  }),
});

export const USER = Type.Object({
  id: Type.Integer(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  role: Type.Enum([...POS_ROLES]),
  is_active: Type.Boolean(),
  created_at: Type.String({ format: "date-time" }),
  updated_at: Type.String({ format: "date-time" }),
});

export const TOKEN_REFUSED = { 401: DETAIL, 429: TOO_OFTEN, 503: DETAIL };
export const FORM_REFUSED = { 400: FIELD_ERRORS, 413: DETAIL, 415: DETAIL };

export const LOGIN_SCHEMA = {
  summary: "Log in",
  description: "The token is valid for 30 days after its last use.",
  tags: TAGS,
  consumes: FORMS,
  body: LOGIN.schema,
  response: {
    200: Type.Object({ token: Type.String({ format: "uuid" }), user: USER, account: ACCOUNT }),
    ...FORM_REFUSED,
    ...TOKEN_REFUSED,
  },
};

export const LOGOUT_SCHEMA = {
  summary: "Log out",
  description: "The token ends immediately.",
  tags: TAGS,
  security: TOKEN,
  response: { 204: Type.Null(), ...TOKEN_REFUSED },
};

export const ACCOUNT_SCHEMA = {
  summary: "Get the account",
  tags: TAGS,
  security: TOKEN,
  response: { 200: ACCOUNT, ...TOKEN_REFUSED },
};

const ACCOUNT_FIELDS = ["name", "receipt_email", "time_zone", "tax_before_discount"];

export const ACCOUNT_UPDATE_SCHEMA = {
  summary: "Update the account",
  description: "Admins only. Only the fields that you send are changed.",
  tags: TAGS,
  consumes: FORMS,
  security: TOKEN,
  body: Type.Object(ACCOUNT_CHANGES.propertiesIn(ACCOUNT_FIELDS)),
  response: { 200: ACCOUNT, ...FORM_REFUSED, ...TOKEN_REFUSED, 403: DETAIL },
};

export const OWN_PASSWORD_SCHEMA = {
  summary: "Change your own password",
  description:
    "All other tokens of the user end; this one stays valid. A wrong old password counts as a failed login.",
  tags: TAGS,
  consumes: FORMS,
  security: TOKEN,
  body: OWN_PASSWORD.schema,
  response: { 200: USER, ...FORM_REFUSED, ...TOKEN_REFUSED },
};

export const RESET_SCHEMA = {
  summary: "Request a password reset email",
  description:
    "The answer is the same whether or not the user exists. The link in the email works once, for one hour. At most 5 requests in 15 minutes for one email address from one network address.",
  tags: TAGS,
  consumes: FORMS,
  body: RESET_REQUEST.schema,
  response: { 200: DETAIL, ...FORM_REFUSED, 429: TOO_OFTEN, 503: DETAIL },
};

export const INVITATION_SCHEMA = {
  summary: "Set a password with a link",
  description:
    "The page behind the link of an invitation or reset email uses this call. The link works once.",
  tags: TAGS,
  consumes: FORMS,
  body: INVITATION.schema,
  response: { 200: USER, ...FORM_REFUSED, 404: DETAIL, 429: TOO_OFTEN, 503: DETAIL },
};
