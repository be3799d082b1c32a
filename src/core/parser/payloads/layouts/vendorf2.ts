/**
 * vendorf2: for a chip, TLV with an encrypted message (C2, KSN in C0) and optionally an encrypted
 * track 2 equivalent (C8, KSN in C7); for a swipe, the format of vendorf.
 */

import { findCardNumber, readBareEquivalent, readTlv } from "../card-data.ts";
import { hasEmvItems } from "../emv-items.ts";
import { decodeHex, toHex, toLatin1 } from "../encoded-bytes.ts";
import { PayloadError } from "../payload-error.ts";
import { findTag, type TlvNode } from "../tlv.ts";
import { type Block, type LayoutHints, maskCheck, type ParsedLayout, tlvParts } from "./layout.ts";
import { parseTlvText } from "./tlv-text.ts";
import { parseVendorf } from "./vendorf.ts";

const LAYOUT = "vendorf2";
const KSN_BYTES = [10, 12];

export function parseVendorf2(text: string, hints: LayoutHints): ParsedLayout {
  if (!hasEmvItems(text) && decodeHex(text) === undefined) return asSwipe(text);
  try {
    const nodes = parseTlvText(text, LAYOUT);
    if (findTag(nodes, "C2") ?? findTag(nodes, "C8")) return asChip(nodes);
  } catch (error) {
    // A swipe is not TLV, and its KSN comes with the request. Without one, the payload must be TLV.
    if (!(error instanceof PayloadError) || !hints.hasKsn) throw error;
  }
  return asSwipe(text);
}

/** Unlike vendorf, the KSN does not name the device. */
function asSwipe(text: string): ParsedLayout {
  return { ...parseVendorf(text), layout: `${LAYOUT}, encrypted tracks`, isSerialInKsn: false };
}

function asChip(nodes: readonly TlvNode[]): ParsedLayout {
  const [message, track] = [findTag(nodes, "C2"), findTag(nodes, "C8")];
  const ksn = findTag(nodes, "C0")?.value;
  const trackKsn = findTag(nodes, "C7")?.value;
  const ownKsn = trackKsn && KSN_BYTES.includes(trackKsn.length) ? trackKsn : undefined;
  const serial = findTag(nodes, "DF826E")?.value;
  const checks = maskChecks(nodes);
  const versions = [
    ...(message ? [{ ksn: ksn && toHex(ksn), blocks: [messageBlock(message)], checks }] : []),
    ...(track
      ? [
          {
            ksn: toHex(ownKsn ?? ksn ?? new Uint8Array()) || undefined,
            blocks: [trackBlock(track)],
            checks,
          },
        ]
      : []),
  ];
  return {
    layout: `${LAYOUT}, chip`,
    serial: serial && readSerial(serial),
    versions,
    clearTags: nodes,
    parts: tlvParts(nodes),
  };
}

function messageBlock({ value }: TlvNode): Block {
  return { kind: "cipher", name: "C2", data: value, read: readTlv };
}

function trackBlock({ value }: TlvNode): Block {
  const read = (plain: Uint8Array) => readTlv(plain) ?? readBareEquivalent(plain);
  return { kind: "cipher", name: "C8", data: value, read };
}

/** Printable text stays text. Other bytes become hex. */
function readSerial(value: Uint8Array): string {
  const text = toLatin1(value);
  return /^[\x21-\x7e]+$/.test(text) ? text : toHex(value);
}

function maskChecks(nodes: readonly TlvNode[]) {
  const masked = findTag(nodes, "C4")?.value;
  return maskCheck("masked C4", masked && toHex(masked), findCardNumber);
}
