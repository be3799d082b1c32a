/**
 * vendora: a framed swipe record as bytes or typed, or a reader's response with TLV that has a record
 * in DFEE23 or chip data in tags that occur twice, masked and encrypted.
 */

import { findCardNumber, tagReader } from "../card-data.ts";
import {
  type EncryptionScheme,
  PIN_VARIANT_SCHEME,
  STANDARD_SCHEME,
} from "../dukpt/encryption-scheme.ts";
import { hasEmvItems } from "../emv-items.ts";
import { decodeHex, requireHex, toHex } from "../encoded-bytes.ts";
import { PayloadError } from "../payload-error.ts";
import { findTag, flattenTlv, parseTlv, type TlvNode } from "../tlv.ts";
import { isEnhanced, parseEnhancedRecord } from "./enhanced-record.ts";
import { maskCheck, type ParsedLayout, tlvParts, wrongLayout } from "./layout.ts";
import { parseOriginalRecord } from "./original-record.ts";
import { binaryRecord, type RecordCursor } from "./record.ts";
import {
  FRAME_DESCRIPTION,
  openBinary,
  openFrame,
  removeFrameBlanks,
  startsLikeFrame,
} from "./swipe-frame.ts";
import { parseItemNodes } from "./tlv-text.ts";

const LAYOUT = "vendora";
/** Protocol name, then command and status (and subcommand), then a length of two bytes. */
const RESPONSES = [
  { start: Buffer.from("ViVOtech2\0", "latin1"), lengthAt: 12 },
  { start: Buffer.from("ViVOpayV3\0", "latin1"), lengthAt: 13 },
] as const;
/** Some commands put flags before the tags. */
const FLAGS_MAX = 4;
/** A response does not state how its tags are encrypted, so all three schemes are tried. */
const CHIP_SCHEMES: readonly EncryptionScheme[] = [
  { ...STANDARD_SCHEME, cipher: "tdes" },
  { ...STANDARD_SCHEME, cipher: "aes" },
  { ...PIN_VARIANT_SCHEME, cipher: "tdes" },
];

export function parseVendora(text: string): ParsedLayout {
  if (startsLikeFrame(text)) {
    const frame = removeFrameBlanks(text);
    return {
      ...parseRecord(openFrame(frame, LAYOUT), peekEncoding(frame)),
      frame: FRAME_DESCRIPTION,
    };
  }
  const nodes = hasEmvItems(text) ? parseItemNodes(text) : readTags(requireHex(text, LAYOUT));
  const record = findTag(nodes, "DFEE23")?.value;
  return record === undefined ? parseChip(nodes) : parseTaggedRecord(record, nodes);
}

function parseRecord(record: RecordCursor, encoding: number): ParsedLayout {
  return isEnhanced(encoding)
    ? parseEnhancedRecord(record, LAYOUT)
    : parseOriginalRecord(record, LAYOUT);
}

function peekEncoding(text: string): number {
  return decodeHex(text.slice(6, 8))?.[0] ?? 0;
}

function parseTaggedRecord(value: Uint8Array, nodes: readonly TlvNode[]): ParsedLayout {
  const where = `${LAYOUT}, DFEE23`;
  const isFramed = value[0] === 0x02;
  const record = isFramed ? openBinary(value, where) : binaryRecord(where, value);
  const parsed = parseRecord(record, value[isFramed ? 3 : 0] ?? 0);
  const parts = [...tlvParts(nodes), ...parsed.parts];
  return { ...parsed, clearTags: nodes, parts, ...(isFramed && { frame: FRAME_DESCRIPTION }) };
}

function readTags(bytes: Buffer): readonly TlvNode[] {
  const data = removeResponseHeader(bytes);
  for (let flags = 0; flags < FLAGS_MAX; flags++) {
    try {
      const nodes = parseTlv(data.subarray(flags), { where: LAYOUT, isMarked: true });
      if (findTag(nodes, "DFEE23") ?? findTag(nodes, "DFEE12")) return nodes;
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error;
    }
  }
  // Throws the error of the TLV, if it is malformed.
  parseTlv(data, { where: LAYOUT, isMarked: true });
  throw wrongLayout(LAYOUT, "found neither a swipe record nor tag DFEE12 with a KSN");
}

/** The two-byte checksum after the data is not verified, because a record has its own checks. */
function removeResponseHeader(bytes: Buffer): Buffer {
  const response = RESPONSES.find(({ start }) => bytes.subarray(0, start.length).equals(start));
  if (response === undefined) return bytes;
  const start = response.lengthAt + 2;
  const said = bytes.length < start ? 0 : bytes.readUInt16BE(response.lengthAt);
  if (said > bytes.length - start) {
    throw new PayloadError(
      "broken_frame",
      `${LAYOUT}: the response says ${said} bytes of data, but ${Math.max(0, bytes.length - start)} follow.`,
    );
  }
  return bytes.subarray(start, start + said);
}

function parseChip(nodes: readonly TlvNode[]): ParsedLayout {
  const all = flattenTlv(nodes);
  const ksn = findTag(nodes, "DFEE12")?.value;
  const masked = (tag: string) => all.find((node) => node.tag === tag && node.mark === "masked");
  const blocks = all
    .filter(({ tag, mark }) => mark === "encrypted" && (tag === "57" || tag === "5A"))
    .map(({ tag, value }) => {
      const read = tagReader(tag, masked(tag)?.value.length);
      return { kind: "cipher", name: `encrypted tag ${tag}`, data: value, read } as const;
    });
  if (blocks.length === 0) throw wrongLayout(LAYOUT, "no encrypted tag 57 or 5A was found");
  const [track, number] = [masked("57")?.value, masked("5A")?.value];
  const checks = [
    ...maskCheck("masked tag 57", track && toHex(track), (found) => found.equivalent?.text),
    ...maskCheck("masked tag 5A", number && toHex(number), findCardNumber),
  ];
  return {
    layout: `${LAYOUT}, chip`,
    schemes: CHIP_SCHEMES,
    versions: [{ ksn: ksn && toHex(ksn), blocks, checks }],
    clearTags: nodes,
    parts: tlvParts(nodes),
  };
}
