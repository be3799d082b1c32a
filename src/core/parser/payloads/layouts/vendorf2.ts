/**
 * vendorf2: of a chip, TLV with an enciphered message (C2, KSN in C0) and perhaps an enciphered
 * track 2 equivalent (C8, KSN in C7); of a swipe, what vendorf sends.
 */

import { hasItems } from "../emv-items.ts";
import { bytesOfHex, hexOf, textOf } from "../encoded-bytes.ts";
import { numberIn, readBareEquivalent, readTlv } from "../found.ts";
import { PayloadError } from "../payload-error.ts";
import { findTag, type TlvNode } from "../tlv.ts";
import { type Block, type Laid, type LayoutHints, maskedAs, partsOfTlv } from "./layout.ts";
import { tlvOfText } from "./tlv-text.ts";
import { layVendorf } from "./vendorf.ts";

const LAYOUT = "vendorf2";
const KSN_BYTES = [10, 12];

export function layVendorf2(text: string, hints: LayoutHints): Laid {
  if (!hasItems(text) && bytesOfHex(text) === undefined) return asSwipe(text);
  try {
    const nodes = tlvOfText(text, LAYOUT);
    if (findTag(nodes, "C2") ?? findTag(nodes, "C8")) return asChip(nodes);
  } catch (error) {
    // A swipe is no TLV, and its KSN comes with the request: without one this was meant to be TLV.
    if (!(error instanceof PayloadError) || !hints.hasKsn) throw error;
  }
  return asSwipe(text);
}

/** Unlike vendorf's, its KSN does not name the device. */
function asSwipe(text: string): Laid {
  return { ...layVendorf(text), layout: `${LAYOUT}, enciphered tracks`, isSerialInKsn: false };
}

function asChip(nodes: readonly TlvNode[]): Laid {
  const [message, track] = [findTag(nodes, "C2"), findTag(nodes, "C8")];
  const ksn = findTag(nodes, "C0")?.value;
  const trackKsn = findTag(nodes, "C7")?.value;
  const ownKsn = trackKsn && KSN_BYTES.includes(trackKsn.length) ? trackKsn : undefined;
  const serial = findTag(nodes, "DF826E")?.value;
  const doubts = doubtsOf(nodes);
  const versions = [
    ...(message ? [{ ksn: ksn && hexOf(ksn), blocks: [messageBlock(message)], doubts }] : []),
    ...(track
      ? [
          {
            ksn: hexOf(ownKsn ?? ksn ?? new Uint8Array()) || undefined,
            blocks: [trackBlock(track)],
            doubts,
          },
        ]
      : []),
  ];
  return {
    layout: `${LAYOUT}, chip`,
    serial: serial && serialOf(serial),
    versions,
    beside: nodes,
    parts: partsOfTlv(nodes),
  };
}

function messageBlock({ value }: TlvNode): Block {
  return { kind: "cipher", name: "C2", data: value, read: readTlv };
}

function trackBlock({ value }: TlvNode): Block {
  const read = (plain: Uint8Array) => readTlv(plain) ?? readBareEquivalent(plain);
  return { kind: "cipher", name: "C8", data: value, read };
}

/** As text where it is text, else as hex. */
function serialOf(value: Uint8Array): string {
  const text = textOf(value);
  return /^[\x21-\x7e]+$/.test(text) ? text : hexOf(value);
}

function doubtsOf(nodes: readonly TlvNode[]) {
  const masked = findTag(nodes, "C4")?.value;
  return maskedAs("masked C4", masked && hexOf(masked), numberIn);
}
