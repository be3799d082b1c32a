import assert from "node:assert/strict";
import { test } from "node:test";
import { ReportDesk } from "./report-desk.ts";

test("an account has its own limit, and all together have theirs", () => {
  const desk = new ReportDesk({ perAccount: 2, inAll: 3 });
  const leave = [desk.enter("1"), desk.enter("1")];
  assert.equal(desk.enter("1"), undefined);
  leave.push(desk.enter("2"));
  assert.equal(desk.enter("3"), undefined);
  leave[0]?.();
  leave[0]?.();
  assert.ok(desk.enter("3"));
  assert.equal(desk.enter("2"), undefined);
});
