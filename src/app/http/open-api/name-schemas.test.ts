/** Schemas with a name become components, once each. */
import assert from "node:assert/strict";
import { test } from "node:test";
import Type from "typebox";
import { describeSchema, namedObject } from "../../../wire/open-api/named-schema.ts";
import { findSharedResponses, referToResponses } from "./name-responses.ts";
import { referToComponents, type Schemas } from "./name-schemas.ts";

const PLACE = namedObject("Place", "A place.", { city: Type.String() });

test("a schema with a name is moved, and a description at the place of use stays there", () => {
  const schemas: Schemas = {};
  const part = { from: PLACE, to: describeSchema(PLACE, "Where it goes.") };
  assert.deepEqual(referToComponents(part, schemas), {
    from: { $ref: "#/components/schemas/Place" },
    to: { $ref: "#/components/schemas/Place", description: "Where it goes." },
  });
  assert.deepEqual(schemas, {
    Place: {
      description: "A place.",
      type: "object",
      required: ["city"],
      properties: { city: { type: "string" } },
    },
  });
});

test("two different schemas with one name are an error", () => {
  const other = namedObject("Place", "A place.", { zip: Type.String() });
  assert.throws(() => referToComponents([PLACE, other], {}), /two different schemas .* Place/);
});

test("a choice of texts says that it is a text", () => {
  const choice = { enum: ["one", "two"] };
  assert.deepEqual(referToComponents(choice, {}), { type: "string", enum: ["one", "two"] });
});

test("the error that most calls of an area have is shared, and another one stays", () => {
  const call = (detail: string) => ({
    tags: ["Point of sale"],
    responses: { 200: {}, 404: { headers: { detail } } },
  });
  const calls = [call("a"), call("b"), call("b")];
  const shared = findSharedResponses(calls);
  assert.deepEqual(shared, { PosNotFound: { headers: { detail: "b" } } });
  const [own, usual] = calls.map((one) => referToResponses(one, shared).responses);
  assert.deepEqual(own, { 200: {}, 404: { headers: { detail: "a" } } });
  assert.deepEqual(usual, { 200: {}, 404: { $ref: "#/components/responses/PosNotFound" } });
});
