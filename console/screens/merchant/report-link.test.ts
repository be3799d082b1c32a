/** Links from lists of payments to reports. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { batchReportLink, reportLink } from "./report-link.ts";

test("a transaction list without filters links to all reports", () => {
  assert.equal(reportLink({}), "/reports");
});

test("a search for an ID becomes an ID, and any other search a name", () => {
  assert.equal(reportLink({ q: "323000000001" }), "/reports?transactionId=323000000001");
  assert.equal(reportLink({ q: "Ada", status: "paid" }), "/reports?status=APPROVED&name=*Ada*");
});

test("a batch links to the second in which it was closed", () => {
  const second = encodeURIComponent("2026-11-16 15:00:00+00:00").replaceAll("%20", "+");
  assert.equal(
    batchReportLink("2026-11-16T15:00:00.123Z"),
    `/reports?dateKind=batch&startDate=${second}&endDate=${second}&tenderType=CARD`,
  );
});
