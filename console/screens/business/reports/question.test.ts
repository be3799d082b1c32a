import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING, questionOf, valuesOf, wayOf, withoutEmpty } from "./question.ts";

test("the way in which days are said is seen from the parts", () => {
  assert.equal(wayOf({}), "preset");
  assert.equal(wayOf({ preset: "today" }), "preset");
  assert.equal(wayOf({ startDate: "2026-11-01" }), "range");
  assert.equal(wayOf({ startDate: "2026-11-01 10:00:00Z", endDate: "2026-11-02" }), "moments");
  assert.equal(wayOf({ day: "2026-11-01" }), "day");
  assert.equal(wayOf({ day: "2026-11-??" }), "pattern");
});

test("only the chosen way of saying days is asked, and blanks are nothing", () => {
  const typed = {
    ...valuesOf({ preset: "today" }),
    startDate: "2026-11-01",
    endDate: "2026-11-02",
    day: "2026-11-03",
    name: "  Ada* ",
  };
  assert.deepEqual(withoutEmpty(questionOf(typed)), { preset: "today", name: "Ada*" });
  assert.deepEqual(withoutEmpty(questionOf({ ...typed, way: "range" })), {
    startDate: "2026-11-01",
    endDate: "2026-11-02",
    name: "Ada*",
  });
  assert.deepEqual(withoutEmpty(questionOf({ ...typed, way: "day" })), {
    day: "2026-11-03",
    name: "Ada*",
  });
});

test("what an address says comes back out of the form as it was", () => {
  const question = { ...NOTHING, day: "2026-1?-01", status: "DECLINED", dateKind: "action" };
  assert.deepEqual(questionOf(valuesOf(question)), question);
  assert.deepEqual(withoutEmpty(questionOf(valuesOf({}))), { preset: "yesterday" });
});
