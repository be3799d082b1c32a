/** Parts of area A's schemas for the OpenAPI document. Readers check requests, not these schemas. */
import Type, { type TProperties, type TSchema } from "typebox";
import type { MemberRule, MemberRules } from "../../wire/management/field-rules.ts";
import { describeSchema, namedObject } from "../../wire/open-api/named-schema.ts";

const NAMED = namedObject("NamedRecord", "The id and name of another record.", {
  id: Type.String({ description: "The id of the record." }),
  name: Type.String({ description: "The name of the record." }),
});

const REFERENCE = namedObject(
  "RecordReference",
  "Refers to another record by its id, or by a name that only one record has. If you send both, the id counts.",
  {
    id: Type.Optional(Type.String({ description: "The id of the record." })),
    name: Type.Optional(Type.String({ description: "The name of the record." })),
  },
);

/** Another record in an answer. */
export function namedRecord(about: string) {
  return describeSchema(NAMED, about);
}

export const NAMED_RECORD = NAMED;

/** A reference to another record in a request. */
export function reference(about: string) {
  return describeSchema(REFERENCE, about);
}

export const RECORD_ID = namedObject("RecordId", "The id of a record.", {
  id: Type.String({ description: "The id of the record." }),
});

/** The user that is the contact of a partner or client. */
export const CONTACT = describeSchema(RECORD_ID, "The user who is the contact.");

export const DEVICE_KEY = namedObject("DeviceReference", "The id and serial number of a device.", {
  id: Type.String({ description: "The id of the device." }),
  serialNumber: Type.String({ description: "The serial number of the device." }),
});

/** Of everything that is answered. */
const ID = { id: Type.String({ description: "The id, digits." }) };
const VERSION = { version: Type.Integer({ description: "The number of updates so far." }) };
/** A single resource has two more members than an element of a list. */
const TIMES = {
  created: Type.String({ format: "date-time", description: "When it was created, UTC." }),
  modified: Type.String({ format: "date-time", description: "When it was last changed, UTC." }),
};

/** The answer for a single resource. */
export function resourceSchema(name: string, about: string, members: TProperties) {
  return namedObject(name, about, { ...ID, ...members, ...VERSION, ...TIMES });
}

/** The resource as an element of a list. */
export function listItemSchema(name: string, about: string, members: TProperties) {
  const item = { ...ID, ...members, ...VERSION };
  return namedObject(`${name}ListItem`, `${about} As an element of a list.`, item);
}

/** One sentence for each member. */
export type Descriptions<Some extends MemberRules> = { readonly [Name in keyof Some]: string };

/** Members of a new resource, made from the rules of its reader. */
export function newMembers<Some extends MemberRules>(
  rules: Some,
  descriptions: Descriptions<Some>,
): TProperties {
  return mapRules(rules, (rule, name) => {
    const schema = describeSchema(rule.schema, descriptions[name]);
    return rule.isRequired ? schema : Type.Optional(schema);
  });
}

/** Members of an update. Null removes a value; a member that is not sent stays unchanged. */
export function changedMembers<Some extends MemberRules>(
  rules: Some,
  descriptions: Descriptions<Some>,
): TProperties {
  return mapRules(rules, (rule, name) => {
    const { default: _, ...stated } = rule.schema as TSchema & { readonly default?: unknown };
    const schema = describeSchema(Type.Unsafe(stated), descriptions[name]);
    return Type.Optional(rule.parts.absent === null ? orNone(schema) : schema);
  });
}

/** Adds null, which removes the value. */
export function orNone(schema: TSchema): TSchema {
  const { type } = schema as { readonly type?: string };
  return Type.Unsafe({ ...schema, type: [type, "null"] });
}

/** A reference that null removes. */
export function referenceOrNone(about: string): TSchema {
  return Type.Union([REFERENCE, Type.Null()], { description: `${about} null removes it.` });
}

/** Members of an answer. Members without a value are absent. */
export function answeredMembers<Some extends MemberRules>(
  rules: Some,
  descriptions: Descriptions<Some>,
): TProperties {
  return mapRules(rules, (rule, name) => {
    const options = { description: descriptions[name] };
    const isFlag = typeof rule.parts.absent === "boolean";
    const plain = isFlag ? Type.Boolean(options) : Type.String(options);
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
