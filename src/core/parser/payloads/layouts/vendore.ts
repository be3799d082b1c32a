/**
 * vendore: TLV in base64, with ciphertext DF9020, KSN DF9021 and initial value DF9022; by itself or
 * in the terminal's E07 answer.
 */
import { hasItems } from "../emv-items.ts";
import { bytesOfBase64, bytesOfHex, hexOf } from "../encoded-bytes.ts";
import { type Reader, readAnything, readKeyedText, readTlv, readTracks } from "../found.ts";
import { FIELD_SEPARATOR } from "../frame.ts";
import { MessageError } from "../payload-error.ts";
import type { ReadingMode } from "../reading.ts";
import { findTag, parseTlv, type TlvNode } from "../tlv.ts";
import { type Laid, partsOfTlv, wrongLayout } from "./layout.ts";
import { nodesOfItems } from "./tlv-text.ts";

const LAYOUT = "vendore";
/** Status and encryption behind the name of the answer, two characters each. */
const ANSWER = /^E07(..)(..)$/s;
const STATUSES: Readonly<Record<string, string>> = {
  "01": "no data",
  "02": "cryptographic error",
  "99": "not supported",
};
const IV_BYTES = [8, 16];

interface DataType {
  readonly mode?: ReadingMode;
  readonly read: Reader;
}
const DATA_TYPES: Readonly<Record<string, DataType>> = {
  "01": { mode: "swiped", read: (plain) => readTracks(plain) ?? readTlv(plain) },
  "02": { read: readTlv },
  "03": { mode: "keyed", read: (plain) => readKeyedText(plain) ?? readTlv(plain) },
};

export function layVendore(text: string): Laid {
  const { base64, mode, read } = answerOf(text);
  const nodes = nodesOf(base64);
  const [data, ksn, iv] = ["DF9020", "DF9021", "DF9022"].map((tag) => findTag(nodes, tag)?.value);
  if (data === undefined) {
    throw wrongLayout(LAYOUT, "tag DF9020 with the enciphered data is missing");
  }
  if (iv !== undefined && !IV_BYTES.includes(iv.length)) {
    throw wrongLayout(LAYOUT, `the initial value, tag DF9022, has ${iv.length} bytes, not 8 or 16`);
  }
  const block = { kind: "cipher", name: "DF9020", data, iv, read } as const;
  return {
    layout: LAYOUT,
    mode,
    versions: [{ ksn: ksn && hexOf(ksn), blocks: [block], doubts: [] }],
    beside: nodes,
    parts: partsOfTlv(nodes),
  };
}

function answerOf(text: string): DataType & { readonly base64: string } {
  const [head = "", type = "", base64 = ""] = text.split(FIELD_SEPARATOR);
  const match = ANSWER.exec(head);
  if (match === null) return { base64: text, read: readAnything };
  const [, status = ""] = match;
  if (status !== "00") {
    const words = STATUSES[status] ?? "an error";
    throw new MessageError("nothing_read", `${LAYOUT}: the terminal's status is ${words}, not 00.`);
  }
  const dataType = DATA_TYPES[type];
  if (dataType === undefined) {
    throw new MessageError("wrong_layout", `${LAYOUT}: the data type is not 01, 02 or 03.`);
  }
  return { ...dataType, base64 };
}

function nodesOf(text: string): readonly TlvNode[] {
  return hasItems(text) ? nodesOfItems(text) : parseTlv(bytesOf(text), { where: LAYOUT });
}

/** Hex is taken as well where it begins like one of the tags. */
function bytesOf(text: string): Buffer {
  const hex = /^\s*DF90/i.test(text) ? bytesOfHex(text) : undefined;
  const bytes = hex ?? bytesOfBase64(text);
  if (bytes !== undefined) return bytes;
  throw wrongLayout(LAYOUT, "base64 was expected, found something else");
}
