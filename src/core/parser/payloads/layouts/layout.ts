/**
 * The type of a layout: a pure function that parses a payload's text into encrypted blocks and clear
 * fields. Also the functions that all layouts share.
 */

import type { CardData, CardDataReader } from "../card-data.ts";
import type { EncryptionScheme } from "../dukpt/encryption-scheme.ts";
import { contradictsMask } from "../masking.ts";
import { PayloadError } from "../payload-error.ts";
import type { ReadingMode } from "../reading.ts";
import type { TlvNode } from "../tlv.ts";

/** A part of the payload, for explanations. */
export interface Part {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
  readonly unit: "bytes" | "characters";
  /** The number of templates around it. */
  readonly depth: number;
}

export interface CipherBlock {
  readonly kind: "cipher";
  readonly name: string;
  readonly data: Uint8Array;
  readonly iv?: Uint8Array | undefined;
  readonly read: CardDataReader;
}

/** Text with encrypted and clear digits. */
export interface DigitsBlock {
  readonly kind: "digits";
  readonly name: string;
  readonly pieces: readonly { readonly text: string; readonly isEncrypted: boolean }[];
  readonly read: (text: string) => CardData | undefined;
}

export type Block = CipherBlock | DigitsBlock;

/** Returns why well-formed card data contradicts the payload, or undefined. */
export type ConsistencyCheck = (found: CardData) => string | undefined;

/** One way to read a payload. There are two if a terminal sends its data twice. */
export interface Version {
  readonly ksn?: string | undefined;
  readonly blocks: readonly Block[];
  readonly checks: readonly ConsistencyCheck[];
}

/** The fields that are not encrypted. */
export interface ClearFields {
  readonly name?: string;
  readonly street?: string;
  readonly zip?: string;
  /** Older readers do not encrypt track 3. */
  readonly track3?: string;
}

export interface ParsedLayout {
  /** The name of the layout in errors. */
  readonly layout: string;
  readonly serial?: string | undefined;
  /** Whether the KSN names the device if neither the payload nor the request does. */
  readonly isSerialInKsn?: boolean;
  /** Set if the content does not show the mode. */
  readonly mode?: ReadingMode | undefined;
  readonly schemes?: readonly EncryptionScheme[];
  readonly versions: readonly Version[];
  readonly clear?: ClearFields;
  /** The tags in clear. A card number among them is never used. */
  readonly clearTags?: readonly TlvNode[];
  /** Describes the vendor's own frame and what was checked in it, if there is one. */
  readonly frame?: string;
  readonly parts: readonly Part[];
}

/** Facts of the request that some layouts need to recognize their format. */
export interface LayoutHints {
  readonly hasKsn: boolean;
}

export type Layout = (text: string, hints: LayoutHints) => ParsedLayout;

export function wrongLayout(layout: string, what: string): PayloadError {
  return new PayloadError("wrong_layout", `${layout}: ${what}.`);
}

/** Compares the terminal's own mask with one value of the card data. */
export function maskCheck(
  name: string,
  masked: string | undefined,
  pick: (found: CardData) => string | undefined,
): readonly ConsistencyCheck[] {
  if (masked === undefined) return [];
  return [
    (found) => {
      const clear = pick(found);
      return clear !== undefined && contradictsMask(masked, clear)
        ? `differs from ${name}`
        : undefined;
    },
  ];
}

export function tlvParts(
  nodes: readonly TlvNode[],
  unit: Part["unit"] = "bytes",
  depth = 0,
): readonly Part[] {
  return nodes.flatMap(({ tag, start, end, children, mark }) => {
    const name = mark === undefined ? tag : `${tag} ${mark}`;
    const part = { name, offset: start, length: end - start, unit, depth };
    return [part, ...tlvParts(children, unit, depth + 1)];
  });
}
