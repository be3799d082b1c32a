/** vendord: the original swipe record in hex, with or without its frame. */
import { requireHex, withoutBlanks } from "../encoded-bytes.ts";
import type { Laid } from "./layout.ts";
import { layOriginal } from "./original-record.ts";
import { binaryRecord } from "./record.ts";
import { looksFramed, openFrame } from "./swipe-frame.ts";

const LAYOUT = "vendord";

export function layVendord(text: string): Laid {
  const record = looksFramed(text)
    ? openFrame(text, LAYOUT)
    : binaryRecord(LAYOUT, requireHex(withoutBlanks(text), LAYOUT));
  return layOriginal(record, LAYOUT);
}
