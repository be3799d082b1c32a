/**
 * vendora: a framed swipe record as bytes or typed, or a reader's response with TLV, in which a
 * record stands in DFEE23 or chip data in tags that come twice, masked and enciphered.
 */

import { PIN_VARIANT, type Recipe, USUAL } from "../dukpt/recipe.ts";
import { hasItems } from "../emv-items.ts";
import { bytesOfHex, hexOf, requireHex } from "../encoded-bytes.ts";
import { numberIn, readTagged } from "../found.ts";
import { PayloadError } from "../payload-error.ts";
import { findTag, flattened, parseTlv, type TlvNode } from "../tlv.ts";
import { isEnhanced, layEnhanced } from "./enhanced-record.ts";
import { type Laid, maskedAs, partsOfTlv, wrongLayout } from "./layout.ts";
import { layOriginal } from "./original-record.ts";
import { binaryRecord, type RecordCursor } from "./record.ts";
import { FRAME_WORDS, frameText, looksFramed, openBinary, openFrame } from "./swipe-frame.ts";
import { nodesOfItems } from "./tlv-text.ts";

const LAYOUT = "vendora";
/** Protocol name, then command and status (and subcommand), then a length of two bytes. */
const RESPONSES = [
  { start: Buffer.from("ViVOtech2\0", "latin1"), lengthAt: 12 },
  { start: Buffer.from("ViVOpayV3\0", "latin1"), lengthAt: 13 },
] as const;
/** Some commands put flags before the tags. */
const FLAGS_MAX = 4;
/** A response does not say how its tags are enciphered: what reads, reads. */
const CHIP_RECIPES: readonly Recipe[] = [
  { ...USUAL, cipher: "tdes" },
  { ...USUAL, cipher: "aes" },
  { ...PIN_VARIANT, cipher: "tdes" },
];

export function layVendora(text: string): Laid {
  if (looksFramed(text)) {
    const frame = frameText(text);
    return { ...layRecord(openFrame(frame, LAYOUT), peekEncoding(frame)), frame: FRAME_WORDS };
  }
  const nodes = hasItems(text) ? nodesOfItems(text) : tagsOf(requireHex(text, LAYOUT));
  const record = findTag(nodes, "DFEE23")?.value;
  return record === undefined ? layChip(nodes) : layTagged(record, nodes);
}

function layRecord(record: RecordCursor, encoding: number): Laid {
  return isEnhanced(encoding) ? layEnhanced(record, LAYOUT) : layOriginal(record, LAYOUT);
}

function peekEncoding(text: string): number {
  return bytesOfHex(text.slice(6, 8))?.[0] ?? 0;
}

function layTagged(value: Uint8Array, nodes: readonly TlvNode[]): Laid {
  const where = `${LAYOUT}, DFEE23`;
  const isFramed = value[0] === 0x02;
  const record = isFramed ? openBinary(value, where) : binaryRecord(where, value);
  const laid = layRecord(record, value[isFramed ? 3 : 0] ?? 0);
  const parts = [...partsOfTlv(nodes), ...laid.parts];
  return { ...laid, beside: nodes, parts, ...(isFramed && { frame: FRAME_WORDS }) };
}

function tagsOf(bytes: Buffer): readonly TlvNode[] {
  const data = dataOf(bytes);
  for (let flags = 0; flags < FLAGS_MAX; flags++) {
    try {
      const nodes = parseTlv(data.subarray(flags), { where: LAYOUT, isMarked: true });
      if (findTag(nodes, "DFEE23") ?? findTag(nodes, "DFEE12")) return nodes;
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error;
    }
  }
  // For the words of its error, if that was the trouble.
  parseTlv(data, { where: LAYOUT, isMarked: true });
  throw wrongLayout(LAYOUT, "neither a swipe record nor tag DFEE12 with a KSN was found");
}

/** Behind the data of a response is a checksum of two bytes; a record has checks of its own. */
function dataOf(bytes: Buffer): Buffer {
  const response = RESPONSES.find(({ start }) => bytes.subarray(0, start.length).equals(start));
  if (response === undefined) return bytes;
  const start = response.lengthAt + 2;
  const said = bytes.length < start ? 0 : bytes.readUInt16BE(response.lengthAt);
  if (said > bytes.length - start) {
    throw new PayloadError(
      "broken_frame",
      `${LAYOUT}: the response says ${said} bytes of data, ${Math.max(0, bytes.length - start)} follow.`,
    );
  }
  return bytes.subarray(start, start + said);
}

function layChip(nodes: readonly TlvNode[]): Laid {
  const all = flattened(nodes);
  const ksn = findTag(nodes, "DFEE12")?.value;
  const masked = (tag: string) => all.find((node) => node.tag === tag && node.mark === "masked");
  const blocks = all
    .filter(({ tag, mark }) => mark === "enciphered" && (tag === "57" || tag === "5A"))
    .map(({ tag, value }) => {
      const read = readTagged(tag, masked(tag)?.value.length);
      return { kind: "cipher", name: `enciphered tag ${tag}`, data: value, read } as const;
    });
  if (blocks.length === 0) throw wrongLayout(LAYOUT, "no enciphered tag 57 or 5A was found");
  const [track, number] = [masked("57")?.value, masked("5A")?.value];
  const doubts = [
    ...maskedAs("masked tag 57", track && hexOf(track), (found) => found.equivalent?.text),
    ...maskedAs("masked tag 5A", number && hexOf(number), numberIn),
  ];
  return {
    layout: `${LAYOUT}, chip`,
    recipes: CHIP_RECIPES,
    versions: [{ ksn: ksn && hexOf(ksn), blocks, doubts }],
    beside: nodes,
    parts: partsOfTlv(nodes),
  };
}
