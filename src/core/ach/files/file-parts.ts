/** Files to and from banks are stored in sealed parts, because they can be large. */
import type { KeyCustody, SealContext } from "../../../ports/key-custody.ts";
import { Secret } from "../../../values/secret.ts";

export const PART_CHARACTERS = 256 * 1024;

export interface PartStore {
  /** Names the part, so that it cannot be exchanged for another one. */
  readonly context: (part: number) => SealContext;
  readonly save: (part: number, sealed: Uint8Array) => Promise<void>;
}

/** Of a file that we send. */
export function partSeal(fileId: string, part: number): SealContext {
  return { place: "ach_file_parts.sealed", owner: `${fileId}/${part}` };
}

/** Of a file that a bank sent. */
export function inboundPartSeal(fileId: string, part: number): SealContext {
  return { place: "ach_inbound_parts.sealed", owner: `${fileId}/${part}` };
}

/** Cuts a text into parts and stores them. */
export async function sealParts(
  custody: KeyCustody,
  text: string,
  { context, save }: PartStore,
): Promise<void> {
  for (let [from, part] = [0, 0]; from < text.length; from += PART_CHARACTERS, part++) {
    const piece = new Secret(text.slice(from, from + PART_CHARACTERS));
    await save(part, await custody.seal(piece, context(part)));
  }
}
