/** vendorf: one or two tracks, encrypted separately, in hex. The KSN comes with the request. */

import { readTracks } from "../card-data.ts";
import { requireHex } from "../encoded-bytes.ts";
import { type CipherBlock, type ParsedLayout, wrongLayout } from "./layout.ts";

const LAYOUT = "vendorf, encrypted tracks";
const TRACKS_MAX = 2;
const BLOCK_BYTES = 8;

export function parseVendorf(text: string): ParsedLayout {
  const blocks = trackTexts(text).map(trackBlock);
  let offset = 0;
  const parts = blocks.map(({ name, data: { length } }) => {
    const part = { name, offset, length, unit: "bytes", depth: 0 } as const;
    offset += length;
    return part;
  });
  return { layout: LAYOUT, isSerialInKsn: true, versions: [{ blocks, checks: [] }], parts };
}

/** One track may have blanks between groups. Two are separated by a bar, a comma or blanks. */
function trackTexts(text: string): readonly string[] {
  const strings = text.split(/[|,]/).map((string) => string.trim());
  const [only = ""] = strings;
  const words = strings.length > 1 ? strings : only.split(/\s+/);
  if (words.length === TRACKS_MAX || strings.length > 1) return words;
  return [only];
}

function trackBlock(text: string, place: number, all: readonly string[]): CipherBlock {
  if (all.length > TRACKS_MAX) {
    throw wrongLayout(LAYOUT, `found ${all.length} tracks, but at most ${TRACKS_MAX} are allowed`);
  }
  const name = all.length === 1 ? "the track" : `track string ${place + 1}`;
  const data = requireHex(text, LAYOUT);
  if (data.length % BLOCK_BYTES !== 0) {
    throw wrongLayout(LAYOUT, `${name} has ${data.length} bytes, not a multiple of ${BLOCK_BYTES}`);
  }
  return { kind: "cipher", name, data, read: readTracks };
}
