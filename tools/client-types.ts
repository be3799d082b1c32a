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

export async function generateClientTypes(): Promise<string> {
  const document = await buildDocument();
  return (
    HEADER +
    astToString(
      await openapiTS(document as never, { rootTypes: true, rootTypesNoSchemaPrefix: true }),
    )
  );
}
