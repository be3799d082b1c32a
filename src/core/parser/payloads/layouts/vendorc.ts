/**
 * vendorc: BER-TLV with enciphered data in DFAE02 and its KSN in DFAE03, in a template or bare, with
 * or without the link's frames around it.
 */

import { hasItems } from "../emv-items.ts";
import { hexOf, requireHex, textOf } from "../encoded-bytes.ts";
import { numberIn, readTlv } from "../found.ts";
import { PayloadError } from "../payload-error.ts";
import { findTag, flattened, parseTlv, type TlvNode } from "../tlv.ts";
import { type Laid, maskedAs, partsOfTlv, type Version, wrongLayout } from "./layout.ts";
import { nodesOfItems } from "./tlv-text.ts";

const LAYOUT = "vendorc";
const NODE_ADDRESS = 1;
const FRAME_HEAD = 3;
const BLOCKS_MAX = 4;

export function layVendorc(text: string): Laid {
  if (hasItems(text)) return layNodes(nodesOfItems(text));
  const bytes = requireHex(text, LAYOUT);
  const data = withoutLink(bytes);
  const laid = layNodes(parseTlv(data, { where: LAYOUT }));
  return data === bytes ? laid : { ...laid, frame: "NAD PCB LEN … LRC; length and LRC are right" };
}

function layNodes(nodes: readonly TlvNode[]): Laid {
  return {
    layout: LAYOUT,
    versions: versionsOf(nodes),
    beside: nodes,
    parts: partsOfTlv(nodes),
  };
}

/** A block may come twice, under two KSNs that follow each other: either will do. */
function versionsOf(nodes: readonly TlvNode[]): readonly Version[] {
  const all = flattened(nodes);
  const data = all.filter(({ tag }) => tag === "DFAE02");
  const serials = all.filter(({ tag }) => tag === "DFAE03");
  if (data.length === 0)
    throw wrongLayout(LAYOUT, "tag DFAE02 with the enciphered data is missing");
  const doubts = doubtsOf(nodes);
  return data.slice(0, BLOCKS_MAX).map(({ value }, place) => {
    const serial = serials[place] ?? serials.at(-1);
    const ksn = serial && hexOf(serial.value);
    const block = { kind: "cipher", name: "DFAE02", data: value, read: readTlv } as const;
    return { ksn, blocks: [block], doubts };
  });
}

function doubtsOf(nodes: readonly TlvNode[]) {
  const [track, equivalent, number] = ["DFAE22", "DFAE57", "DFAE5A"].map((tag) =>
    findTag(nodes, tag),
  );
  return [
    ...maskedAs("masked DFAE22", track && textOf(track.value), ({ track2 }) => track2?.text),
    ...maskedAs(
      "masked DFAE57",
      equivalent && hexOf(equivalent.value),
      (found) => found.equivalent?.text,
    ),
    ...maskedAs("masked DFAE5A", number && hexOf(number.value), numberIn),
  ];
}

/** `NAD PCB LEN … LRC`, once or several times. No tag begins with the address. */
function withoutLink(bytes: Buffer): Buffer {
  if (bytes[0] !== NODE_ADDRESS) return bytes;
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at + 2] ?? 0;
    const end = at + FRAME_HEAD + length;
    if (bytes[at] !== NODE_ADDRESS || end >= bytes.length) {
      throw brokenLink(at, `${length} bytes and an LRC were expected, ${bytes.length - at} follow`);
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
