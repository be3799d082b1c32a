/** TLV as terminals hand it on: hex of BER-TLV, or an EMV item list that says the same. */

import { type EmvItem, hasItems, itemsOf } from "../emv-items.ts";
import { requireHex } from "../encoded-bytes.ts";
import { parseTlv, type TlvNode } from "../tlv.ts";

export function tlvOfText(text: string, where: string): readonly TlvNode[] {
  return hasItems(text) ? nodesOfItems(text) : parseTlv(requireHex(text, where), { where });
}

export function nodesOfItems(text: string): readonly TlvNode[] {
  return asNodes(itemsOf(text));
}

export function asNodes(items: readonly EmvItem[]): readonly TlvNode[] {
  return items.map(({ tag, type, value, offset }) => ({
    tag,
    value: Buffer.from(value, type === "h" && value.length % 2 === 0 ? "hex" : "latin1"),
    start: offset,
    end: offset + value.length,
    children: [],
  }));
}
