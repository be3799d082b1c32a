/**
 * Collects what the card host gets of a payload besides the card number: tracks, chip data and the
 * encrypted PIN block. A typed card has none of them. Pure.
 */
import type { CardReadout } from "../../ports/card-readout.ts";
import { selectHostTags } from "../../values/card-data/chip-tags.ts";
import { toHostTrack1, toHostTrack2 } from "../../values/card-data/track.ts";
import { Secret } from "../../values/secret.ts";
import { toHex } from "./payloads/encoded-bytes.ts";
import type { PayloadReading, TrackData } from "./payloads/reading.ts";
import { type TlvNode, tryTlv } from "./payloads/tlv.ts";

/** A PIN block and its KSN, as terminals send them. */
const PIN_TAGS = [
  { block: "99", ksn: "C1" },
  { block: "DFAE04", ksn: "DFAE05" },
] as const;
/** TDES and AES. */
const BLOCK_BYTES = [8, 16];
const KSN_BYTES = [10, 12];

export function collectReadout(
  reading: PayloadReading,
  clearTags: readonly TlvNode[] = [],
): CardReadout | undefined {
  if (reading.mode === "keyed") return undefined;
  const tags = [...encryptedTags(reading), ...clearTags];
  return {
    track1: reading.track1 && toHostTrack1(reading.track1.ascii.reveal()),
    track2: collectTrack2(reading),
    ...collectPin(tags),
    chip: reading.mode === "swiped" ? undefined : selectHostTags((tag) => findClear(tags, tag)),
  };
}

/** Encrypted tags come before clear ones. */
function encryptedTags({ tlv }: PayloadReading): readonly TlvNode[] {
  return (tlv && tryTlv(Buffer.from(tlv.decrypted.reveal(), "hex"))) ?? [];
}

/** The chip's equivalent of track 2 is packed: D is the separator, and an F may follow. */
function collectTrack2({ track2, track2equivalent }: PayloadReading): Secret | undefined {
  if (track2 !== undefined) return toHostTrack2(track2.ascii.reveal());
  return track2equivalent && toHostTrack2(unpackEquivalent(track2equivalent));
}

function unpackEquivalent({ ascii }: TrackData): string {
  return ascii.reveal().replace(/F$/, "").replaceAll("D", "=");
}

/** Without a KSN, nothing shows that a PIN block is encrypted, so it is not used. */
function collectPin(tags: readonly TlvNode[]): Pick<CardReadout, "pinBlock" | "pinKsn"> {
  for (const { block, ksn } of PIN_TAGS) {
    const [pinBlock, pinKsn] = [findClear(tags, block), findClear(tags, ksn)];
    if (hasLength(pinBlock, BLOCK_BYTES) && hasLength(pinKsn, KSN_BYTES)) {
      return { pinBlock: new Secret(toHex(pinBlock)), pinKsn: toHex(pinKsn) };
    }
  }
  return {};
}

function hasLength(value: Uint8Array | undefined, lengths: readonly number[]): value is Uint8Array {
  return value !== undefined && lengths.includes(value.length);
}

/** The first value in clear. A masked or encrypted one is of no use to the host. */
function findClear(nodes: readonly TlvNode[], tag: string): Uint8Array | undefined {
  for (const node of nodes) {
    const isIt = node.tag === tag && node.mark === undefined;
    const value = isIt ? node.value : findClear(node.children, tag);
    if (value !== undefined) return value;
  }
  return undefined;
}
