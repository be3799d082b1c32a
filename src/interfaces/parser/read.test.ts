/** The parser's body in the OpenAPI document is what its reader does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RequestError } from "../../wire/request-error.ts";
import { MESSAGE_SCHEMA, readMessage } from "./read.ts";

const BODY = {
  partnerId: "partner",
  partnerKey: "key",
  deviceType: "generic",
  devicePayload: "x",
  deviceSerial: "SN1",
  ksn: "FFFF9876543210E00001",
  reference: "r1",
  clientId: "5",
};

function errorOf(changes: object): string {
  try {
    readMessage({ ...BODY, ...changes });
  } catch (error) {
    assert.ok(error instanceof RequestError, String(error));
    return error.message;
  }
  return "none";
}

test("the reader asks for the members of the document, and for no others", () => {
  const read = new Set<string>();
  const watched = new Proxy(BODY, {
    get(target, member) {
      read.add(String(member));
      return Reflect.get(target, member);
    },
  });
  readMessage(watched);
  assert.deepEqual([...read].sort(), Object.keys(MESSAGE_SCHEMA.properties).sort());
});

test("exactly the required members are required", () => {
  for (const name of Object.keys(BODY)) {
    const isRequired = MESSAGE_SCHEMA.required?.includes(name) ?? false;
    assert.equal(errorOf({ [name]: "" }), isRequired ? `${name}: missing` : "none");
  }
});

test("every member must be text, before any other rule", () => {
  for (const name of Object.keys(BODY)) {
    assert.equal(errorOf({ deviceType: "none", [name]: 5 }), `${name}: unreadable_body`);
  }
});

test("a reference has at most the characters that the document says", () => {
  const { maxLength } = MESSAGE_SCHEMA.properties["reference"] as unknown as { maxLength: number };
  assert.equal(errorOf({ reference: "😀".repeat(maxLength) }), "none");
  assert.equal(errorOf({ reference: "😀".repeat(maxLength + 1) }), "reference: too_long");
});
