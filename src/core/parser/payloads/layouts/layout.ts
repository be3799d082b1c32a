/**
 * What a layout is: a pure function from a payload's text to its enciphered blocks and to what the
 * payload says of itself. Types, and the few words that all layouts share.
 */
import type { Recipe } from "../dukpt/recipe.ts";
import type { Found, Reader } from "../found.ts";
import { contradicts } from "../masking.ts";
import { PayloadError } from "../payload-error.ts";
import type { ReadingMode } from "../reading.ts";
import type { TlvNode } from "../tlv.ts";

/** A piece of the payload, for people who look at one. */
export interface Part {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
  readonly unit: "bytes" | "characters";
  /** How many templates it is in. */
  readonly depth: number;
}

export interface CipherBlock {
  readonly kind: "cipher";
  readonly name: string;
  readonly data: Uint8Array;
  readonly iv?: Uint8Array | undefined;
  readonly read: Reader;
}

/** Text of which some digits are enciphered and others are as they are. */
export interface DigitsBlock {
  readonly kind: "digits";
  readonly name: string;
  readonly pieces: readonly { readonly text: string; readonly isEnciphered: boolean }[];
  readonly read: (text: string) => Found | undefined;
}

export type Block = CipherBlock | DigitsBlock;

/** Says what is wrong with a reading that has the grammar of one. */
export type Doubt = (found: Found) => string | undefined;

/** One way to read a payload. Where a terminal sends its data twice there are two. */
export interface Version {
  readonly ksn?: string | undefined;
  readonly blocks: readonly Block[];
  readonly doubts: readonly Doubt[];
}

/** Fields that stand beside the enciphered ones. */
export interface ClearFields {
  readonly name?: string;
  readonly street?: string;
  readonly zip?: string;
  /** Track 3 was not enciphered by older readers. */
  readonly track3?: string;
}

export interface Laid {
  /** What it is called in errors. */
  readonly layout: string;
  readonly serial?: string | undefined;
  /** Where neither payload nor request names the device, its KSN does. */
  readonly isSerialInKsn?: boolean;
  /** Where the content alone does not tell. */
  readonly mode?: ReadingMode | undefined;
  readonly recipes?: readonly Recipe[];
  readonly versions: readonly Version[];
  readonly clear?: ClearFields;
  /** Tags in clear; a card number among them is never used. */
  readonly beside?: readonly TlvNode[];
  /** The maker's own frame around it, where there is one: what was checked. */
  readonly frame?: string;
  readonly parts: readonly Part[];
}

/** What the request says, which some layouts need to tell what they have before them. */
export interface LayoutHints {
  readonly hasKsn: boolean;
}

export type Layout = (text: string, hints: LayoutHints) => Laid;

export function wrongLayout(layout: string, what: string): PayloadError {
  return new PayloadError("wrong_layout", `${layout}: ${what}.`);
}

/** A terminal's own mask over one of the things that were found. */
export function maskedAs(
  name: string,
  masked: string | undefined,
  pick: (found: Found) => string | undefined,
): readonly Doubt[] {
  if (masked === undefined) return [];
  return [
    (found) => {
      const clear = pick(found);
      return clear !== undefined && contradicts(masked, clear) ? `differs from ${name}` : undefined;
    },
  ];
}

export function partsOfTlv(
  nodes: readonly TlvNode[],
  unit: Part["unit"] = "bytes",
  depth = 0,
): readonly Part[] {
  return nodes.flatMap(({ tag, start, end, children, mark }) => {
    const name = mark === undefined ? tag : `${tag} ${mark}`;
    const part = { name, offset: start, length: end - start, unit, depth };
    return [part, ...partsOfTlv(children, unit, depth + 1)];
  });
}
