/** vendorf: enciphered tracks, each a chain of its own, in hex. The KSN comes with the request. */
import { requireHex } from "../encoded-bytes.ts";
import { readTracks } from "../found.ts";
import { type CipherBlock, type Laid, wrongLayout } from "./layout.ts";

const LAYOUT = "vendorf, enciphered tracks";
const TRACKS_MAX = 2;
const BLOCK_BYTES = 8;

export function layVendorf(text: string): Laid {
  const blocks = trackTexts(text).map(blockOf);
  let offset = 0;
  const parts = blocks.map(({ name, data: { length } }) => {
    const part = { name, offset, length, unit: "bytes", depth: 0 } as const;
    offset += length;
    return part;
  });
  return { layout: LAYOUT, isSerialInKsn: true, versions: [{ blocks, doubts: [] }], parts };
}

/** One track may be broken into groups by blanks; two are joined by a bar, a comma or blanks. */
function trackTexts(text: string): readonly string[] {
  const strings = text.split(/[|,]/).map((string) => string.trim());
  const [only = ""] = strings;
  const words = strings.length > 1 ? strings : only.split(/\s+/);
  if (words.length === TRACKS_MAX || strings.length > 1) return words;
  return [only];
}

function blockOf(text: string, place: number, all: readonly string[]): CipherBlock {
  if (all.length > TRACKS_MAX) {
    throw wrongLayout(LAYOUT, `${all.length} tracks were found, ${TRACKS_MAX} is the most`);
  }
  const name = all.length === 1 ? "the track" : `track string ${place + 1}`;
  const data = requireHex(text, LAYOUT);
  if (data.length % BLOCK_BYTES !== 0) {
    throw wrongLayout(
      LAYOUT,
      `${name} has ${data.length} bytes, not whole blocks of ${BLOCK_BYTES}`,
    );
  }
  return { kind: "cipher", name, data, read: readTracks };
}
