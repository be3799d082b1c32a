/** The forecast of the disk. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { forecastDisk } from "./disk-forecast.ts";

test("steady growth gives the day on which the disk is full", () => {
  const samples = [1, 2, 3, 5].map((day) => ({ day: `2026-11-0${day}`, bytes: 1000 + day * 100 }));
  assert.deepEqual(forecastDisk(samples, 2_050), {
    bytesPerDay: 100,
    measuredDays: 4,
    fullInDays: 20,
  });
});

test("one day, a shrinking database or an unknown disk give no day", () => {
  const [first, later] = [
    { day: "2026-10-31", bytes: 500 },
    { day: "2026-11-02", bytes: 300 },
  ];
  assert.equal(forecastDisk([first], 9).bytesPerDay, null);
  assert.deepEqual(forecastDisk([first, later], 9), {
    bytesPerDay: -100,
    measuredDays: 2,
    fullInDays: null,
  });
  assert.equal(forecastDisk([later, { day: "2026-11-03", bytes: 400 }], null).fullInDays, null);
  assert.equal(forecastDisk([], 9).measuredDays, 0);
});
