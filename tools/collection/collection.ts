/**
 * Makes a Postman collection from the OpenAPI document: a folder for each API, and a request for
 * each example that succeeds, in the order in which they can be sent.
 */
import path from "node:path";
import { CALL_EXAMPLES } from "../../src/app/http/open-api/examples/all-examples.ts";
import recorded from "../../src/app/http/open-api/examples/answers.json" with { type: "json" };
import type {
  CallExample,
  ExampleValues,
} from "../../src/app/http/open-api/examples/call-example.ts";
import { buildDocument, type Document, listOperations } from "../../test/kit/open-api.ts";
import type { Auth, Body, Collection, Folder, Item, KeyValue, Url } from "./postman-types.ts";
import { CHECK, writeScripts } from "./scripts.ts";
import { VARIABLES, writeValue } from "./variables.ts";

export const COLLECTION = path.resolve(
  import.meta.dirname,
  "../../examples/postman/sixdoors.postman_collection.json",
);

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
const DESCRIPTION =
  "Every call of the Sixdoors APIs, with the logins of a new certification environment as variables. Run a whole folder, or single requests in their order: answers fill in the ids of later requests.";

type Call = ReturnType<typeof listOperations>[number];
const ANSWERS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = recorded;

export async function generateCollection(): Promise<string> {
  const document = await buildDocument();
  const collection: Collection = {
    info: { name: "Sixdoors", description: DESCRIPTION, schema: SCHEMA },
    variable: VARIABLES,
    event: [CHECK],
    item: document.tags.map((tag) => writeFolder(document, tag)),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function writeFolder(document: Document, tag: Document["tags"][number]): Folder {
  const calls = listOperations(document).filter(({ operation }) =>
    operation.tags.includes(tag.name),
  );
  const examples = CALL_EXAMPLES.filter(isSuccess);
  const item = examples.flatMap((example) => {
    const call = calls.find(({ operation }) => operation.operationId === example.operationId);
    return call === undefined ? [] : [writeItem(call, example, examples)];
  });
  return { name: tag.name, description: tag.description, auth: folderAuth(calls), item };
}

/** A decline and an error that comes with HTTP 200 are left out, too. */
function isSuccess({ operationId, name, status }: CallExample): boolean {
  const answer = ANSWERS[operationId]?.[name] as { readonly error?: unknown } | undefined;
  return status < 300 && answer?.error !== true;
}

const LOGINS: Readonly<Record<string, string>> = {
  managementBasic: "management_user:management_password",
  parserBasic: "partner_id:partner_key",
};

function folderAuth(calls: readonly Call[]): Auth {
  const schemes = calls.flatMap(({ operation: { security = [] } }) =>
    security.flatMap(Object.keys),
  );
  const login = Object.entries(LOGINS).find(([scheme]) => schemes.includes(scheme))?.[1];
  if (login === undefined) return { type: "noauth" };
  const [username, password] = login.split(":").map((name) => `{{${name}}}`);
  return { type: "basic", basic: writePairs({ username, password }) };
}

function writeItem(call: Call, example: CallExample, all: readonly CallExample[]): Item {
  const { operation, method } = call;
  const { operationId, name, summary, body } = example;
  const isOnly = all.filter((one) => one.operationId === operationId).length === 1;
  const event = writeScripts(example);
  const written = body && writeBody(call, body);
  const header = written?.mode === "raw" ? { "Content-Type": "application/json" } : {};
  return {
    id: `${operationId}.${name}`,
    name: isOnly ? operation.summary : summary,
    ...(event.length > 0 && { event }),
    request: {
      method: method.toUpperCase(),
      description: isOnly ? summary : operation.summary,
      header: writePairs(header),
      ...(written && { body: written }),
      url: writeUrl(call, example),
    },
  };
}

function writeBody({ operation }: Call, body: ExampleValues): Body {
  const values = writeValue(body) as Readonly<Record<string, unknown>>;
  const [type] = Object.keys(operation.requestBody?.content ?? {});
  if (type !== "application/json") return { mode: "urlencoded", urlencoded: writePairs(values) };
  const raw = JSON.stringify(values, null, 2);
  return { mode: "raw", raw, options: { raw: { language: "json" } } };
}

function writeUrl({ path: template, operation }: Call, { parameters = {} }: CallExample): Url {
  const values = writeValue(parameters) as Readonly<Record<string, unknown>>;
  const place = template.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name]));
  const known = (operation.parameters ?? []).filter((one) => one.in === "query");
  const asked = known.filter(({ name }) => values[name] !== undefined);
  const isPos = operation.security?.some((one) => "posToken" in one);
  const query = writePairs({
    ...(isPos && { token: "{{token}}" }),
    ...Object.fromEntries(asked.map(({ name }) => [name, values[name]])),
  });
  const text = query.map(({ key, value }) => `${key}=${value}`).join("&");
  return {
    raw: `{{base_url}}${place}${text && `?${text}`}`,
    host: ["{{base_url}}"],
    path: place.split("/").slice(1),
    ...(query.length > 0 && { query }),
  };
}

/** A list is separated by commas, as the document says. */
function writePairs(values: Readonly<Record<string, unknown>>): readonly KeyValue[] {
  return Object.entries(values).map(([key, value]) => ({ key, value: [value].flat().join(",") }));
}
