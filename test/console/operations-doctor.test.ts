/** The system check of the console: the findings of `sixdoors doctor`, for operators only. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LatestReport } from "../../src/core/doctor/latest-report.ts";
import { runChecks } from "../../src/core/doctor/run-checks.ts";
import type { SystemCheck } from "../../src/interfaces/console/operations/contract.ts";
import { openTestApp } from "../kit/app.ts";
import { ConsoleClient, OPERATOR, OWNER, PARTNER } from "../kit/console.ts";
import { openShared } from "../kit/shared.ts";

const PATH = "/operations/doctor";

test("an operator reads the latest report and runs the checks again", async (t) => {
  const app = await openShared(t, openTestApp);
  const operator = await ConsoleClient.signedIn(app.server, OPERATOR);
  const first = await operator.get<SystemCheck>(PATH);
  const { findings, counts, checkedAt } = first.body;
  assert.equal(first.status, 200);
  assert.equal(checkedAt, app.clock.wall().toString());
  assert.equal(counts.ok + counts.warning + counts.failing + counts.skipped, findings.length);
  const said = findings.map(({ area, check, level }) => `${area} ${check} ${level}`);
  assert.ok(said.includes("database connection ok"), said.join("\\n"));
  assert.ok(said.includes("database roles ok"), said.join("\\n"));
  app.clock.advance({ seconds: 5 });
  assert.equal((await operator.get<SystemCheck>(PATH)).body.checkedAt, checkedAt, "kept");
  const again = await operator.post<SystemCheck>(PATH);
  assert.equal(again.body.checkedAt, app.clock.wall().toString());
  assert.deepEqual((await operator.get<SystemCheck>(PATH)).body, again.body);
});

test("nobody else can read or run the checks", async (t) => {
  const { server } = await openShared(t, openTestApp);
  for (const proof of [PARTNER, OWNER]) {
    const other = await ConsoleClient.signedIn(server, proof);
    assert.equal((await other.get(PATH)).status, 403, proof.as);
    assert.equal((await other.post(PATH)).status, 403, proof.as);
  }
  assert.equal((await new ConsoleClient(server).get(PATH)).status, 401);
});

test("operators who ask at the same time share one run", async () => {
  const { promise: wait, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  const latest = new LatestReport(async () => {
    runs++;
    await wait;
    return runChecks([], { now: Temporal.Instant.fromEpochMilliseconds(0) });
  });
  const asked = [latest.read(), latest.renew(), latest.read()];
  resolve();
  await Promise.all(asked);
  await latest.read();
  assert.equal(runs, 1);
});
