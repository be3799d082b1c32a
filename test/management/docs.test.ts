/** The tables of docs/interfaces/management.md agree with the program. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DEVICE_STATES, mayFollow } from "../../src/core/management/devices/device-states.ts";
import { ATTRIBUTE_CODES } from "../../src/interfaces/management/errors.ts";
import { interfacePage, readTable } from "../kit/pages.ts";

const PAGE = interfacePage("management.md");

test("the table of attribute codes lists every code", () => {
  const codes = readTable(PAGE, "Attribute code").map(([code]) => Number(code));
  assert.deepEqual(codes, Object.values(ATTRIBUTE_CODES));
});

test("the table of device states lists every state and every change that is allowed", () => {
  const namesOf = (cell = "") => Array.from(cell.matchAll(/`(\w+)`/g), ([, name]) => name);
  const told = new Map(
    readTable(PAGE, "State").flatMap(([states, next = ""]) =>
      namesOf(states).map((state) => [state, next] as const),
    ),
  );
  for (const from of DEVICE_STATES) {
    const others = DEVICE_STATES.filter((to) => to !== from);
    const allowed = others.filter((to) => mayFollow(from, to));
    const next = told.get(from) ?? assert.fail(from);
    const shown = next === "any other" ? others : namesOf(next);
    assert.deepEqual(new Set(shown), new Set(allowed), from);
  }
  assert.equal(told.size, DEVICE_STATES.length);
});
