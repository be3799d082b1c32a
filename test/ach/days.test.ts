/** Cut-off, settlement and funding on weekends, holidays and at daylight saving changes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConnectionStore } from "../../src/core/ach/connections/connection-store.ts";
import { parseCutOffWindow } from "../../src/core/ach/cut-offs.ts";
import { closeWindow } from "../../src/core/ach/files/cut-off.ts";
import { fundedOn } from "../../src/core/ach/settlement.ts";
import { addEntry, listUpdates, openTestAch, readEntry } from "../kit/ach.ts";

interface Week {
  readonly accepted: string;
  readonly cutOff: string;
  readonly settles: string;
  readonly funded: string;
}

const WEEKS: Readonly<Record<string, Week>> = {
  "a week without anything": {
    accepted: "2026-11-16T15:00:00Z",
    cutOff: "2026-11-16T22:00:00Z",
    settles: "2026-11-17T13:30:00Z",
    funded: "2026-11-19T13:30:00Z",
  },
  "a Saturday": {
    accepted: "2026-11-14T15:00:00Z",
    cutOff: "2026-11-16T22:00:00Z",
    settles: "2026-11-17T13:30:00Z",
    funded: "2026-11-19T13:30:00Z",
  },
  Thanksgiving: {
    accepted: "2026-11-25T15:00:00Z",
    cutOff: "2026-11-25T22:00:00Z",
    settles: "2026-11-27T13:30:00Z",
    funded: "2026-12-01T13:30:00Z",
  },
  "Thanksgiving itself": {
    accepted: "2026-11-26T15:00:00Z",
    cutOff: "2026-11-27T22:00:00Z",
    settles: "2026-11-30T13:30:00Z",
    funded: "2026-12-02T13:30:00Z",
  },
  "Christmas and New Year": {
    accepted: "2026-12-24T15:00:00Z",
    cutOff: "2026-12-24T22:00:00Z",
    settles: "2026-12-28T13:30:00Z",
    funded: "2026-12-30T13:30:00Z",
  },
  "a holiday that falls on a Saturday, which no Friday stands in for": {
    accepted: "2026-07-02T21:30:00Z",
    cutOff: "2026-07-03T21:00:00Z",
    settles: "2026-07-06T12:30:00Z",
    funded: "2026-07-08T12:30:00Z",
  },
  "clocks that go forward": {
    accepted: "2027-03-12T15:00:00Z",
    cutOff: "2027-03-12T22:00:00Z",
    settles: "2027-03-15T12:30:00Z",
    funded: "2027-03-17T12:30:00Z",
  },
  "clocks that go back": {
    accepted: "2026-10-30T20:59:59Z",
    cutOff: "2026-10-30T21:00:00Z",
    settles: "2026-11-02T13:30:00Z",
    funded: "2026-11-04T13:30:00Z",
  },
};

for (const [what, week] of Object.entries(WEEKS)) {
  test(`an entry over ${what}`, async (t) => {
    const ach = await openTestAch(t, week.accepted);
    const id = await addEntry(ach);
    const end = Temporal.Instant.from(week.accepted).add({ hours: 24 * 14 });
    await ach.advance(end.toString());
    const { batched_at, settle_at } = await readEntry(ach, id);
    assert.deepEqual([`${batched_at}`, `${settle_at}`], [week.cutOff, week.settles]);
    assert.deepEqual(await listUpdates(ach, id), [`${week.funded}: SETTLED\\FUNDED`]);
  });
}

test("a cut-off that runs days late does not settle in the past", async (t) => {
  const ach = await openTestAch(t);
  const id = await addEntry(ach);
  const bank = await new ConnectionStore(ach.db).findConnection("simulator");
  const window = parseCutOffWindow("17:00 America/New_York");
  assert.ok(bank && window);
  ach.clock.set("2026-11-19T15:00:00Z");
  await closeWindow(ach.needs, bank, { window, at: Temporal.Instant.from("2026-11-16T22:00:00Z") });
  assert.equal(`${(await readEntry(ach, id)).settle_at}`, "2026-11-20T13:30:00Z");
});

test("a file that was sent late is funded late", () => {
  const funded = (settles: string, left: string) =>
    `${fundedOn(Temporal.PlainDate.from(settles), Temporal.Instant.from(left))}`;
  assert.equal(funded("2026-11-17", "2026-11-16T22:00:00Z"), "2026-11-19");
  assert.equal(funded("2026-11-17", "2026-11-19T15:00:00Z"), "2026-11-23");
  assert.equal(funded("2026-11-17", "2026-11-21T15:00:00Z"), "2026-11-25");
});
