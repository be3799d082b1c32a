/** Generates the types of the OpenAPI document for the client, with openapi-typescript. */
import path from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { buildDocument } from "../test/kit/open-api.ts";

export const CLIENT_TYPES = path.resolve(import.meta.dirname, "..", "client", "openapi.ts");

const HEADER = `/**
 * The types of the OpenAPI document. Generated: do not edit. \`npm run client-types\` writes this
 * file again after a change of a schema.
 */
`;

/** A member with a default can be left out of a request, so it stays optional. */
const OPTIONS = { rootTypes: true, rootTypesNoSchemaPrefix: true, defaultNonNullable: false };

export async function generateClientTypes(): Promise<string> {
  const document = await buildDocument();
  return HEADER + astToString(await openapiTS(document as never, OPTIONS));
}
