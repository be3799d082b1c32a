/** Tests of brand-palette.ts. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type Color, contrastRatio } from "../../../values/colors/color.ts";
import { productFile } from "../../../values/product-folder.ts";
import { type BrandColors, judgeColor, makeBrandPalette, SHEETS } from "./brand-palette.ts";

/** 216 colors, with black, white and all pure ones. */
function* sampleColors(): Generator<Color> {
  const digits = "0369cf";
  for (const red of digits) {
    for (const green of digits) {
      for (const blue of digits) yield `#${red}${red}${green}${green}${blue}${blue}`;
    }
  }
}

function textPairs(
  { accent, onAccent, accentDeep, onAccentDeep, tint }: BrandColors,
  sheet: Color,
) {
  return [
    [onAccent, accent],
    [onAccentDeep, accentDeep],
    [accentDeep, sheet],
    [accentDeep, tint],
  ] as const;
}

test("every allowed color has legal text and controls, in light and dark", () => {
  let allowed = 0;
  for (const color of sampleColors()) {
    const verdict = judgeColor(color);
    const used = verdict.kind === "allowed" ? color : verdict.nearest;
    if (verdict.kind === "allowed") allowed++;
    assert.equal(judgeColor(used).kind, "allowed", color);
    const palette = makeBrandPalette(used);
    for (const scheme of ["light", "dark"] as const) {
      const colors = palette[scheme];
      for (const [text, background] of textPairs(colors, SHEETS[scheme])) {
        assert.ok(
          contrastRatio(text, background) >= 4.5,
          `${color} ${scheme} ${text} ${background}`,
        );
      }
      assert.ok(contrastRatio(colors.accent, SHEETS[scheme]) >= 3, `${color} ${scheme}`);
    }
  }
  assert.ok(allowed > 100 && allowed < 216, String(allowed));
});

test("a color that is too light is refused with the nearest one that is allowed", () => {
  const verdict = judgeColor("#ffe000");
  assert.ok(verdict.kind === "too_light");
  assert.ok(verdict.ratio < 3);
  assert.ok(contrastRatio(verdict.nearest, "#ffffff") < 3.2, "no darker than needed");
  assert.equal(makeBrandPalette("#11615b").light.accent, "#11615b", "an allowed one is kept");
});

test("the backgrounds are those of the page", () => {
  const css = readFileSync(productFile("src/interfaces/form/assets/form.css"), "utf8");
  const sheets = [...css.matchAll(/--sheet: (#\w+);/g)].map(([, color]) => color);
  assert.deepEqual(sheets, [SHEETS.light, SHEETS.dark]);
});
