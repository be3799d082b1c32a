/** Text in the form of ACH files: uppercase ASCII, cut to the width of its field. */
import { toLatinText } from "../../../values/latin-text.ts";

export function achText(text: string, width: number): string {
  return toLatinText(text).slice(0, width).trimEnd();
}

/** The number of positions that a text needs. Some letters become several. */
export function achWidth(text: string): number {
  return toLatinText(text).trimEnd().length;
}
