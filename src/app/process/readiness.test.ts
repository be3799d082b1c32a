/** Tests of readiness.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CheckResult } from "../../ports/readiness.ts";
import { ReadinessChecks } from "./readiness.ts";

const fixed = (name: string, result: CheckResult) => ({ name, result: () => result });

test("a process without a failing check is ready", () => {
  const readiness = new ReadinessChecks();
  assert.equal(readiness.state(), "ready");
  readiness.add(fixed("database", { level: "ok" }));
  assert.equal(readiness.state(), "ready");
});

test("a warning is listed and leaves the process ready", () => {
  const readiness = new ReadinessChecks();
  readiness.add(fixed("worker", { level: "warning", reason: "No worker runs." }));
  assert.equal(readiness.state(), "ready");
  assert.deepEqual(readiness.checks(), [
    { name: "worker", level: "warning", reason: "No worker runs." },
  ]);
});

test("the first failing check decides the state", () => {
  const readiness = new ReadinessChecks();
  readiness.add(
    fixed("worker", { level: "warning", reason: "No worker runs." }),
    fixed("database", { level: "failing", reason: "It is away.", state: "database away" }),
    fixed("master key", { level: "failing", reason: "It does not fit." }),
  );
  assert.equal(readiness.state(), "database away");
});

test("a failing check without its own state makes the process not ready", () => {
  const readiness = new ReadinessChecks();
  readiness.add(fixed("master key", { level: "failing", reason: "It does not fit." }));
  assert.equal(readiness.state(), "not ready");
});

test("a process that drains is shutting down, whatever its checks say", () => {
  const readiness = new ReadinessChecks();
  readiness.add(fixed("database", { level: "failing", state: "database away" }));
  readiness.drain();
  assert.equal(readiness.state(), "shutting down");
});
