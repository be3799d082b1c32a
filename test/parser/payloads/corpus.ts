/** Valid payloads of every device type and transport. */
import type { PayloadInput } from "../../../src/core/parser/payloads/reading.ts";
import * as made from "./made-payloads.ts";
import * as published from "./published-payloads.ts";
import { hex } from "./reference-dukpt.ts";

const serial = "S1";
const keyed = made.enhancedRecord({
  encoding: 0xc0,
  tracks: ["", made.KEYED, ""],
  clearTrack3: "15=90210=",
});
const marks = Buffer.concat([
  made.tlv("DFEE12", made.KSN),
  made.marked("57", "A1", hex("4761CCCCCCCC0119D2212CCCCCCCCCCCCC")),
  made.marked("57", "C1", made.seal(hex(made.EQUIVALENT))),
]);
const blocks = Buffer.concat([
  made.tlv("DFAE02", made.seal(made.CHIP)),
  made.tlv("DFAE03", made.KSN),
]);
const aesBlocks = Buffer.concat([
  made.tlv("DFAE02", made.seal(made.CHIP, { ksn: made.AES_KSN })),
  made.tlv("DFAE03", made.AES_KSN),
]);
const vendore = Buffer.concat([
  made.tlv("DF9020", made.seal(made.CHIP)),
  made.tlv("DF9021", made.KSN),
]).toString("base64");
const chip = Buffer.concat([
  made.tlv("C0", made.KSN),
  made.tlv("C2", made.seal(made.tlv("70", made.CHIP), { fill: "pkcs7" })),
  made.tlv("C8", made.seal(hex(made.EQUIVALENT))),
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
    payload: made.seal(made.latin1(made.TRACK_1 + made.TRACK_2)).toString("base64"),
    ksn: made.KSN,
    serial,
  },
  {
    deviceType: "generic",
    payload: made.upper(made.seal(made.CHIP, { ksn: made.AES_KSN })),
    ksn: made.AES_KSN,
    serial,
  },
  { deviceType: "vendora", payload: published.VENDORA_SWIPE },
  { deviceType: "vendora", payload: published.VENDORA_TYPED },
  { deviceType: "vendora", payload: made.framed(made.asBinary(keyed)) },
  { deviceType: "vendora", payload: made.framedTyped(made.asTyped(keyed)) },
  { deviceType: "vendora", payload: made.upper(marks), serial },
  {
    deviceType: "vendora",
    payload: made.upper(
      Buffer.concat([
        made.latin1("ViVOtech2\0"),
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
  {
    deviceType: "vendorb-rba",
    payload: made.rawFrame(`87.0M${made.cardBlock({ name: "A/B" })}`),
    serial,
  },
  { deviceType: "vendorc", payload: published.VENDORC_SWIPE, serial },
  { deviceType: "vendorc", payload: published.VENDORC_CHIP, serial },
  {
    deviceType: "vendorc",
    payload: made.upper(made.linkFrame(Buffer.concat([blocks, blocks]))),
    serial,
  },
  { deviceType: "vendorc", payload: made.upper(aesBlocks), serial },
  { deviceType: "vendord", payload: published.VENDORD_SWIPE, serial },
  { deviceType: "vendord", payload: made.framed(hex(published.VENDORD_SWIPE)), serial },
  { deviceType: "vendore", payload: published.VENDORE_CHIP, serial },
  { deviceType: "vendore", payload: `[STX]E070001[FS]02[FS]${vendore}[ETX][LRC]`, serial },
  { deviceType: "vendorf", payload: published.VENDORF_TRACK1, ksn: "02820620140175E0001D" },
  {
    deviceType: "vendorf",
    payload: `${made.upper(made.seal(made.latin1(made.TRACK_1)))}|${made.upper(made.seal(made.latin1(made.TRACK_2)))}`,
    ksn: made.KSN,
  },
  { deviceType: "vendorf2", payload: published.VENDORF2_CHIP, serial },
  { deviceType: "vendorf2", payload: made.upper(chip), serial },
];
