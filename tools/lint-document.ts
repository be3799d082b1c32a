/** Checks the OpenAPI document by the recommended rules of Redocly's linter. */
import { createConfig, lintFromString } from "@redocly/openapi-core";

export interface Finding {
  readonly rule: string;
  /** A JSON pointer into the document. */
  readonly place: string;
  readonly message: string;
}

export async function lintDocument(document: object): Promise<readonly Finding[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ ruleId, message, location: [first] }) => ({
    rule: ruleId,
    place: first?.pointer ?? "",
    message,
  }));
}
