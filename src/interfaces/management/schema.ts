/** Parts of area A's schemas for the OpenAPI document. Readers check requests, not these schemas. */
import Type, { type TProperties, type TSchema } from "typebox";
import type { Rule, Rules } from "../../wire/management/field-rules.ts";

export const NAMED = Type.Object({ id: Type.String(), name: Type.String() });

/** A reference to another resource in a request. */
export function reference(about: string) {
  return Type.Object(
    { id: Type.Optional(Type.String()), name: Type.Optional(Type.String()) },
    { description: `${about} Send an id, or a name that only one record has.` },
  );
}

/** Of everything that is answered. */
export const KEPT = { version: Type.Integer({ description: "The number of updates so far." }) };
/** A single resource has two more members than an element of a list. */
const TIMES = {
  created: Type.String({ format: "date-time" }),
  modified: Type.String({ format: "date-time" }),
};

export function whole<Members extends TProperties>(members: Members) {
  return Type.Object({ ...members, ...TIMES });
}

const FILTERS = {
  partner: Type.Optional(
    Type.String({
      description: "The id of a partner: returns what belongs to it and to all partners below it.",
    }),
  ),
  client: Type.Optional(
    Type.String({ description: "The id of a client: returns only what belongs to it." }),
  ),
  name: exactly("name"),
  mid: exactly("mid"),
  userName: exactly("userName"),
  uniqueId: Type.Optional(
    Type.String({ format: "uuid", description: "Only the record with this uniqueId." }),
  ),
  isActive: Type.Optional(
    Type.Boolean({ description: "true: only active ones. false: only inactive ones." }),
  ),
  modifiedSince: Type.Optional(
    Type.String({
      description:
        "Only those that were changed at this time or later. ISO 8601 or YYYY-MM-DD HH:MM:SS; UTC if there is no offset.",
    }),
  ),
};

/** The query parameters that a list can be filtered by. */
export function filters(...names: readonly (keyof typeof FILTERS)[]): TProperties {
  return Object.fromEntries(names.map((name) => [name, FILTERS[name]]));
}

function exactly(member: string) {
  return Type.Optional(Type.String({ description: `Only records with exactly this ${member}.` }));
}

/** Descriptions of members with names that do not say enough. */
export type Descriptions<Some extends Rules> = { readonly [Name in keyof Some]?: string };

/** Members of a new resource, made from the rules of its reader. */
export function newMembers<Some extends Rules>(
  rules: Some,
  descriptions: Descriptions<Some> = {},
): TProperties {
  return mapRules(rules, (rule, name) => {
    const schema = ruleSchema(rule, descriptions[name]);
    return rule.isRequired ? schema : Type.Optional(schema);
  });
}

/** Members of an update. Null removes a value; a member that is not sent stays unchanged. */
export function changedMembers<Some extends Rules>(
  rules: Some,
  descriptions: Descriptions<Some> = {},
): TProperties {
  return mapRules(rules, (rule, name) => {
    if (rule.kind !== "flag") {
      const schema = ruleSchema(rule, descriptions[name]);
      return Type.Optional(rule.isRequired ? schema : orNone(schema));
    }
    const { fallback: _, ...stated } = rule;
    return Type.Optional(ruleSchema(stated, descriptions[name]));
  });
}

/** Adds null, which removes the value. */
export function orNone(schema: TSchema): TSchema {
  const { type } = schema as { readonly type?: string };
  return Type.Unsafe({ ...schema, type: [type, "null"] });
}

/** Members of an answer. Members without a value are absent. */
export function answeredMembers(rules: Rules): TProperties {
  return mapRules(rules, (rule) => {
    const isAlwaysThere = rule.isRequired || rule.kind === "flag";
    const plain = rule.kind === "flag" ? Type.Boolean() : Type.String();
    return isAlwaysThere ? plain : Type.Optional(plain);
  });
}

function mapRules<Some extends Rules>(
  rules: Some,
  schemaFor: (rule: Rule, name: keyof Some) => TSchema,
): TProperties {
  const schemas = Object.entries(rules).map(([name, rule]) => [name, schemaFor(rule, name)]);
  return Object.fromEntries(schemas);
}

function ruleSchema(rule: Rule, description: string | undefined): TSchema {
  const described = description === undefined ? {} : { description };
  if (rule.kind === "flag") {
    const { fallback } = rule;
    return Type.Boolean({ ...described, ...(fallback === undefined ? {} : { default: fallback }) });
  }
  if (rule.kind === "choice") return Type.Enum([...rule.choices], described);
  const { lengthMax: maxLength, lengthMin, isRequired } = rule;
  const minLength = lengthMin ?? (isRequired ? 1 : undefined);
  return Type.String({
    ...described,
    maxLength,
    ...(minLength === undefined ? {} : { minLength }),
  });
}
