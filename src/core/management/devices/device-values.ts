/** The values of a new or changed device. */
import type { Reference } from "../scope/reference-store.ts";
import type { DeviceState } from "./device-states.ts";
import type { DeviceType } from "./device-types.ts";

export interface DeviceValues {
  readonly serialNumber: string;
  readonly name: string | null;
  readonly notes: string | null;
  /** The beginning of the KSN, which identifies the device's base key. */
  readonly ksi: string | null;
}

export interface NewDevice extends DeviceValues {
  /** Undefined: it could not be read and has an error. */
  readonly deviceType: DeviceType | undefined;
  /** Undefined: new, the only allowed first state. */
  readonly deviceState: DeviceState | undefined;
  readonly partner: Reference | null | undefined;
  readonly client: Reference | null | undefined;
  readonly location: Reference | null | undefined;
}

/** An undefined value stays unchanged; null removes the value. */
export interface DeviceChange extends Partial<DeviceValues> {
  readonly deviceType: DeviceType | undefined;
  readonly deviceState: DeviceState | undefined;
  readonly client: Reference | null | undefined;
  readonly location: Reference | null | undefined;
  readonly version: number | undefined;
}
