/** Colors of sRGB and their contrast as WCAG 2 defines it. Pure. */

/** As in CSS: "#11615b". */
export type Color = `#${string}`;

const LONG = /^#[0-9a-f]{6}$/;
const SHORT = /^#[0-9a-f]{3}$/;

/** Reads "#11615B" and "#abc". Undefined: not a color. */
export function parseColor(text: string): Color | undefined {
  const lower = text.trim().toLowerCase();
  if (SHORT.test(lower)) return `#${lower.slice(1).replace(/./g, "$&$&")}`;
  return LONG.test(lower) ? (lower as Color) : undefined;
}

function channels(color: Color): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 (the same color) to 21 (black and white). */
export function contrastRatio(one: Color, other: Color): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** `share` of the second color, from 0 to 1. */
export function mixColors(one: Color, other: Color, share: number): Color {
  const others = channels(other);
  const mixed = channels(one).map((value, place) =>
    Math.round(value + ((others[place] ?? 0) - value) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
