/** What a caller may say of a device, new or changed. */
import type { Reference } from "../scope/reference-store.ts";
import type { DeviceState } from "./device-states.ts";
import type { DeviceType } from "./device-types.ts";

export interface DeviceValues {
  readonly serialNumber: string;
  readonly name: string | null;
  readonly notes: string | null;
  /** How the KSN of the device's base key begins. */
  readonly ksi: string | null;
}

export interface NewDevice extends DeviceValues {
  /** Undefined: it could not be read, which is among the errors. */
  readonly deviceType: DeviceType | undefined;
  /** Undefined: new, the only state that a device can begin in. */
  readonly deviceState: DeviceState | undefined;
  readonly partner: Reference | null | undefined;
  readonly client: Reference | null | undefined;
  readonly location: Reference | null | undefined;
}

/** Undefined stays what it is; null removes the value. */
export interface DeviceChange extends Partial<DeviceValues> {
  readonly deviceType: DeviceType | undefined;
  readonly deviceState: DeviceState | undefined;
  readonly client: Reference | null | undefined;
  readonly location: Reference | null | undefined;
  readonly version: number | undefined;
}
