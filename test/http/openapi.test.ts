/** The OpenAPI document matches the interfaces. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "typebox/value";
import { ACCOUNT, CARD, openTestApp, post } from "../kit/app.ts";

interface Operation {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly requestBody?: { readonly content: Record<string, unknown> };
  readonly responses: Record<string, Answer>;
}
interface Answer {
  readonly content?: Record<string, { schema: object }>;
  readonly headers?: Record<string, { schema: { readonly type?: string } }>;
}
type Document = {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
};

const ADDRESSES = [
  "/api/v1/partners",
  "/api/decrypt/parser",
  "/api/json/account/login",
  "/api/qsapi/3.8",
  "/api/tsapi/3.8",
  "/api/rsapi/3.8",
];

test("every route except pages is in the document, with a summary, a tag and its answers", async (t) => {
  const { server } = await openTestApp(t);
  const document = (await server.inject("/openapi.json")).json<Document>();
  assert.equal(document.openapi, "3.1.0");
  const paths = Object.keys(document.paths).map((path) => path.replace(/\/$/, ""));
  for (const address of ADDRESSES) assert.ok(paths.includes(address), address);
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const where = `${method} ${path}`;
      assert.ok(operation.summary, where);
      assert.ok(operation.tags?.length, where);
      assert.ok(Object.keys(operation.responses).length > 0, where);
    }
  }
});

test("every 429 in the document has Retry-After", async (t) => {
  const { server } = await openTestApp(t);
  const { paths } = (await server.inject("/openapi.json")).json<Document>();
  const refusals = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ responses }) => {
      const refusal = responses["429"];
      return refusal === undefined ? [] : [{ path, refusal }];
    }),
  );
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
  const { server } = await openTestApp(t);
  const document = (await server.inject("/openapi.json")).json<Document>();
  const path = document.paths["/api/qsapi/3.8"] ?? document.paths["/api/qsapi/3.8/"];
  const schema = path?.["post"]?.responses["200"]?.content?.["application/json"]?.schema;
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
    const { server } = await openTestApp(t);
    const document = (await server.inject("/openapi.json")).json<Document>();
    const address = `/api/${name}/3.8`;
    const path = document.paths[address] ?? document.paths[`${address}/`];
    const content = path?.["post"]?.responses["200"]?.content ?? {};
    const kinds: [string, string][] = [];
    for (const response_format of ["FORM", "JSON", "JSONP", "DEBUG"]) {
      const reply = await post(server, address, { ...ACCOUNT, ...form, response_format });
      const type = String(reply.headers["content-type"]).replace(/;.*/, "");
      kinds.push([type, type === "application/json" ? "object" : "string"]);
    }
    const told = Object.entries(content).map(([type, { schema }]) => [type, readKind(schema)]);
    assert.deepEqual(told, kinds);
    for (const status of ["413", "415"]) {
      const { content: error = {} } = path?.["post"]?.responses[status] ?? {};
      assert.deepEqual(Object.keys(error), ["application/x-www-form-urlencoded"]);
    }
  });
}

function readKind(schema: object): unknown {
  return "type" in schema ? schema.type : undefined;
}

test("every answer has its own request id", async (t) => {
  const { server } = await openTestApp(t);
  const ids = new Set<unknown>();
  for (const url of ["/version", "/health/live", "/nowhere", "/api/v1/partners"]) {
    ids.add((await server.inject(url)).headers["x-request-id"]);
  }
  assert.equal(ids.size, 4);
  for (const id of ids) assert.match(String(id), /^[0-9a-f-]{36}$/);
});

test("an unknown address is answered with 404, whatever is sent", async (t) => {
  const { server } = await openTestApp(t);
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
