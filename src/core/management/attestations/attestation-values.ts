/** What a caller says when it attests that devices were inspected. */
import type { Reference } from "../scope/reference-store.ts";

/** How many devices one request can attest. */
export const ATTESTED_DEVICES = { min: 1, max: 500 } as const;

/** A device is named by its serial number or by its id. */
export type DeviceKey = { readonly serialNumber: string } | { readonly id: string };

/** Undefined: it could not be read, which is among the errors. */
export interface NewAttestation {
  readonly name: string;
  readonly notes: string | null;
  readonly completeDate: Temporal.Instant | undefined;
  readonly client: Reference | undefined;
  /** In the order sent. */
  readonly devices: readonly (DeviceKey | undefined)[];
}
