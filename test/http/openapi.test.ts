/** The OpenAPI document matches the interfaces. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "typebox/value";
import { ACCOUNT, CARD, openTestApp, post } from "../kit/app.ts";
import {
  buildDocument,
  buildResolvedDocument,
  listOperations,
  type Operation,
  type Schema,
} from "../kit/open-api.ts";
import { openShared } from "../kit/shared.ts";

const ADDRESSES = [
  "/api/v1/partners",
  "/api/decrypt/parser",
  "/api/json/account/login",
  "/api/qsapi/3.8",
  "/api/tsapi/3.8",
  "/api/rsapi/3.8",
];

test("the document that tests build without a database is the one that the program publishes", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const published = (await server.inject("/openapi.json")).json();
  assert.deepEqual(await buildDocument(), published);
});

test("every route except pages is in the document, with a summary, a tag and its answers", async () => {
  const document = await buildDocument();
  assert.equal(document.openapi, "3.1.0");
  const paths = Object.keys(document.paths).map((path) => path.replace(/\/$/, ""));
  for (const address of ADDRESSES) assert.ok(paths.includes(address), address);
  for (const { path, method, operation } of listOperations(document)) {
    const where = `${method} ${path}`;
    assert.ok(operation.summary, where);
    assert.ok(operation.tags?.length, where);
    assert.ok(Object.keys(operation.responses).length > 0, where);
  }
});

test("every call has an operation id of its own, in camelCase, and is in the order of the tags", async () => {
  const document = await buildDocument();
  const ids = listOperations(document).map(({ operation }) => operation.operationId);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[a-z]+([A-Z][a-z]+)+$/);
  const tags = document.tags.map(({ name }) => name);
  const places = listOperations(document).map(({ operation }) =>
    tags.indexOf(operation.tags[0] ?? ""),
  );
  assert.ok(!places.includes(-1));
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  );
});

test("a call whose example has an id of an earlier answer says which call to send first", async () => {
  const calls = listOperations(await buildDocument());
  const described = (id: string) =>
    calls.find(({ operation }) => operation.operationId === id)?.operation.description ?? "";
  assert.match(described("refundSale"), /Send this first, .* in its answer: "Make a sale"\.$/);
  assert.match(described("getClient"), /: "List clients"\.$/);
  assert.match(described("processPayment"), /: "Reserve money on a card", "Charge a card", /);
  assert.doesNotMatch(described("createSale"), /Send this first/);
});

test("every body and answer with members is a schema with a name and a description", async () => {
  const document = await buildDocument();
  for (const { operation } of listOperations(document)) {
    const bodies = [operation.requestBody, ...Object.values(operation.responses)];
    for (const { schema } of bodies.flatMap((body) => Object.values(body?.content ?? {}))) {
      assert.ok(!("properties" in schema || "oneOf" in schema), operation.operationId);
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    assert.match(name, /^([A-Z][a-z0-9]+)+$/);
    assert.ok(schema.description, name);
  }
});

/** The members of all schemas in a part of the document that have no description. */
function membersWithoutText(part: unknown, where: string): string[] {
  if (typeof part !== "object" || part === null) return [];
  const members = Object.entries((part as Schema).properties ?? {});
  const missing = members.filter(([, { description }]) => !description);
  return [
    ...missing.map(([name]) => `${where}.${name}`),
    ...Object.entries(part).flatMap(([name, one]) => membersWithoutText(one, `${where}/${name}`)),
  ];
}

/** The parameters, answers and headers of a call that have no description. */
function partsWithoutText({ operationId, parameters = [], responses }: Operation): string[] {
  const parts = Object.entries(responses).flatMap(([status, { description, headers = {} }]) => [
    { name: status, description: description === "Default Response" ? "" : description },
    ...Object.entries(headers).map(([name, header]) => ({ ...header, name: `${status} ${name}` })),
  ]);
  const missing = [...parameters, ...parts].filter(({ description }) => !description);
  return missing.map(({ name }) => `${operationId} ${name}`);
}

test("every member, parameter, answer and header has a description", async () => {
  const document = await buildResolvedDocument();
  assert.deepEqual(membersWithoutText(document.components.schemas, ""), []);
  const calls = listOperations(document).map(({ operation }) => operation);
  assert.deepEqual(calls.flatMap(partsWithoutText), []);
});

test("every call says which logins it takes, and every login is a security scheme of the document", async () => {
  const document = await buildDocument();
  const { securitySchemes } = document.components;
  const used = new Set<string>();
  for (const { operation } of listOperations(document)) {
    assert.ok(operation.security, operation.operationId);
    for (const login of operation.security.flatMap((one) => Object.keys(one))) used.add(login);
  }
  assert.deepEqual([...used].sort(), Object.keys(securitySchemes).sort());
});

test("every 429 in the document has Retry-After", async () => {
  const refusals = listOperations(await buildResolvedDocument()).flatMap(({ path, operation }) => {
    const refusal = operation.responses["429"];
    return refusal === undefined ? [] : [{ path, refusal }];
  });
  for (const api of ["/api/v1/", "/api/decrypt/", "/api/json/"]) {
    assert.ok(
      refusals.some(({ path }) => path.startsWith(api)),
      api,
    );
  }
  for (const { path, refusal } of refusals) {
    assert.equal(refusal.headers?.["Retry-After"]?.schema.type, "integer", path);
  }
});

test("answers of the payment interface match the document", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const { paths } = await buildResolvedDocument();
  const { responses } = paths["/api/qsapi/3.8"]?.["post"] ?? {};
  const schema = responses?.["200"]?.content?.["application/json"]?.schema;
  assert.ok(schema);
  for (const transaction_amount of ["5.00", "1.01", "-1"]) {
    const form = { ...ACCOUNT, ...CARD, transaction_type: "SALE", response_format: "JSON" };
    const reply = await post(server, "/api/qsapi/3.8", { ...form, transaction_amount });
    const strict: object = { ...schema, additionalProperties: false };
    assert.deepEqual(Value.Errors(strict, reply.json()), []);
  }
});

for (const [name, form] of [
  ["qsapi", { ...CARD, transaction_type: "SALE", transaction_amount: "5.00" }],
  ["tsapi", { action: "GET_TRANSACTION_ID" }],
] as const) {
  test(`the document describes each response format of ${name}`, async (t) => {
    const { server } = await openShared(t, openTestApp);
    const { paths } = await buildResolvedDocument();
    const address = `/api/${name}/3.8`;
    const { responses = {} } = paths[address]?.["post"] ?? {};
    const kinds: [string, string][] = [];
    for (const response_format of ["JSON", "FORM", "JSONP", "DEBUG"]) {
      const reply = await post(server, address, { ...ACCOUNT, ...form, response_format });
      const type = String(reply.headers["content-type"]).replace(/;.*/, "");
      kinds.push([type, type === "application/json" ? "object" : "string"]);
    }
    const content = Object.entries(responses["200"]?.content ?? {});
    assert.deepEqual(
      content.map(([type, { schema }]) => [type, schema.type]),
      kinds,
    );
    for (const status of ["413", "415"]) {
      const { content: error = {} } = responses[status] ?? {};
      assert.deepEqual(Object.keys(error), ["application/x-www-form-urlencoded"]);
    }
  });
}

test("every answer has its own request id", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const ids = new Set<unknown>();
  for (const url of ["/version", "/health/live", "/nowhere", "/api/v1/partners"]) {
    ids.add((await server.inject(url)).headers["x-request-id"]);
  }
  assert.equal(ids.size, 4);
  for (const id of ids) assert.match(String(id), /^[0-9a-f-]{36}$/);
});

test("an unknown address is answered with 404, whatever is sent", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const sent: [method: "POST" | "QUERY", type: string, payload: string][] = [
    ["POST", "application/json", "{"],
    ["POST", "text/plain", "x".repeat(2 ** 21)],
    ["POST", "application/xml", "<a/>"],
    ["QUERY", "", ""],
  ];
  for (const [method, type, payload] of sent) {
    const headers = type === "" ? {} : { "content-type": type };
    const request = { method: method as "POST", url: "/nowhere", headers, payload };
    assert.equal((await server.inject(request)).statusCode, 404, `${method} ${type}`);
  }
});
