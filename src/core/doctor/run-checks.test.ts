/** Tests of run-checks.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type CheckFinding, CheckSkipped, foundOk, foundWarning } from "../../ports/finding.ts";
import { StartError } from "../../ports/start-error.ts";
import type { CheckSource, DoctorCheck } from "./doctor-check.ts";
import { toReportDocument } from "./report-document.ts";
import { runChecks } from "./run-checks.ts";

const NOW = Temporal.Instant.from("2026-11-17T10:00:00.5Z");

const checks = (area: CheckSource["area"], ...list: readonly DoctorCheck[]): CheckSource => ({
  area,
  list: () => list,
});
const check = (
  name: string,
  run: () => Promise<CheckFinding | readonly CheckFinding[]>,
): DoctorCheck => ({
  name,
  run,
});
const fails = (error: unknown) => async () => {
  throw error;
};

async function runAll(...sources: readonly CheckSource[]) {
  return runChecks(sources, { now: NOW });
}

test("a check that throws does not stop the others, and its error is a finding", async () => {
  const { findings, level } = await runAll(
    checks("database", check("bad", fails(new Error("no route"))), check("good", fine)),
    checks("disk", check("also good", fine)),
  );
  assert.deepEqual(
    findings.map(({ area, check: name, level: one }) => [area, name, one]),
    [
      ["database", "bad", "failing"],
      ["database", "good", "ok"],
      ["disk", "also good", "ok"],
    ],
  );
  assert.match(findings[0]?.found ?? "", /no route/);
  assert.equal(level, "failing");
});

const fine = async () => foundOk("Fine.");

test("a check that hangs ends with its own time limit", async () => {
  const hangs: DoctorCheck = { name: "hangs", limitMs: 20, run: () => new Promise(() => {}) };
  const { findings, hasUnfinished } = await runAll(checks("disk", hangs, check("good", fine)));
  assert.deepEqual(
    findings.map(({ level }) => level),
    ["failing", "ok"],
  );
  assert.match(findings[0]?.found ?? "", /did not end within 0.02 s/);
  assert.equal(hasUnfinished, true);
});

test("an error that says what to do is divided into what was found and what to do", async () => {
  const error = new StartError("The file is too long. The limit is 8 kB. Use a shorter one.");
  const [finding] = (await runAll(checks("files", check("file", fails(error))))).findings;
  assert.deepEqual(finding, {
    ...{ area: "files", check: "file", level: "failing" },
    found: "The file is too long. The limit is 8 kB.",
    advice: "Use a shorter one.",
  });
});

test("an area that cannot be listed is one finding, and a skipped one does not count as bad", async () => {
  const skipped = new CheckSkipped("Not checked.");
  const report = await runAll(
    { area: "banks", list: fails(skipped) },
    { area: "jobs", list: fails(new Error("gone")) },
    checks("keys", check("key", fails(skipped))),
  );
  assert.deepEqual(
    report.findings.map(({ area, check: name, level }) => [area, name, level]),
    [
      ["banks", "banks", "skipped"],
      ["jobs", "jobs", "failing"],
      ["keys", "key", "skipped"],
    ],
  );
  const calm = await runAll(checks("keys", check("key", fails(skipped)), check("good", fine)));
  assert.equal(calm.level, "ok");
});

test("only the areas that were asked for are checked", async () => {
  const sources = [checks("disk", check("a", fine)), checks("jobs", check("b", fine))];
  const { findings } = await runChecks(sources, { now: NOW, only: ["jobs"] });
  assert.deepEqual(
    findings.map(({ area }) => area),
    ["jobs"],
  );
});

test("a report is plain JSON with the worst level and the counts", async () => {
  const warn = async () => [foundWarning("Low.", "Raise it."), foundOk("High.")];
  const report = await runAll(checks("disk", check("space", warn)));
  assert.deepEqual(JSON.parse(JSON.stringify(toReportDocument(report))), {
    level: "warning",
    checkedAt: "2026-11-17T10:00:00Z",
    counts: { ok: 1, warning: 1, failing: 0, skipped: 0 },
    findings: [
      { area: "disk", check: "space", level: "warning", found: "Low.", advice: "Raise it." },
      { area: "disk", check: "space", level: "ok", found: "High.", advice: null },
    ],
  });
});
