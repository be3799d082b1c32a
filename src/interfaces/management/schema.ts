/** What the calls of area A share in the OpenAPI document. Readers, not schemas, judge requests. */
import Type, { type TProperties, type TSchema } from "typebox";
import type { Rule, Rules } from "../../core/estate/fields.ts";
import { SKIP, TAKE } from "./read.ts";

export const NAMED = Type.Object({ id: Type.String(), name: Type.String() });

/** What a request names another resource with. */
export function reference(about: string) {
  return Type.Object(
    { id: Type.Optional(Type.String()), name: Type.Optional(Type.String()) },
    { description: `${about} By id, or by a name that is the only one of its kind.` },
  );
}

const ERROR = {
  uuid: Type.String({ format: "uuid" }),
  errorCode: Type.Integer(),
  message: Type.String(),
};

const ATTRIBUTE_ERROR = Type.Object({
  attribute: Type.String(),
  message: Type.String(),
  errorCode: Type.Integer({
    description:
      "1000 required, 1001 wrong type or form, 1002 wrong length, 1003 not an allowed value, 1004 not unique, 1005 no such reference, 1006 version conflict, 1007 in use",
  }),
});

const VALIDATION_ERROR = Type.Object(
  { ...ERROR, errors: Type.Array(Type.Record(Type.String(), ATTRIBUTE_ERROR)) },
  { description: "Data validation constraints. Every faulty attribute is named." },
);

/** What every call may answer. */
export const REFUSALS = {
  401: Type.Object(ERROR, { description: "Unauthenticated request." }),
  403: Type.Object(ERROR, { description: "Permission denied." }),
  409: VALIDATION_ERROR,
  429: Type.Object(ERROR, { description: "Too many requests." }),
  500: Type.Object(ERROR, { description: "Unknown Error" }),
};

/** What a call may answer besides that names something in its path. */
export const REFUSALS_OF_ONE = {
  ...REFUSALS,
  404: Type.Object(ERROR, { description: "Requested resource cannot be found." }),
};

const OF_A_BODY = {
  413: Type.Object(ERROR, { description: "Request body is too large." }),
  415: Type.Object(ERROR, { description: "Request body must be application/json." }),
};

/** Of the calls that enter something, and of those that change it. */
export const REFUSALS_OF_NEW = { ...REFUSALS, ...OF_A_BODY };
export const REFUSALS_OF_UPDATE = { ...REFUSALS_OF_ONE, ...OF_A_BODY };

export const ROUTE = { tags: ["A. Management"], security: [{ basic: [] }, { hmac: [] }] };

export const BY_ID = Type.Object({ id: Type.String() });
export const ID_ANSWER = Type.Object({ id: Type.String() });
/** Sent with an update: the state that it was made from. */
export const VERSION = {
  version: Type.Optional(
    Type.Integer({ minimum: 0, description: "If it is sent, it must be the current one." }),
  ),
};
/** Of everything that is answered. */
export const KEPT = { version: Type.Integer({ description: "How often it was updated." }) };
/** A single resource has two more members than an element of a list. */
const TIMES = {
  created: Type.String({ format: "date-time" }),
  modified: Type.String({ format: "date-time" }),
};

export function listQuery<Filters extends TProperties>(filters: Filters) {
  return Type.Object({
    take: Type.Optional(
      Type.Integer({ minimum: TAKE.min, maximum: TAKE.max, default: TAKE.fallback }),
    ),
    skip: Type.Optional(Type.Integer({ minimum: SKIP.min, default: SKIP.fallback })),
    ...filters,
  });
}

export const PARTNER_FILTER = {
  partner: Type.Optional(
    Type.String({ description: "Only of this partner and all partners below it, by id." }),
  ),
};
export const CLIENT_FILTER = {
  client: Type.Optional(Type.String({ description: "Only of this client, by id." })),
};

export function page<Item extends TSchema>(item: Item) {
  return Type.Object({
    total: Type.Integer({ description: "How many there are on all pages." }),
    data: Type.Array(item),
  });
}

export function whole<Members extends TProperties>(members: Members) {
  return Type.Object({ ...members, ...TIMES });
}

/** Members of a new resource, as its rules have them. */
export function newMembers(rules: Rules): TProperties {
  return mapped(rules, (rule) => (rule.isRequired ? typeOf(rule) : Type.Optional(typeOf(rule))));
}

/** Members of an update: any of them, and null for none. What is not sent stays what it is. */
export function changedMembers(rules: Rules): TProperties {
  return mapped(rules, (rule) => {
    if (rule.kind !== "flag") {
      return Type.Optional(rule.isRequired ? typeOf(rule) : orNone(typeOf(rule)));
    }
    const { fallback: _, ...stated } = rule;
    return Type.Optional(typeOf(stated));
  });
}

/** Null says that there is to be none. */
export function orNone(schema: TSchema): TSchema {
  const { type } = schema as { readonly type?: string };
  return Type.Unsafe({ ...schema, type: [type, "null"] });
}

/** Members of an answer: those without a value are absent. */
export function answeredMembers(rules: Rules): TProperties {
  return mapped(rules, (rule) => {
    const isThere = rule.isRequired || rule.kind === "flag";
    const plain = rule.kind === "flag" ? Type.Boolean() : Type.String();
    return isThere ? plain : Type.Optional(plain);
  });
}

function mapped(rules: Rules, write: (rule: Rule) => TSchema): TProperties {
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, write(rule)]));
}

function typeOf(rule: Rule): TSchema {
  const said = rule.about === undefined ? {} : { description: rule.about };
  if (rule.kind === "flag") {
    return Type.Boolean({
      ...said,
      ...(rule.fallback === undefined ? {} : { default: rule.fallback }),
    });
  }
  if (rule.kind === "choice") return Type.Enum([...rule.choices], said);
  const { lengthMax: maxLength, lengthMin, isRequired } = rule;
  const minLength = lengthMin ?? (isRequired ? 1 : undefined);
  return Type.String({ ...said, maxLength, ...(minLength === undefined ? {} : { minLength }) });
}
