/** Tests of findings.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DoctorFinding } from "../../../src/interfaces/console/operations/contract.ts";
import { groupFindings } from "./findings.ts";

const finding = (
  area: DoctorFinding["area"],
  check: string,
  level: DoctorFinding["level"],
): DoctorFinding => ({ area, check, level, found: "", advice: null });

test("areas with failing checks come first, and in each area the failing checks", () => {
  const groups = groupFindings([
    finding("settings", "a", "ok"),
    finding("database", "b", "ok"),
    finding("database", "c", "failing"),
    finding("jobs", "d", "warning"),
    finding("disk", "e", "skipped"),
  ]);
  assert.deepEqual(
    groups.map(({ area, findings }) => [area, ...findings.map(({ check }) => check)]),
    [
      ["database", "c", "b"],
      ["jobs", "d"],
      ["settings", "a"],
      ["disk", "e"],
    ],
  );
});
