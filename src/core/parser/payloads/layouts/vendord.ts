/** vendord: the original swipe record in hex, with or without its frame. */
import { requireHex } from "../encoded-bytes.ts";
import type { Laid } from "./layout.ts";
import { layOriginal } from "./original-record.ts";
import { binaryRecord } from "./record.ts";
import { FRAME_WORDS, frameText, looksFramed, openFrame } from "./swipe-frame.ts";

const LAYOUT = "vendord";

export function layVendord(text: string): Laid {
  if (looksFramed(text)) {
    return { ...layOriginal(openFrame(frameText(text), LAYOUT), LAYOUT), frame: FRAME_WORDS };
  }
  return layOriginal(binaryRecord(LAYOUT, requireHex(text, LAYOUT)), LAYOUT);
}
