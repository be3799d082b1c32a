/**
 * Names for the schemas of the OpenAPI document. A schema with a name becomes a component of the
 * document, and the places that use it refer to it.
 */
import Type, { type TProperties, type TSchema } from "typebox";

/** The annotation of a schema with a name. It is not part of the published document. */
export const COMPONENT = "x-component";

export interface Component {
  readonly name: string;
  readonly description: string;
}

/** Gives a schema the name that it has in the document. */
export function nameSchema<Schema extends TSchema>(
  name: string,
  description: string,
  schema: Schema,
): Schema {
  return Type.Unsafe({ ...schema, [COMPONENT]: { name, description } }) as unknown as Schema;
}

/** An object with a name in the document. */
export function namedObject<Members extends TProperties>(
  name: string,
  description: string,
  members: Members,
) {
  return nameSchema(name, description, Type.Object(members));
}

/** Says what a schema means in one place. The name of the schema stays. */
export function describeSchema<Schema extends TSchema>(
  schema: Schema,
  description: string,
): Schema {
  return Type.Unsafe({ ...schema, description }) as unknown as Schema;
}
