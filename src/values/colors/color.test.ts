/** Tests of color.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { contrastRatio, mixColors, parseColor } from "./color.ts";

test("colors are read in both forms of CSS, and nothing else", () => {
  assert.equal(parseColor(" #11615B "), "#11615b");
  assert.equal(parseColor("#aBc"), "#aabbcc");
  for (const text of ["", "red", "#12345", "11615b", "#11615b;", "#gggggg"]) {
    assert.equal(parseColor(text), undefined, text);
  }
});

test("contrast has the published values of WCAG", () => {
  assert.equal(contrastRatio("#000000", "#ffffff"), 21);
  assert.equal(contrastRatio("#123456", "#123456"), 1);
  // The lightest gray with 4.5:1 on white.
  assert.ok(contrastRatio("#767676", "#ffffff") >= 4.5);
  assert.ok(contrastRatio("#777777", "#ffffff") < 4.5);
});

test("mixing goes from the first color to the second", () => {
  assert.equal(mixColors("#000000", "#ffffff", 0), "#000000");
  assert.equal(mixColors("#000000", "#ffffff", 1), "#ffffff");
  assert.equal(mixColors("#000000", "#ffffff", 0.5), "#808080");
});
