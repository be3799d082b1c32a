/** Finds the data with a device type's layout in a terminal's response. Pure. */
import { DEVICE_LAYOUTS } from "./device-layouts.ts";
import { type Frame, listCandidates, splitFrames } from "./frame.ts";
import type { ParsedLayout } from "./layouts/layout.ts";
import { MessageError, PayloadError } from "./payload-error.ts";
import type { PayloadInput } from "./reading.ts";

export interface MatchedLayout {
  readonly frames: readonly Frame[];
  readonly parsed: ParsedLayout;
}

/** Returns the first message or field with the layout, or throws the most specific error. */
export function matchLayout({ deviceType, payload, ksn }: PayloadInput): MatchedLayout {
  const { parse } = DEVICE_LAYOUTS[deviceType];
  const hints = { hasKsn: ksn !== undefined && ksn !== "" };
  const frames = splitFrames(payload);
  const errors: PayloadError[] = [];
  for (const frame of frames) {
    const parsed = matchFrame(frame, (text) => parse(text, hints), errors);
    if (parsed !== undefined) return { frames, parsed };
  }
  throw errors.find(({ code }) => code !== "wrong_layout") ?? errors[0] ?? emptyPayload(deviceType);
}

function matchFrame(
  frame: Frame,
  parse: (text: string) => ParsedLayout,
  errors: PayloadError[],
): ParsedLayout | undefined {
  for (const text of listCandidates(frame)) {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error;
      errors.push(error);
      // The terminal says that this message has no card, so its fields are not tried.
      if (error instanceof MessageError) return undefined;
    }
  }
  return undefined;
}

function emptyPayload(deviceType: string): PayloadError {
  return new PayloadError("wrong_layout", `${deviceType}: the payload is empty.`);
}
