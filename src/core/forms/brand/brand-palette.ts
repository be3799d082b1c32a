/**
 * The colors of a branded form, made from the merchant's one color, in light and dark. Text always has
 * the contrast that WCAG AA requires, whatever the color is. Pure.
 */
import { type Color, contrastRatio, mixColors } from "../../../values/colors/color.ts";

export interface BrandColors {
  /** Buttons, and borders of what is chosen. */
  readonly accent: Color;
  readonly onAccent: Color;
  /** Links, and buttons under the pointer. */
  readonly accentDeep: Color;
  readonly onAccentDeep: Color;
  /** The background of what is chosen. */
  readonly tint: Color;
}

export interface BrandPalette {
  readonly light: BrandColors;
  readonly dark: BrandColors;
}

export type ColorVerdict =
  | { readonly kind: "allowed" }
  /** Too light on the white page. `nearest` is the same color, dark enough. */
  | { readonly kind: "too_light"; readonly ratio: number; readonly nearest: Color };

/** The backgrounds of the pages, as in form.css. */
export const SHEETS = { light: "#ffffff", dark: "#1a211f" } as const;

/** WCAG 2.2, 1.4.3 for text and 1.4.11 for controls. */
export const TEXT_CONTRAST_MIN = 4.5;
export const CONTROL_CONTRAST_MIN = 3;

const WHITE: Color = "#ffffff";
const BLACK: Color = "#000000";
const STEPS = 100;
const TINT_SHARES = { light: 0.1, dark: 0.16 } as const;

export function judgeColor(color: Color): ColorVerdict {
  const ratio = contrastRatio(color, SHEETS.light);
  if (ratio >= CONTROL_CONTRAST_MIN) return { kind: "allowed" };
  const nearest = shiftUntil(color, BLACK, (one) => hasControlContrast(one, SHEETS.light));
  return { kind: "too_light", ratio, nearest };
}

/** The color must be allowed. */
export function makeBrandPalette(color: Color): BrandPalette {
  const darkAccent = shiftUntil(color, WHITE, (one) => hasTextContrast(one, [SHEETS.dark]));
  return { light: makeColors(color, "light"), dark: makeColors(darkAccent, "dark") };
}

function makeColors(accent: Color, scheme: "light" | "dark"): BrandColors {
  const sheet = SHEETS[scheme];
  const tint = mixColors(sheet, accent, TINT_SHARES[scheme]);
  const away = scheme === "light" ? BLACK : WHITE;
  const accentDeep = shiftUntil(mixColors(accent, away, 0.15), away, (one) =>
    hasTextContrast(one, [sheet, tint]),
  );
  return {
    accent,
    onAccent: chooseTextColor(accent),
    accentDeep,
    onAccentDeep: chooseTextColor(accentDeep),
    tint,
  };
}

/** One of them always has more than 4.5:1. */
function chooseTextColor(background: Color): Color {
  const isWhiteBetter = contrastRatio(WHITE, background) >= contrastRatio(BLACK, background);
  return isWhiteBetter ? WHITE : BLACK;
}

function hasTextContrast(color: Color, backgrounds: readonly Color[]): boolean {
  return backgrounds.every((one) => contrastRatio(color, one) >= TEXT_CONTRAST_MIN);
}

function hasControlContrast(color: Color, background: Color): boolean {
  return contrastRatio(color, background) >= CONTROL_CONTRAST_MIN;
}

/** As little as possible of the other color. */
function shiftUntil(color: Color, toward: Color, isFit: (color: Color) => boolean): Color {
  for (let step = 0; step < STEPS; step++) {
    const shifted = mixColors(color, toward, step / STEPS);
    if (isFit(shifted)) return shifted;
  }
  return toward;
}
