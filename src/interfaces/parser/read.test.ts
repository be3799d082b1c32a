/** The parser's reader matches the OpenAPI document. */
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

function readErrorText(changes: object): string {
  try {
    readMessage({ ...BODY, ...changes });
  } catch (error) {
    assert.ok(error instanceof RequestError, String(error));
    return error.message;
  }
  return "none";
}

test("the reader reads the members of the document, and no others", () => {
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
    assert.equal(readErrorText({ [name]: "" }), isRequired ? `${name}: missing` : "none");
  }
});

test("every member must be text, before any other rule", () => {
  for (const name of Object.keys(BODY)) {
    assert.equal(readErrorText({ deviceType: "none", [name]: 5 }), `${name}: unreadable_body`);
  }
});

test("a reference has at most as many characters as the document says", () => {
  const { maxLength } = MESSAGE_SCHEMA.properties["reference"] as unknown as { maxLength: number };
  assert.equal(readErrorText({ reference: "😀".repeat(maxLength) }), "none");
  assert.equal(readErrorText({ reference: "😀".repeat(maxLength + 1) }), "reference: too_long");
});
