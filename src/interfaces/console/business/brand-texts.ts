/** The sentences about a form's look that is refused: what was wrong and what is allowed. */
import { CONTROL_CONTRAST_MIN } from "../../../core/forms/brand/brand-palette.ts";
import type { LogoOutcome } from "../../../core/forms/brand/edit-brand.ts";
import {
  type BrandError,
  BUTTON_TEXT_MAX,
  LOGO_BYTES_MAX,
} from "../../../core/forms/brand/form-brand.ts";

export function brandErrorTexts(errors: readonly BrandError[]): Record<string, string> {
  return Object.fromEntries(errors.map((error) => [error.field, brandErrorText(error)]));
}

function brandErrorText(error: BrandError): string {
  switch (error.why) {
    case "not_a_color":
      return "Enter a color as six hexadecimal digits, such as #11615b.";
    case "too_light":
      return `This color is too light for buttons on a white page: its contrast is ${roundDown(error.ratio)}:1, and at least ${CONTROL_CONTRAST_MIN}:1 is needed (WCAG AA). The nearest allowed color is ${error.nearest}.`;
    case "too_long":
      return `Use at most ${BUTTON_TEXT_MAX} characters.`;
    case "invalid":
      return "Use plain text on one line, without card numbers.";
  }
}

/** Never up: 2.99 must not be shown as the 3 that it is not. */
function roundDown(ratio: number): string {
  return (Math.floor(ratio * 10) / 10).toFixed(1);
}

type LogoError = Extract<LogoOutcome, { readonly kind: "bad_logo" }>["why"];

const LOGO_ERRORS: Readonly<Record<LogoError, string>> = {
  not_a_picture: "Upload a PNG or JPEG picture. SVG and other formats are not accepted.",
  too_many_pixels: "The picture has too many pixels. Upload one of at most 16 megapixels.",
  too_large: `The file is too large. Upload one of at most ${LOGO_BYTES_MAX / 1024} KB.`,
  too_small: "The picture is too small. Each side needs at least 16 pixels.",
};

export function logoErrorText(why: LogoError): string {
  return LOGO_ERRORS[why];
}
