/** Moves schemas with a name from the calls of the OpenAPI document to its components. */
import { COMPONENT, type Component } from "../../../wire/open-api/named-schema.ts";

type Json = Readonly<Record<string, unknown>>;
export type Schemas = Record<string, Json>;

/** Returns the part of the document with references. The components are added to `schemas`. */
export function referToComponents(part: unknown, schemas: Schemas): unknown {
  if (Array.isArray(part)) return part.map((one) => referToComponents(one, schemas));
  if (typeof part !== "object" || part === null) return part;
  const { [COMPONENT]: component, ...plain } = part as Json;
  if (component === undefined) return mapMembers(plain, schemas);
  return moveSchema(component as Component, plain, schemas);
}

function mapMembers(part: Json, schemas: Schemas): Json {
  const entries = Object.entries(addEnumType(part)).map(([name, value]) => [
    name,
    referToComponents(value, schemas),
  ]);
  return Object.fromEntries(entries);
}

/** A choice of texts says that it is a text: some generators need it. */
function addEnumType(part: Json): Json {
  const { type, enum: choices } = part;
  const isUntyped = type === undefined && Array.isArray(choices);
  const areTexts = isUntyped && choices.every((one) => typeof one === "string");
  return areTexts ? { type: "string", ...part } : part;
}

/** A description at the place of use stays there, beside the reference. */
function moveSchema(
  { name, description }: Component,
  { description: here, ...schema }: Json,
  schemas: Schemas,
): Json {
  const moved = { description, ...mapMembers(schema, schemas) };
  const before = schemas[name];
  if (before !== undefined && JSON.stringify(before) !== JSON.stringify(moved)) {
    throw new Error(`two different schemas have the name ${name}`);
  }
  schemas[name] = moved;
  const reference = { $ref: `#/components/schemas/${name}` };
  return here === undefined ? reference : { ...reference, description: here };
}
