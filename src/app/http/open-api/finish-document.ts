/**
 * Finishes the OpenAPI document that the plugin collected: schemas with a name and shared errors
 * become components, calls are in the order of the tags, and every answer has the header that all
 * answers have.
 */
import { addEventExample, addExamples, addSharedExamples } from "./add-examples.ts";
import type { OpenApiDocument, Operation, PathItem } from "./document-types.ts";
import { addListEncoding } from "./list-encoding.ts";
import { findSharedResponses, referToResponses } from "./name-responses.ts";
import { referToComponents, type Schemas } from "./name-schemas.ts";
import { nameSources } from "./name-sources.ts";

const REQUEST_ID = "X-Request-Id";
const HEADERS = {
  [REQUEST_ID]: {
    description: "The id of the request. Give it to the operator if you need help.",
    schema: { type: "string", format: "uuid" },
  },
};

export function finishDocument(document: OpenApiDocument): OpenApiDocument {
  const schemas: Schemas = {};
  const encoded = mapOperations(document.paths, addListEncoding);
  const described = referToComponents(encoded, schemas) as OpenApiDocument["paths"];
  const webhooks = referToComponents(document.webhooks, schemas) as OpenApiDocument["paths"];
  const paths = mapOperations(sortPaths(described, document), addRequestId);
  const shared = findSharedResponses(Object.values(paths).flatMap(Object.values));
  const referring = mapOperations(paths, (operation) => referToResponses(operation, shared));
  const operations = Object.values(referring).flatMap(Object.values);
  const responses = addSharedExamples(shared, operations);
  const addAll = (operation: Operation) => addExamples(nameSources(operation, operations));
  const components = { ...document.components, schemas: sortByName(schemas), responses };
  return {
    ...document,
    paths: mapOperations(referring, addAll),
    webhooks: mapOperations(webhooks, addEventExample),
    components: { ...components, headers: HEADERS },
  };
}

function mapOperations(
  paths: OpenApiDocument["paths"],
  change: (operation: Operation) => Operation,
): OpenApiDocument["paths"] {
  return mapValues(paths, (methods) => mapValues(methods, change));
}

function addRequestId(operation: Operation): Operation {
  const header = { [REQUEST_ID]: { $ref: `#/components/headers/${REQUEST_ID}` } };
  const responses = mapValues(operation.responses, (response) => ({
    ...response,
    headers: { ...response.headers, ...header },
  }));
  return { ...operation, responses };
}

/** In the order of the tags; calls with the same tag stay in the order of their routes. */
function sortPaths(paths: OpenApiDocument["paths"], { tags }: OpenApiDocument) {
  const names = tags.map(({ name }) => name);
  const place = (item: PathItem) => names.indexOf(Object.values(item)[0]?.tags?.[0] ?? "");
  const sorted = Object.entries(paths).sort(([, one], [, other]) => place(one) - place(other));
  return Object.fromEntries(sorted);
}

function sortByName(schemas: Schemas): Schemas {
  return Object.fromEntries(
    Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function mapValues<Value, Other>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => Other,
): Record<string, Other> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
