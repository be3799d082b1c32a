/** The values of a new attestation. */
import type { Reference } from "../scope/reference-store.ts";

/** How many devices one request can attest. */
export const ATTESTED_DEVICES = { min: 1, max: 500 } as const;

/** A device is named by its serial number or by its id. */
export type DeviceKey = { readonly serialNumber: string } | { readonly id: string };

/** An undefined value could not be read and has an error. */
export interface NewAttestation {
  readonly name: string;
  readonly notes: string | null;
  readonly completeDate: Temporal.Instant | undefined;
  readonly client: Reference | undefined;
  /** In the order sent. */
  readonly devices: readonly (DeviceKey | undefined)[];
}
