/** An ACH file for a bank, from its first entry until it is handed over. Types only. */

export type FileState = "building" | "fixed" | "prepared" | "handed_over";

export interface OutboundFile {
  readonly id: string;
  readonly connection: string;
  /** The window's name, or FORCED. */
  readonly cutOff: string;
  readonly cutOffAt: Temporal.Instant;
  readonly name: string;
  /** The only draft that can be handed over. Undefined before the file is prepared. */
  readonly draft: string | undefined;
  readonly createdAt: Temporal.Instant;
  /** A to Z, then 0 to 9. */
  readonly idModifier: string;
  readonly settlesOn: Temporal.PlainDate;
  readonly state: FileState;
  /** SHA-256 of its bytes. Undefined while it is being built. */
  readonly digest: Uint8Array | undefined;
}

/** The window name of a manual cutoff, which includes the entries of all accounts. */
export const FORCED = "forced";

export interface NewFile {
  readonly connection: string;
  readonly cutOff: string;
  readonly cutOffAt: Temporal.Instant;
  readonly createdAt: Temporal.Instant;
  readonly settlesOn: Temporal.PlainDate;
}
