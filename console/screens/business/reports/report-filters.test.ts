/** Tests of report-filters.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  filtersToSend,
  filterValues,
  NO_FILTERS,
  periodType,
  withoutEmpty,
} from "./report-filters.ts";

test("the period type is derived from the filters", () => {
  assert.equal(periodType({}), "preset");
  assert.equal(periodType({ preset: "today" }), "preset");
  assert.equal(periodType({ startDate: "2026-11-01" }), "range");
  assert.equal(periodType({ startDate: "2026-11-01 10:00:00Z", endDate: "2026-11-02" }), "moments");
  assert.equal(periodType({ day: "2026-11-01" }), "day");
  assert.equal(periodType({ day: "2026-11-??" }), "pattern");
});

test("only the fields of the chosen period type are sent, without blanks", () => {
  const typed = {
    ...filterValues({ preset: "today" }),
    startDate: "2026-11-01",
    endDate: "2026-11-02",
    day: "2026-11-03",
    name: "  Ada* ",
  };
  assert.deepEqual(withoutEmpty(filtersToSend(typed)), { preset: "today", name: "Ada*" });
  assert.deepEqual(withoutEmpty(filtersToSend({ ...typed, way: "range" })), {
    startDate: "2026-11-01",
    endDate: "2026-11-02",
    name: "Ada*",
  });
  assert.deepEqual(withoutEmpty(filtersToSend({ ...typed, way: "day" })), {
    day: "2026-11-03",
    name: "Ada*",
  });
});

test("filters survive the way from the address through the form", () => {
  const question = { ...NO_FILTERS, day: "2026-1?-01", status: "DECLINED", dateKind: "action" };
  assert.deepEqual(filtersToSend(filterValues(question)), question);
  assert.deepEqual(withoutEmpty(filtersToSend(filterValues({}))), { preset: "yesterday" });
});
