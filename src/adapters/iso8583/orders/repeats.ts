/** A message that is sent again has the same fields and an odd type: 0221, 0401, 0421. */
import type { IsoMessage } from "../codec/message-spec.ts";

export function toRepeat({ type, fields }: IsoMessage): IsoMessage {
  return { type: type.slice(0, -1) + String(Number(type.at(-1)) | 1), fields };
}
