/** One good payload or more of every device type and transport, to be damaged. */
import type { PayloadInput } from "../../../src/core/parser/payloads/reading.ts";
import {
  AES_KSN,
  asBinary,
  asTyped,
  cardBlock,
  EQUIVALENT,
  enhancedRecord,
  framed,
  framedTyped,
  KEYED,
  KSN,
  latin1,
  linkFrame,
  marked,
  NUMBER,
  rawFrame,
  seal,
  TRACK_1,
  TRACK_2,
  tlv,
  upper,
} from "./made-payloads.ts";
import * as published from "./published-payloads.ts";
import { hex } from "./reference-dukpt.ts";

const serial = "S1";
const CHIP = Buffer.concat([tlv("5A", NUMBER), tlv("57", EQUIVALENT), tlv("5F24", "221231")]);
const keyed = enhancedRecord({ encoding: 0xc0, tracks: ["", KEYED, ""], clearTrack3: "15=90210=" });
const marks = Buffer.concat([
  tlv("DFEE12", KSN),
  marked("57", "A1", hex("4761CCCCCCCC0119D2212CCCCCCCCCCCCC")),
  marked("57", "C1", seal(hex(EQUIVALENT))),
]);
const blocks = Buffer.concat([tlv("DFAE02", seal(CHIP)), tlv("DFAE03", KSN)]);
const aesBlocks = Buffer.concat([
  tlv("DFAE02", seal(CHIP, { ksn: AES_KSN })),
  tlv("DFAE03", AES_KSN),
]);
const vendore = Buffer.concat([tlv("DF9020", seal(CHIP)), tlv("DF9021", KSN)]).toString("base64");
const chip = Buffer.concat([
  tlv("C0", KSN),
  tlv("C2", seal(tlv("70", CHIP), { fill: "pkcs7" })),
  tlv("C8", seal(hex(EQUIVALENT))),
]);

export const CORPUS: readonly PayloadInput[] = [
  {
    deviceType: "generic",
    payload: published.GENERIC_PIN_VARIANT,
    ksn: "FFFF9876543210E00008",
    serial,
  },
  { deviceType: "generic", payload: published.GENERIC_TLV, ksn: "FFFF01040DA058E00001", serial },
  {
    deviceType: "generic",
    payload: seal(latin1(TRACK_1 + TRACK_2)).toString("base64"),
    ksn: KSN,
    serial,
  },
  { deviceType: "generic", payload: upper(seal(CHIP, { ksn: AES_KSN })), ksn: AES_KSN, serial },
  { deviceType: "vendora", payload: published.VENDORA_SWIPE },
  { deviceType: "vendora", payload: published.VENDORA_TYPED },
  { deviceType: "vendora", payload: framed(asBinary(keyed)) },
  { deviceType: "vendora", payload: framedTyped(asTyped(keyed)) },
  { deviceType: "vendora", payload: upper(marks), serial },
  {
    deviceType: "vendora",
    payload: upper(
      Buffer.concat([
        latin1("ViVOtech2\0"),
        hex("0200"),
        hex("00"),
        Buffer.from([marks.length]),
        marks,
        hex("0000"),
      ]),
    ),
    serial,
  },
  { deviceType: "vendorb-ra1", payload: published.VENDORB_RA1, serial },
  { deviceType: "vendorb-rba", payload: published.VENDORB_RBA_BLOCK, serial },
  { deviceType: "vendorb-rba", payload: published.VENDORB_RBA_EMV, serial },
  { deviceType: "vendorb-rba", payload: rawFrame(`87.0M${cardBlock({ name: "A/B" })}`), serial },
  { deviceType: "vendorc", payload: published.VENDORC_SWIPE, serial },
  { deviceType: "vendorc", payload: published.VENDORC_CHIP, serial },
  { deviceType: "vendorc", payload: upper(linkFrame(Buffer.concat([blocks, blocks]))), serial },
  { deviceType: "vendorc", payload: upper(aesBlocks), serial },
  { deviceType: "vendord", payload: published.VENDORD_SWIPE, serial },
  { deviceType: "vendord", payload: framed(hex(published.VENDORD_SWIPE)), serial },
  { deviceType: "vendore", payload: published.VENDORE_CHIP, serial },
  { deviceType: "vendore", payload: `[STX]E070001[FS]02[FS]${vendore}[ETX][LRC]`, serial },
  { deviceType: "vendorf", payload: published.VENDORF_TRACK1, ksn: "02820620140175E0001D" },
  {
    deviceType: "vendorf",
    payload: `${upper(seal(latin1(TRACK_1)))}|${upper(seal(latin1(TRACK_2)))}`,
    ksn: KSN,
  },
  { deviceType: "vendorf2", payload: published.VENDORF2_CHIP, serial },
  { deviceType: "vendorf2", payload: upper(chip), serial },
];
