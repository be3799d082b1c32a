/**
 * vendorc: BER-TLV with encrypted data in DFAE02 and its KSN in DFAE03, with or without a template
 * and link frames around it.
 */

import { findCardNumber, readTlv } from "../card-data.ts";
import { hasEmvItems } from "../emv-items.ts";
import { requireHex, toHex, toLatin1 } from "../encoded-bytes.ts";
import { PayloadError } from "../payload-error.ts";
import { findTag, flattenTlv, parseTlv, type TlvNode } from "../tlv.ts";
import { maskCheck, type ParsedLayout, tlvParts, type Version, wrongLayout } from "./layout.ts";
import { parseItemNodes } from "./tlv-text.ts";

const LAYOUT = "vendorc";
const NODE_ADDRESS = 1;
const FRAME_HEAD = 3;
const BLOCKS_MAX = 4;

export function parseVendorc(text: string): ParsedLayout {
  if (hasEmvItems(text)) return parseNodes(parseItemNodes(text));
  const bytes = requireHex(text, LAYOUT);
  const data = removeLinkFrames(bytes);
  const parsed = parseNodes(parseTlv(data, { where: LAYOUT }));
  return data === bytes
    ? parsed
    : { ...parsed, frame: "NAD PCB LEN … LRC; length and LRC are correct" };
}

function parseNodes(nodes: readonly TlvNode[]): ParsedLayout {
  return {
    layout: LAYOUT,
    versions: readVersions(nodes),
    clearTags: nodes,
    parts: tlvParts(nodes),
  };
}

/** A terminal may send the data twice under two consecutive KSNs. Either one is enough. */
function readVersions(nodes: readonly TlvNode[]): readonly Version[] {
  const all = flattenTlv(nodes);
  const data = all.filter(({ tag }) => tag === "DFAE02");
  const serials = all.filter(({ tag }) => tag === "DFAE03");
  if (data.length === 0) throw wrongLayout(LAYOUT, "tag DFAE02 with the encrypted data is missing");
  const checks = maskChecks(nodes);
  return data.slice(0, BLOCKS_MAX).map(({ value }, place) => {
    const serial = serials[place] ?? serials.at(-1);
    const ksn = serial && toHex(serial.value);
    const block = { kind: "cipher", name: "DFAE02", data: value, read: readTlv } as const;
    return { ksn, blocks: [block], checks };
  });
}

function maskChecks(nodes: readonly TlvNode[]) {
  const [track, equivalent, number] = ["DFAE22", "DFAE57", "DFAE5A"].map((tag) =>
    findTag(nodes, tag),
  );
  return [
    ...maskCheck("masked DFAE22", track && toLatin1(track.value), ({ track2 }) => track2?.text),
    ...maskCheck(
      "masked DFAE57",
      equivalent && toHex(equivalent.value),
      (found) => found.equivalent?.text,
    ),
    ...maskCheck("masked DFAE5A", number && toHex(number.value), findCardNumber),
  ];
}

/** `NAD PCB LEN … LRC`, once or several times. No tag starts with the node address. */
function removeLinkFrames(bytes: Buffer): Buffer {
  if (bytes[0] !== NODE_ADDRESS) return bytes;
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at + 2] ?? 0;
    const end = at + FRAME_HEAD + length;
    if (bytes[at] !== NODE_ADDRESS || end >= bytes.length) {
      throw brokenLink(at, `expected ${length} bytes and an LRC, but ${bytes.length - at} follow`);
    }
    const check = bytes.subarray(at, end).reduce((sum, byte) => sum ^ byte, 0);
    if (check !== bytes[end]) throw brokenLink(at, "the LRC is not the XOR of the frame");
    pieces.push(bytes.subarray(at + FRAME_HEAD, end));
    at = end + 1;
  }
  return Buffer.concat(pieces);
}

function brokenLink(at: number, what: string): PayloadError {
  return new PayloadError("broken_frame", `${LAYOUT}: in the link frame at byte ${at} ${what}.`);
}
