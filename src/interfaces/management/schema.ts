/** Parts of area A's schemas for the OpenAPI document. Readers check requests, not these schemas. */
import Type, { type TProperties, type TSchema } from "typebox";
import type { MemberRule, MemberRules } from "../../wire/management/field-rules.ts";

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

/** Descriptions of members with names that do not say enough. */
export type Descriptions<Some extends MemberRules> = { readonly [Name in keyof Some]?: string };

/** Members of a new resource, made from the rules of its reader. */
export function newMembers<Some extends MemberRules>(
  rules: Some,
  descriptions: Descriptions<Some> = {},
): TProperties {
  return mapRules(rules, (rule, name) => {
    const schema = describeSchema(rule.schema, descriptions[name]);
    return rule.isRequired ? schema : Type.Optional(schema);
  });
}

/** Members of an update. Null removes a value; a member that is not sent stays unchanged. */
export function changedMembers<Some extends MemberRules>(
  rules: Some,
  descriptions: Descriptions<Some> = {},
): TProperties {
  return mapRules(rules, (rule, name) => {
    const { default: _, ...stated } = describeSchema(rule.schema, descriptions[name]);
    const schema = Type.Unsafe(stated);
    return Type.Optional(rule.parts.absent === null ? orNone(schema) : schema);
  });
}

/** Adds null, which removes the value. */
export function orNone(schema: TSchema): TSchema {
  const { type } = schema as { readonly type?: string };
  return Type.Unsafe({ ...schema, type: [type, "null"] });
}

/** Members of an answer. Members without a value are absent. */
export function answeredMembers(rules: MemberRules): TProperties {
  return mapRules(rules, (rule) => {
    const plain = typeof rule.parts.absent === "boolean" ? Type.Boolean() : Type.String();
    return rule.parts.absent === null ? Type.Optional(plain) : plain;
  });
}

function mapRules<Some extends MemberRules>(
  rules: Some,
  schemaFor: (rule: MemberRule<unknown>, name: keyof Some) => TSchema,
): TProperties {
  const schemas = Object.entries(rules).map(([name, rule]) => [name, schemaFor(rule, name)]);
  return Object.fromEntries(schemas);
}

function describeSchema(schema: TSchema, description: string | undefined) {
  const described = description === undefined ? schema : { ...schema, description };
  return described as TSchema & { readonly default?: unknown };
}
