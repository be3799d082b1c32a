/** The look of an account's hosted forms: color, button text and logo, and the rules for them. Pure. */
import { type Color, parseColor } from "../../../values/colors/color.ts";
import { isHarmless } from "../../../values/masking/harmless.ts";
import { judgeColor } from "./brand-palette.ts";

export interface FormBrand {
  /** Null: our own color. */
  readonly color: Color | null;
  /** Null: "Pay". */
  readonly buttonText: string | null;
  readonly logo: BrandLogo | null;
}

/** A logo without its content. */
export interface BrandLogo {
  readonly hash: string;
  readonly width: number;
  readonly height: number;
}

export interface LogoFile {
  readonly mediaType: string;
  readonly content: Uint8Array;
}

export const DEFAULT_BRAND: FormBrand = { color: null, buttonText: null, logo: null };
export const DEFAULT_COLOR: Color = "#11615b";

/** Of an upload, before it is made smaller. */
export const LOGO_BYTES_MAX = 512 * 1024;
export const BUTTON_TEXT_MAX = 30;
const ONE_LINE = /^[^\p{Cc}\p{Surrogate}]*$/u;

/** An absent value stays unchanged, a blank one removes it. */
export interface BrandChange {
  readonly color?: string | undefined;
  readonly buttonText?: string | undefined;
}

export type BrandError =
  | { readonly field: "color"; readonly why: "not_a_color" }
  | {
      readonly field: "color";
      readonly why: "too_light";
      readonly ratio: number;
      readonly nearest: Color;
    }
  | { readonly field: "buttonText"; readonly why: "too_long" | "invalid" };

export function applyBrandChange(
  before: FormBrand,
  { color, buttonText }: BrandChange,
): { readonly brand: FormBrand; readonly errors: readonly BrandError[] } {
  const read = color === undefined || color.trim() === "" ? null : (parseColor(color) ?? color);
  const text = buttonText?.trim() || null;
  const brand = {
    ...before,
    ...(color !== undefined && { color: read as Color | null }),
    ...(buttonText !== undefined && { buttonText: text }),
  };
  const errors = [findColorError(read), findTextError(text)];
  return { brand, errors: errors.filter((error) => error !== undefined) };
}

function findColorError(color: string | null): BrandError | undefined {
  if (color === null) return undefined;
  const parsed = parseColor(color);
  if (parsed === undefined) return { field: "color", why: "not_a_color" };
  const verdict = judgeColor(parsed);
  if (verdict.kind === "allowed") return undefined;
  const { ratio, nearest } = verdict;
  return { field: "color", why: "too_light", ratio, nearest };
}

function findTextError(text: string | null): BrandError | undefined {
  if (text === null) return undefined;
  if ([...text].length > BUTTON_TEXT_MAX) return { field: "buttonText", why: "too_long" };
  const isFit = ONE_LINE.test(text) && isHarmless(text);
  return isFit ? undefined : { field: "buttonText", why: "invalid" };
}
