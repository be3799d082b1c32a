/** What resources of area A are made of in the OpenAPI document. Readers, not schemas, judge requests. */
import Type, { type TProperties, type TSchema } from "typebox";
import type { Rule, Rules } from "../../core/management/scope/fields.ts";

export const NAMED = Type.Object({ id: Type.String(), name: Type.String() });

/** What a request names another resource with. */
export function reference(about: string) {
  return Type.Object(
    { id: Type.Optional(Type.String()), name: Type.Optional(Type.String()) },
    { description: `${about} By id, or by a name that is the only one of its kind.` },
  );
}

/** Of everything that is answered. */
export const KEPT = { version: Type.Integer({ description: "How often it was updated." }) };
/** A single resource has two more members than an element of a list. */
const TIMES = {
  created: Type.String({ format: "date-time" }),
  modified: Type.String({ format: "date-time" }),
};

export function whole<Members extends TProperties>(members: Members) {
  return Type.Object({ ...members, ...TIMES });
}

export const PARTNER_FILTER = {
  partner: Type.Optional(
    Type.String({ description: "Only of this partner and all partners below it, by id." }),
  ),
};
export const CLIENT_FILTER = {
  client: Type.Optional(Type.String({ description: "Only of this client, by id." })),
};

const exactly = (member: string) =>
  Type.Optional(Type.String({ description: `Only those with exactly this ${member}.` }));

export const NAME_FILTER = { name: exactly("name") };
export const MID_FILTER = { mid: exactly("mid") };
export const USER_NAME_FILTER = { userName: exactly("userName") };
export const UNIQUE_ID_FILTER = {
  uniqueId: Type.Optional(
    Type.String({ format: "uuid", description: "Only the one with this uniqueId." }),
  ),
};
export const ACTIVE_FILTER = {
  isActive: Type.Optional(Type.Boolean({ description: "Only active ones, or only others." })),
};
export const MODIFIED_FILTER = {
  modifiedSince: Type.Optional(
    Type.String({
      description:
        "Only those that were changed at this moment or later: ISO 8601 or YYYY-MM-DD HH:MM:SS, in UTC without an offset.",
    }),
  ),
};

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
