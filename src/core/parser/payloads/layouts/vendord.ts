/** vendord: the original swipe record in hex, with or without its frame. */
import { requireHex } from "../encoded-bytes.ts";
import type { ParsedLayout } from "./layout.ts";
import { parseOriginalRecord } from "./original-record.ts";
import { binaryRecord } from "./record.ts";
import { FRAME_DESCRIPTION, openFrame, removeFrameBlanks, startsLikeFrame } from "./swipe-frame.ts";

const LAYOUT = "vendord";

export function parseVendord(text: string): ParsedLayout {
  if (startsLikeFrame(text)) {
    return {
      ...parseOriginalRecord(openFrame(removeFrameBlanks(text), LAYOUT), LAYOUT),
      frame: FRAME_DESCRIPTION,
    };
  }
  return parseOriginalRecord(binaryRecord(LAYOUT, requireHex(text, LAYOUT)), LAYOUT);
}
