/** Tests of judge-answer.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Json } from "../https-client/json.ts";
import { judgeAnswer } from "./judge-answer.ts";
import type { AnswerRule, Test } from "./mapping.ts";

function rule(holds: Test, more: Partial<AnswerRule> = {}): AnswerRule {
  const where = [{ at: ["result"], holds }];
  return { statuses: [200], where, means: "passed", reason: undefined, ...more };
}

const oneOf = (...values: (string | number | boolean | null)[]): Test => ({
  kind: "one_of",
  values,
});

function judged(rules: readonly AnswerRule[], body: Json, status = 200) {
  return judgeAnswer(rules, { status, body, requestId: "r-1" });
}

test('types matter: "1" is not 1', () => {
  const rows: readonly (readonly [wanted: string | number | boolean | null, sent: Json])[] = [
    [1, "1"],
    [true, "true"],
    [true, 1],
    ["ok", ["ok"]],
    ["ok", "OK"],
    ["ok", "ok "],
    [null, 0],
    [null, {}],
  ];
  for (const [wanted, result] of rows) {
    assert.equal(judged([rule(oneOf(wanted))], { result }), undefined, JSON.stringify(result));
    assert.deepEqual(judged([rule(oneOf(wanted))], { result: wanted }), { kind: "passed" });
  }
});

test("absent and inherited members match no rule", () => {
  for (const body of [null, 1, "result", [], {}, { Result: "ok" }] satisfies Json[]) {
    assert.equal(judged([rule(oneOf("ok", null))], body), undefined);
  }
  const inherited = rule(oneOf("Object"), {
    where: [{ at: ["constructor", "name"], holds: oneOf("Object") }],
  });
  assert.equal(judged([inherited], {}), undefined);
  const length = rule(oneOf(2), { where: [{ at: ["length"], holds: oneOf(2) }] });
  assert.equal(judged([length], [1, 2]), undefined);
});

test("limits apply to numbers only, and the request id must be ours", () => {
  const atLeast = [rule({ kind: "at_least", number: 70 })];
  assert.deepEqual(judged(atLeast, { result: 70 }), { kind: "passed" });
  assert.equal(judged(atLeast, { result: 69.9 }), undefined);
  assert.equal(judged(atLeast, { result: "90" }), undefined);
  const atMost = [rule({ kind: "at_most", number: 3 })];
  assert.deepEqual(judged(atMost, { result: 3 }), { kind: "passed" });
  assert.equal(judged(atMost, { result: 4 }), undefined);
  const ours = [rule({ kind: "request_id" })];
  assert.deepEqual(judged(ours, { result: "r-1" }), { kind: "passed" });
  assert.equal(judged(ours, { result: "r-2" }), undefined);
});

test("the first rule that matches status and body decides and gives the reason", () => {
  const rules = [
    rule(oneOf("no"), { means: "refused", reason: { at: ["why", "0"] } }),
    rule(oneOf("no", "ok")),
    rule(oneOf("no"), { means: "refused", statuses: [404], reason: { text: "Unknown" } }),
  ];
  const refused = (reason: string) => ({ kind: "refused", reason });
  assert.deepEqual(judged(rules, { result: "no", why: ["closed"] }), refused("closed"));
  assert.deepEqual(judged(rules, { result: "no", why: [7] }), refused(""));
  assert.deepEqual(judged(rules, { result: "ok" }), { kind: "passed" });
  assert.deepEqual(judged(rules, { result: "no" }, 404), refused("Unknown"));
  assert.equal(judged(rules, { result: "ok" }, 201), undefined);
});

test("any JSON is handled, and only the right one passes", () => {
  const rules = [rule(oneOf("ok"), { where: [{ at: ["a", "0", "b"], holds: oneOf("ok") }] })];
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      assert.equal(judged(rules, body as Json), undefined);
    }),
  );
  assert.deepEqual(judged(rules, { a: [{ b: "ok" }] }), { kind: "passed" });
});
