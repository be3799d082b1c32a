/** Health signals on the operator's home page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type HealthFigures, judgeHealth, type SignalName } from "./health.ts";

const NOW = Temporal.Instant.from("2026-11-15T12:00:00Z");
const NONE = { count: 0, since: null };
const some = (count: number) => ({ count, since: NOW.subtract({ hours: 2 }) });
const HEALTHY: HealthFigures = {
  now: { business: NOW, wall: NOW },
  queues: [{ failed: 0, oldestWaitingAt: NOW.subtract({ seconds: 2 }) }],
  work: [{ dueAt: NOW.add({ hours: 1 }), isFailing: false }],
  workerAges: [2, 86_000],
  clock: { isRight: true, skewSeconds: 0.2 },
  purgesHeld: 0,
  failingBanks: [],
  attempts: { minute: 3, hour: 0, day: 0, older: 0 },
  outbox: { waiting: 4, oldestDueAt: NOW.subtract({ seconds: 1 }) },
  openSince: null,
  failedEvents: NONE,
  failingWebhooks: NONE,
  stuckFiles: NONE,
  unreadFiles: NONE,
  unmatched: NONE,
  reversalsRequested: NONE,
  approvals: NONE,
  returnRates: { near: 0, over: 0, since: null },
  certificateEnds: [NOW.add({ hours: 90 * 24 })],
  masterKeyCreatedAt: NOW.subtract({ hours: 100 * 24 }),
  keysPending: 0,
  inspectionsDue: 0,
  locked: 0,
  lastCheck: { finishedAt: NOW.subtract({ hours: 1 }), isSound: true },
};

function signalText(name: SignalName, change: Partial<HealthFigures>): string {
  const found = judgeHealth({ ...HEALTHY, ...change }).find((signal) => signal.name === name);
  return `${found?.level} ${found?.count}`;
}

test("every signal is good when there are no problems", () => {
  const others = judgeHealth(HEALTHY).filter(({ level }) => level !== "good");
  assert.deepEqual(others, []);
});

test("each problem raises its own signal", () => {
  const ago = (minutes: number) => NOW.subtract({ minutes });
  const cases: [SignalName, Partial<HealthFigures>, string][] = [
    ["jobs", { queues: [{ failed: 2, oldestWaitingAt: null }] }, "look 2"],
    ["jobs", { queues: [{ failed: 2, oldestWaitingAt: ago(6) }] }, "bad 1"],
    ["work", { work: [{ dueAt: ago(6), isFailing: false }] }, "bad 1"],
    ["work", { work: [{ dueAt: ago(-60), isFailing: true }] }, "bad 1"],
    ["workers", { workerAges: [31, 400] }, "bad 0"],
    ["workers", { workerAges: [] }, "bad 0"],
    ["workers", { workerAges: [1, 2, 90] }, "good 2"],
    ["clock", { clock: { isRight: false, skewSeconds: -95 } }, "bad 95"],
    ["purges", { purgesHeld: 1 }, "look 1"],
    ["attempts", { attempts: { minute: 1, hour: 1, day: 0, older: 0 } }, "look 2"],
    ["attempts", { attempts: { minute: 0, hour: 0, day: 0, older: 1 } }, "bad 1"],
    ["outbox", { outbox: { waiting: 9, oldestDueAt: ago(6) } }, "look 9"],
    ["outbox", { outbox: { waiting: 9, oldestDueAt: ago(61) } }, "bad 9"],
    ["set_aside", { failedEvents: some(1) }, "look 1"],
    ["webhooks", { failingWebhooks: some(2) }, "look 2"],
    ["banks", { failingBanks: [Temporal.Instant.from("2026-11-16T12:00:00Z")] }, "bad 1"],
    ["bank_files", { stuckFiles: some(1) }, "bad 1"],
    ["unread_files", { unreadFiles: some(1) }, "bad 1"],
    ["return_rates", { returnRates: { near: 2, over: 0, since: NOW } }, "look 2"],
    ["return_rates", { returnRates: { near: 2, over: 1, since: NOW } }, "bad 1"],
    ["certificates", { certificateEnds: [ago(-13 * 24 * 60), ago(-80 * 24 * 60)] }, "look 1"],
    ["certificates", { certificateEnds: [ago(5)] }, "bad 1"],
    ["key_age", { masterKeyCreatedAt: ago(366 * 24 * 60) }, "look 366"],
    ["unmatched", { unmatched: some(2) }, "look 2"],
    ["approvals", { approvals: some(2) }, "look 2"],
    ["keys", { keysPending: 1 }, "look 1"],
    ["inspections", { inspectionsDue: 7 }, "look 7"],
    ["logins", { locked: 1 }, "look 1"],
    ["audit", { lastCheck: undefined }, "look 0"],
    ["audit", { lastCheck: { finishedAt: ago(60 * 24 * 31), isSound: true } }, "look 0"],
    ["audit", { lastCheck: { finishedAt: ago(1), isSound: false } }, "bad 1"],
    ["audit", { lastCheck: { finishedAt: ago(1), isSound: null } }, "look 0"],
  ];
  for (const [name, change, said] of cases) {
    assert.equal(signalText(name, change), said, JSON.stringify(change));
  }
});

test("signals say since when the oldest problem exists", () => {
  const { since } = some(1);
  const figures = { ...HEALTHY, openSince: since, failedEvents: some(1), unreadFiles: some(3) };
  const named = new Map(judgeHealth(figures).map((signal) => [signal.name, signal.since]));
  for (const name of ["attempts", "set_aside", "unread_files"] as const) {
    assert.equal(String(named.get(name)), String(since), name);
  }
});

test("a problem keeps its age when the business clock was moved ahead", () => {
  const business = NOW.add({ hours: 30 * 24 });
  const since = business.subtract({ hours: 2 });
  const found = judgeHealth({
    ...HEALTHY,
    now: { business, wall: NOW },
    work: [{ dueAt: since, isFailing: false }],
    stuckFiles: { count: 1, since },
    unreadFiles: { count: 1, since },
    unmatched: { count: 1, since },
    returnRates: { near: 0, over: 1, since },
  });
  const ages = found.map((signal) => [signal.name, signal.since?.until(NOW).total("hours")]);
  const named = new Map(ages as [SignalName, number][]);
  for (const name of ["work", "bank_files", "unread_files", "unmatched", "return_rates"] as const) {
    assert.equal(named.get(name), 2, name);
  }
});
