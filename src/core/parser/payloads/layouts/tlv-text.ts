/** Reads TLV from text: hex of BER-TLV, or an EMV item list with the same content. */

import { type EmvItem, hasEmvItems, readEmvItems } from "../emv-items.ts";
import { requireHex } from "../encoded-bytes.ts";
import { parseTlv, type TlvNode } from "../tlv.ts";

export function parseTlvText(text: string, where: string): readonly TlvNode[] {
  return hasEmvItems(text) ? parseItemNodes(text) : parseTlv(requireHex(text, where), { where });
}

export function parseItemNodes(text: string): readonly TlvNode[] {
  return itemsToNodes(readEmvItems(text));
}

export function itemsToNodes(items: readonly EmvItem[]): readonly TlvNode[] {
  return items.map(({ tag, type, value, offset }) => ({
    tag,
    value: Buffer.from(value, type === "h" && value.length % 2 === 0 ? "hex" : "latin1"),
    start: offset,
    end: offset + value.length,
    children: [],
  }));
}
