/** Tests of the reader: rules, checks, error sinks and derived schemas. */
import assert from "node:assert/strict";
import { test } from "node:test";
import Type from "typebox";
import { Value } from "typebox/value";
import { RequestError } from "../request-error.ts";
import { atLeast, atMost, DIGITS, mustBeOneOf, NOT_BLANK, PLAIN } from "./check.ts";
import { formFlag, formSource, formText } from "./form-rules.ts";
import { jsonSource, jsonWhole, takeText } from "./json-rules.ts";
import { ownProblem, type Problem, problemRule } from "./problem.ts";
import { textRule } from "./rule.ts";
import { ruleSet } from "./rule-set.ts";
import { AllErrors, FieldSentences, FirstError } from "./sink.ts";

const kinds = () => new AllErrors((field: string, { kind }: Problem<unknown>) => [field, kind]);
const NAME = textRule(takeText, [NOT_BLANK, atMost(3), PLAIN]);

test("checks run in their order, and a rule reports the first that is not met", () => {
  const rule = textRule(takeText, [atMost(2), DIGITS]);
  const turned = textRule(takeText, [DIGITS, atMost(2)]);
  for (const [one, kind] of [
    [rule, "too_long"],
    [turned, "not_digits"],
  ] as const) {
    const sink = kinds();
    one.read("abc", "a", sink);
    assert.deepEqual(sink.errors, [["a", kind]]);
  }
});

test("a set collects one problem a member, in the order of its rules", () => {
  const sink = kinds();
  const set = ruleSet({ first: NAME, second: jsonWhole({ min: 1, max: 5 }), third: NAME });
  set.read(jsonSource({ third: 5, second: 6, first: "  " }), sink);
  assert.deepEqual(sink.errors, [
    ["first", "missing"],
    ["second", "not_whole"],
    ["third", "not_text"],
  ]);
});

test("the first error stops reading", () => {
  const read: string[] = [];
  const sink = new FirstError<never>((field) => new RequestError("invalid", field));
  const set = ruleSet({ a: NAME, b: NAME });
  const source = (name: string) => {
    read.push(name);
    return undefined;
  };
  assert.throws(() => set.read(source, sink), /a: invalid/);
  assert.deepEqual(read, ["a"]);
});

test("an error table gives a field one sentence, its own or that of the kind", () => {
  const sink = new FieldSentences<string>((_field, { own, kind }) => own ?? kind);
  textRule<string>(takeText, []).orReport(ownProblem("Enter a name.")).read("", "a", sink);
  NAME.read("long", "a", sink);
  NAME.read("long", "b", sink);
  assert.deepEqual(
    [...sink.sentences],
    [
      ["a", "Enter a name."],
      ["b", "too_long"],
    ],
  );
});

test("an optional value may be absent, and a change is read only if it was sent", () => {
  const sink = kinds();
  const form = formSource(new Map([["blank", [""]]]));
  const rule = formText(3);
  assert.equal(rule.optional().read(form("blank"), "blank", sink), undefined);
  assert.equal(rule.or(null).read(form("absent"), "absent", sink), null);
  assert.equal(rule.ifSent().read(form("absent"), "absent", sink), undefined);
  assert.deepEqual(sink.errors, []);
  rule.ifSent().read(form("blank"), "blank", sink);
  assert.deepEqual(sink.errors, [["blank", "missing"]]);
});

test("only the members that were sent are in a change", () => {
  const set = ruleSet({ name: NAME, other: NAME.or(null) });
  assert.deepEqual(set.readSent(jsonSource({ other: null }), kinds()), { other: null });
});

test("a schema has the names on the wire, what is required, and the limits of the checks", () => {
  const set = ruleSet({
    givenName: formText(5, atLeast(2)).named("given_name").describe("A name."),
    state: textRule(takeText, [mustBeOneOf(["on", "off"])]).optional(),
    isActive: formFlag().or(true),
  });
  assert.deepEqual(JSON.parse(JSON.stringify(set.schema)), {
    type: "object",
    required: ["given_name"],
    properties: {
      given_name: { type: "string", maxLength: 5, minLength: 2, description: "A name." },
      state: { type: "string", enum: ["on", "off"] },
      isActive: { type: "boolean" },
    },
  });
});

test("a rule accepts a text exactly if its schema does", () => {
  const rule = textRule(takeText, [atMost(3), atLeast(2), DIGITS]);
  for (const text of ["1", "12", "123", "1234", "ab", "1a"]) {
    const sink = kinds();
    rule.read(text, "a", sink);
    assert.equal(Value.Check(rule.schema, text), sink.errors.length === 0, text);
  }
});

test("the order of the document must name every member", () => {
  const set = ruleSet({ a: NAME, b: NAME });
  assert.deepEqual(Object.keys(Type.Object(set.propertiesIn(["b", "a"])).properties), ["b", "a"]);
  assert.throws(() => set.propertiesIn(["a"]), /other members/);
  assert.throws(() => set.propertiesIn(["a", "c"]), /other members/);
});

test("every rule describes itself", () => {
  assert.equal(problemRule(atMost(5).problem), "must have at most 5 characters");
  assert.equal(problemRule(mustBeOneOf(["a", "b"]).problem), "must be one of: a, b");
});
