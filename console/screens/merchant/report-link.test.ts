/** Links from a batch to its report. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { batchReportLink } from "./report-link.ts";

test("a batch links to the second in which it was closed", () => {
  const second = encodeURIComponent("2026-11-16 15:00:00+00:00").replaceAll("%20", "+");
  assert.equal(
    batchReportLink("2026-11-16T15:00:00.123Z"),
    `/reports?dateKind=batch&startDate=${second}&endDate=${second}&tenderType=CARD`,
  );
});
