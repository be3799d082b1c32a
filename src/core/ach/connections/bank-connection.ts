/** A bank that receives ACH files. Types only. */
import type { CutOffWindow } from "../cut-offs.ts";

export const NETWORK_KINDS = ["simulator", "directory", "sftp"] as const;
export type NetworkKind = (typeof NETWORK_KINDS)[number];

export interface BankConnection {
  readonly name: string;
  readonly network: NetworkKind;
  /** Identifies the receiver of the files, usually by a routing number. */
  readonly destination: string;
  readonly destinationName: string;
  readonly origin: string;
  readonly originName: string;
  /** The first eight digits of the routing number of the originating bank (ODFI). */
  readonly odfi: string;
  readonly windows: readonly CutOffWindow[];
  /** Files are balanced: each account's totals are offset by the bank account in `offsetSealed`. */
  readonly writesOffset: boolean;
  readonly offsetSealed: Uint8Array | undefined;
}
