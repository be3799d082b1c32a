/** Tests of template.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyCodePoint } from "../../../test/kit/code-points.ts";
import type { VerifierQuestion } from "../../ports/verifier.ts";
import { Secret } from "../../values/secret.ts";
import type { Mapping } from "./mapping.ts";
import { fillBody } from "./template.ts";

const QUESTION: VerifierQuestion = {
  requestId: "r-1",
  accountId: "120000000001",
  routingNumber: "021000021",
  accountNumber: new Secret("000123456789"),
  accountType: "savings",
  secCode: "WEB",
  firstName: "Ann",
  lastName: "Lee",
};

function filled(body: Mapping["body"], question = QUESTION, words: Mapping["words"] = {}) {
  const mapping = { body, words } as Mapping;
  return JSON.parse(fillBody(mapping, question));
}

test("placeholders are filled at any depth, and other values stay", () => {
  const body = {
    id: "{{requestId}}",
    bank: [{ number: "{{accountNumber}}", of: "{{routingNumber}}/{{accountType}}" }],
    fixed: [1, true, null, "plain {braces}"],
  };
  assert.deepEqual(filled(body), {
    id: "r-1",
    bank: [{ number: "000123456789", of: "021000021/savings" }],
    fixed: [1, true, null, "plain {braces}"],
  });
});

test("absent values are left out, or empty inside a text", () => {
  const body = { company: "{{company}}", both: "{{firstName}} {{company}}", list: ["{{company}}"] };
  assert.deepEqual(filled(body), { both: "Ann ", list: [null] });
});

test("the provider's values replace ours", () => {
  const words = { accountType: { savings: "S" }, secCode: { TEL: "T" } };
  const body = { kind: "{{accountType}}", code: "{{secCode}}" };
  assert.deepEqual(filled(body, QUESTION, words), { kind: "S", code: "WEB" });
});

test("any name stays one text and fills no other placeholder", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCodePoint }), (firstName) => {
      const body = { whole: "{{firstName}}", part: "<{{firstName}}>", other: "{{lastName}}" };
      const whole = firstName.toWellFormed();
      assert.deepEqual(filled(body, { ...QUESTION, firstName: whole }), {
        whole,
        part: `<${whole}>`,
        other: "Lee",
      });
    }),
  );
  const sly = { ...QUESTION, firstName: '{{accountNumber}}","x":"$&' };
  assert.deepEqual(filled({ a: "{{firstName}} {{lastName}}" }, sly), {
    a: '{{accountNumber}}","x":"$& Lee',
  });
});
