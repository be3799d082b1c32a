/**
 * vendore: TLV in base64 with ciphertext DF9020, KSN DF9021 and initialization vector DF9022, alone
 * or in the terminal's E07 answer.
 */

import {
  type CardDataReader,
  readAnything,
  readKeyedText,
  readTlv,
  readTracks,
} from "../card-data.ts";
import { hasEmvItems } from "../emv-items.ts";
import { decodeBase64, decodeHex, toHex } from "../encoded-bytes.ts";
import { FIELD_SEPARATOR } from "../frame.ts";
import { MessageError } from "../payload-error.ts";
import type { ReadingMode } from "../reading.ts";
import { findTag, parseTlv, type TlvNode } from "../tlv.ts";
import { type ParsedLayout, tlvParts, wrongLayout } from "./layout.ts";
import { parseItemNodes } from "./tlv-text.ts";

const LAYOUT = "vendore";
/** Status and encryption follow the name of the answer, two characters each. */
const ANSWER = /^E07(..)(..)$/s;
const STATUSES: Readonly<Record<string, string>> = {
  "01": "no data",
  "02": "cryptographic error",
  "99": "not supported",
};
const IV_BYTES = [8, 16];

interface DataType {
  readonly mode?: ReadingMode;
  readonly read: CardDataReader;
}
const DATA_TYPES: Readonly<Record<string, DataType>> = {
  "01": { mode: "swiped", read: (plain) => readTracks(plain) ?? readTlv(plain) },
  "02": { read: readTlv },
  "03": { mode: "keyed", read: (plain) => readKeyedText(plain) ?? readTlv(plain) },
};

export function parseVendore(text: string): ParsedLayout {
  const { base64, mode, read } = readAnswer(text);
  const nodes = readNodes(base64);
  const [data, ksn, iv] = ["DF9020", "DF9021", "DF9022"].map((tag) => findTag(nodes, tag)?.value);
  if (data === undefined) {
    throw wrongLayout(LAYOUT, "tag DF9020 with the encrypted data is missing");
  }
  if (iv !== undefined && !IV_BYTES.includes(iv.length)) {
    throw wrongLayout(
      LAYOUT,
      `the initialization vector, tag DF9022, has ${iv.length} bytes, not 8 or 16`,
    );
  }
  const block = { kind: "cipher", name: "DF9020", data, iv, read } as const;
  return {
    layout: LAYOUT,
    mode,
    versions: [{ ksn: ksn && toHex(ksn), blocks: [block], checks: [] }],
    clearTags: nodes,
    parts: tlvParts(nodes),
  };
}

function readAnswer(text: string): DataType & { readonly base64: string } {
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

function readNodes(text: string): readonly TlvNode[] {
  return hasEmvItems(text)
    ? parseItemNodes(text)
    : parseTlv(decodePayload(text), { where: LAYOUT });
}

/** Hex is accepted too if it starts like one of the tags. */
function decodePayload(text: string): Buffer {
  const hex = /^\s*DF90/i.test(text) ? decodeHex(text) : undefined;
  const bytes = hex ?? decodeBase64(text);
  if (bytes !== undefined) return bytes;
  throw wrongLayout(LAYOUT, "expected base64, found other characters");
}
