/** A bank that ACH files go to, as the installation knows it. Types only. */
import type { CutOffWindow } from "../cut-offs.ts";

export const NETWORK_KINDS = ["simulator", "directory"] as const;
export type NetworkKind = (typeof NETWORK_KINDS)[number];

export interface BankConnection {
  readonly name: string;
  readonly network: NetworkKind;
  /** Who reads the files, mostly by a routing number. */
  readonly destination: string;
  readonly destinationName: string;
  readonly origin: string;
  readonly originName: string;
  /** The first eight digits of the routing number of the bank that answers for us. */
  readonly odfi: string;
  readonly windows: readonly CutOffWindow[];
  /** Files balance: each account's totals are offset against the bank account below. */
  readonly writesOffset: boolean;
  readonly offsetSealed: Uint8Array | undefined;
}
