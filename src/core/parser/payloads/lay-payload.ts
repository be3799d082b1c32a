/** Finds what a device type's layout wants in whatever a terminal's response holds. Pure. */
import { DEVICE_LAYOUTS } from "./device-layouts.ts";
import { candidatesIn, type Frame, framesOf } from "./frame.ts";
import type { Laid } from "./layouts/layout.ts";
import { MessageError, PayloadError } from "./payload-error.ts";
import type { PayloadInput } from "./reading.ts";

export interface LaidPayload {
  readonly frames: readonly Frame[];
  readonly laid: Laid;
}

/** The first message, or field of one, that has the layout; else the error that says most. */
export function layPayload({ deviceType, payload, ksn }: PayloadInput): LaidPayload {
  const { lay } = DEVICE_LAYOUTS[deviceType];
  const hints = { hasKsn: ksn !== undefined && ksn !== "" };
  const frames = framesOf(payload);
  const errors: PayloadError[] = [];
  for (const frame of frames) {
    const laid = layFrame(frame, (text) => lay(text, hints), errors);
    if (laid !== undefined) return { frames, laid };
  }
  throw errors.find(({ code }) => code !== "wrong_layout") ?? errors[0] ?? emptyPayload(deviceType);
}

function layFrame(
  frame: Frame,
  lay: (text: string) => Laid,
  errors: PayloadError[],
): Laid | undefined {
  for (const text of candidatesIn(frame)) {
    try {
      return lay(text);
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error;
      errors.push(error);
      // Whatever its fields hold, the terminal says that this message has no card that we know.
      if (error instanceof MessageError) return undefined;
    }
  }
  return undefined;
}

function emptyPayload(deviceType: string): PayloadError {
  return new PayloadError("wrong_layout", `${deviceType}: the payload is empty.`);
}
