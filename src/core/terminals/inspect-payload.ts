/**
 * The first step of reading a payload: which layout it has, which device and which KSN it names.
 * Nothing is decrypted here, and nothing outside is asked. Pure.
 */
import type { DeviceType } from "../estate/device-types.ts";
import type { PayloadInput } from "./reading.ts";

/** A payload taken apart, as readPayload wants it. */
export interface InspectedPayload {
  readonly deviceType: DeviceType;
  /** The device to look up: the payload's own word, or the request's. */
  readonly serial: string;
  /** Upper-case hex, 20 or 24 digits; empty where the terminal sent its data in clear. */
  readonly ksn: string;
}

/** Throws a PayloadFault where the payload, its serial or its KSN is not fit to be read. */
export function inspectPayload(input: PayloadInput): InspectedPayload {
  throw new Error(`${input.deviceType} is still to come`);
}
