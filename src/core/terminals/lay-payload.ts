/** Finds what a device type's layout wants in whatever a terminal's response holds. Pure. */
import { DEVICE_LAYOUTS } from "./device-layouts.ts";
import { candidatesIn, type Frame, framesOf } from "./frame.ts";
import type { Laid } from "./layouts/layout.ts";
import { PayloadFault } from "./payload-fault.ts";
import type { PayloadInput } from "./reading.ts";

export interface LaidPayload {
  readonly frames: readonly Frame[];
  readonly laid: Laid;
}

/** The first message, or field of one, that has the layout; else the fault that says most. */
export function layPayload({ deviceType, payload, ksn }: PayloadInput): LaidPayload {
  const { lay } = DEVICE_LAYOUTS[deviceType];
  const frames = framesOf(payload);
  const faults: PayloadFault[] = [];
  for (const text of frames.flatMap(candidatesIn)) {
    try {
      return { frames, laid: lay(text, { hasKsn: ksn !== undefined && ksn !== "" }) };
    } catch (error) {
      if (!(error instanceof PayloadFault)) throw error;
      faults.push(error);
    }
  }
  throw faults.find(({ code }) => code !== "wrong_layout") ?? faults[0] ?? emptyPayload(deviceType);
}

function emptyPayload(deviceType: string): PayloadFault {
  return new PayloadFault("wrong_layout", `${deviceType}: the payload is empty.`);
}
