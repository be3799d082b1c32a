/** Jobs are shown with plain names. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cutOffWorkName } from "../ach/business.ts";
import { ACH_PURGE } from "../ach/purge.ts";
import { BUSINESS_PURGE, WALL_PURGE } from "../retention/retention.ts";
import { workLabel, workName } from "./work-label.ts";

test("each purge has a label that says what it deletes", () => {
  assert.equal(workLabel(BUSINESS_PURGE), "Delete expired payment data");
  assert.equal(workLabel(ACH_PURGE), "Delete expired ACH files");
  assert.equal(workLabel(WALL_PURGE), "Delete expired logs and sessions");
});

test("the label of a cutoff has the bank and the window", () => {
  assert.equal(
    workLabel(cutOffWorkName("first-bank", "17:00 America/New_York")),
    "Send ACH file to first-bank, cutoff 17:00 America/New_York",
  );
});

test("an unknown job is shown by its name", () => {
  assert.equal(workLabel("count the stars"), "count the stars");
});

test("a job is found by its label or by its name", () => {
  const cutOff = cutOffWorkName("first-bank", "17:00 America/New_York");
  for (const name of [BUSINESS_PURGE, "make months", cutOff, "count the stars"]) {
    assert.equal(workName(workLabel(name)), name);
    assert.equal(workName(name), name);
  }
  assert.equal(workName("create monthly partitions"), "make months");
});
