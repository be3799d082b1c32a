/** A: the calls do what the OpenAPI document says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newBody, openManagementApp, type Partner } from "../kit/management.ts";
import {
  buildResolvedDocument,
  listOperations,
  type Operation,
  type Schema,
} from "../kit/open-api.ts";

async function listCalls() {
  const calls = listOperations(await buildResolvedDocument());
  return calls.filter(({ path }) => path.startsWith("/api/v1/"));
}

/** Members of updates that are not values: the welcome email and the version. */
const NO_STATE = ["sendWelcomeEmail", "version"];

const membersOf = ({ requestBody }: Operation) =>
  Object.entries(requestBody?.content["application/json"]?.schema.properties ?? {});

function takesNull({ type = "", anyOf = [] }: Schema): boolean {
  return type.includes("null") || anyOf.some((one) => one.type === "null");
}

/** One of each resource that can be changed, by its path in the document. */
async function fill(harbor: Partner, ids: Record<string, string>) {
  const client = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
  const { location, contact } = await harbor.get(`/clients/${client}`);
  return new Map([
    ["/api/v1/partners/{id}", ids["harbor-retail"]],
    ["/api/v1/clients/{id}", client],
    ["/api/v1/locations/{id}", location.id],
    ["/api/v1/users/{id}", contact.id],
    [
      "/api/v1/devices/{id}",
      await harbor.post("/devices", newBody.device({ client: { id: client } })),
    ],
  ]);
}

test("A: the document has no defaults for members of updates, because absent members stay unchanged", async () => {
  const calls = await listCalls();
  const updates = calls.filter(({ method }) => method === "patch");
  assert.equal(updates.length, 5);
  for (const { path, operation } of updates) {
    for (const [name, schema] of membersOf(operation)) {
      if (!NO_STATE.includes(name)) assert.equal(schema.default, undefined, `${path} ${name}`);
    }
  }
});

test("A: an update accepts null for the members that the document says, and for no others", async (t) => {
  const { harbor, ids } = await openManagementApp(t);
  const calls = await listCalls();
  const paths = await fill(harbor, ids);
  let taken = 0;
  for (const { path, method, operation } of calls) {
    if (method !== "patch") continue;
    for (const [name, schema] of membersOf(operation)) {
      if (NO_STATE.includes(name)) continue;
      const reply = await harbor.call("PATCH", path.slice(7).replace("{id}", paths.get(path)), {
        [name]: null,
      });
      const isTaken = takesNull(schema);
      assert.equal(reply.status, isTaken ? 200 : 409, `${path} ${name}`);
      taken += Number(isTaken);
    }
  }
  assert.ok(taken > 20, `${taken}`);
});

test("A: the document has every error: 404 for paths with an id, 413 and 415 for calls with a body", async () => {
  const calls = await listCalls();
  for (const { path, method, operation } of calls) {
    const statuses = Object.keys(operation.responses);
    const expected = [
      ...["200", "401", "403", "409", "429", "500"],
      ...(path.includes("{") ? ["404"] : []),
      ...(operation.requestBody === undefined ? [] : ["413", "415"]),
    ];
    assert.deepEqual(statuses.sort(), expected.sort(), `${method} ${path}`);
  }
});
