/** The days of a report in the name of its file. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Criteria } from "./criteria.ts";
import { describeDays, reportDays } from "./report-days.ts";

const TODAY = Temporal.PlainDate.from("2026-11-18");
const AT = (text: string) => Temporal.Instant.from(text);

function describe(dates: Partial<Criteria>): string {
  const criteria = {
    accountIds: [],
    timeZone: "America/New_York",
    records: "transactions",
    ...dates,
  } as const;
  return describeDays(reportDays(criteria), TODAY);
}

test("days are in the account's time zone, and the last one is included", () => {
  const from = AT("2026-11-01T04:00:00Z");
  const cases = [
    [{ from, until: AT("2026-11-02T05:00:00Z") }, "2026-11-01"],
    [{ from, until: AT("2026-11-11T05:00:00Z") }, "2026-11-01-to-2026-11-10"],
    [{ from }, "2026-11-01-to-2026-11-18"],
    [{ from, until: AT("2027-01-01T05:00:00Z") }, "2026-11-01-to-2026-11-18"],
    [{ until: AT("2026-11-11T05:00:00Z") }, "until-2026-11-10"],
  ] as const;
  for (const [authorized, name] of cases) assert.equal(describe({ authorized }), name);
});

test("batch dates are in US Central time, and a report by id is named after today", () => {
  const batched = { from: AT("2026-11-05T06:00:00Z"), until: AT("2026-11-06T06:00:00Z") };
  assert.equal(describe({ batched }), "2026-11-05");
  assert.equal(describe({ transactionId: "1" }), "until-2026-11-18");
});
