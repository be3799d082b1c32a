/**
 * The second step of reading a payload: asks key custody for the terminal's key, decrypts, and takes
 * the card out of what appears. It must not know who asks, and keeps neither keys nor clear data.
 */
import type { TerminalKeys } from "../../ports/key-custody.ts";
import type { InspectedPayload } from "./inspect-payload.ts";
import type { Reading } from "./reading.ts";

export interface ReadPayloadNeeds {
  readonly keys: TerminalKeys;
}

/** Throws a PayloadFault where no key is at hand or what was decrypted is no card. */
export async function readPayload(
  needs: ReadPayloadNeeds,
  inspected: InspectedPayload,
): Promise<Reading> {
  await needs.keys.initialKey(Buffer.from(inspected.ksn, "hex"));
  throw new Error(`${inspected.deviceType} is still to come`);
}
