/** Texts that a spreadsheet would run as a formula. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { guardFormula } from "./formula-guard.ts";

test("a text that begins like a formula gets an apostrophe", () => {
  for (const text of ["=1+1", "+1 555 0100", "-2", "@SUM(A1)", "\t=1", "\r=1", "\n=1"]) {
    assert.equal(guardFormula(text), `'${text}`);
  }
});

test("other texts stay as they are", () => {
  for (const text of ["", "Ada", "a=b", "1-2", "'quoted", " =1", "2026-11-18"]) {
    assert.equal(guardFormula(text), text);
  }
});
