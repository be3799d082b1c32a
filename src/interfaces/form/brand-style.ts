/** The style sheet of a branded form: colors only, at an address that changes with its content. */
import { createHash } from "node:crypto";
import { type BrandColors, makeBrandPalette } from "../../core/forms/brand/brand-palette.ts";
import type { Color } from "../../values/colors/color.ts";

/** Which of the two schemes a preview shows. Undefined: the one of the customer's device. */
export type Scheme = "light" | "dark" | undefined;

export interface BrandStyle {
  /** A hash and ".css". */
  readonly name: string;
  readonly css: string;
}

const HASH_LENGTH = 12;

export function writeBrandStyle(color: Color, scheme?: Scheme): BrandStyle {
  const { light, dark } = makeBrandPalette(color);
  const css =
    scheme === undefined
      ? `${writeColors(light)}@media screen and (prefers-color-scheme: dark) {\n${writeColors(dark)}}\n`
      : writeColors(scheme === "dark" ? dark : light);
  const hash = createHash("sha256").update(css).digest("hex").slice(0, HASH_LENGTH);
  return { name: `${hash}.css`, css };
}

function writeColors({ accent, onAccent, accentDeep, onAccentDeep, tint }: BrandColors): string {
  return `:root {
  --accent: ${accent};
  --on-accent: ${onAccent};
  --accent-deep: ${accentDeep};
  --on-accent-deep: ${onAccentDeep};
  --tint: ${tint};
}
`;
}
