/** Every error of a payload has its code and a message without data. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PayloadErrorCode } from "../../../src/core/parser/payloads/payload-error.ts";
import type { PayloadInput } from "../../../src/core/parser/payloads/reading.ts";
import { readError } from "./keys.ts";
import * as made from "./made-payloads.ts";
import * as published from "./published-payloads.ts";

type Case = readonly [what: string, input: PayloadInput, code: PayloadErrorCode, words?: RegExp];
const serial = "S1";
const changed = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === "0" ? "1" : "0") + text.slice(at + 1);
const vendorc = (clear: Buffer) =>
  made.upper(Buffer.concat([made.tlv("DFAE02", made.seal(clear)), made.tlv("DFAE03", made.KSN)]));
const exit = (type: string) => `[STX]87.${type}[ETX][LRC]`;
const e07 = (status: string) => `[STX]E07${status}01[FS]01[FS][ETX][LRC]`;

const cases: readonly Case[] = [
  ["an empty payload", { deviceType: "generic", payload: "", serial }, "wrong_layout"],
  [
    "text that is neither hex nor base64",
    { deviceType: "generic", payload: "%%%", serial },
    "wrong_layout",
    /hex or base64/,
  ],
  [
    "half a block",
    { deviceType: "generic", payload: "AABBCC", serial, ksn: made.KSN },
    "wrong_layout",
    /3 bytes/,
  ],
  [
    "a payload of another device type",
    { deviceType: "vendorb-rba", payload: published.VENDORC_SWIPE, serial },
    "wrong_layout",
    /^vendorb-rba: /,
  ],
  [
    "TLV without the needed tag",
    { deviceType: "vendorc", payload: "9A03150511", serial },
    "wrong_layout",
    /DFAE02/,
  ],
  [
    "a payload over 64 Ki characters",
    { deviceType: "generic", payload: "A".repeat(65_537), serial },
    "wrong_layout",
    /65537/,
  ],
  [
    "an AES KSN over half a block",
    { deviceType: "generic", payload: "AABBCCDDEEFF0011", serial, ksn: made.AES_KSN },
    "wrong_layout",
    /block size/,
  ],
  [
    "a cut record",
    { deviceType: "vendord", payload: published.VENDORD_SWIPE.slice(0, 200), serial },
    "wrong_layout",
    /at byte \d+/,
  ],
  ...(
    [
      ["1", /exit type 1, bad read/],
      ["2", /exit type 2, canceled/],
      ["3", /exit type 3, button pressed/],
      ["7", /exit type 7, encryption failed/],
      ["9", /exit type 9, declined/],
      ["5", /exit type 5, an error/],
      ["X", /not a digit/],
    ] as const
  ).map(
    ([type, words]): Case => [
      `a card read with exit type ${type}`,
      { deviceType: "vendorb-rba", payload: exit(type), serial },
      "nothing_read",
      words,
    ],
  ),
  [
    "vendore without data",
    { deviceType: "vendore", payload: e07("01"), serial },
    "nothing_read",
    /no data/,
  ],
  [
    "vendore with a cryptographic error",
    { deviceType: "vendore", payload: e07("02"), serial },
    "nothing_read",
    /cryptographic/,
  ],
  [
    "vendore that does not support it",
    { deviceType: "vendore", payload: e07("99"), serial },
    "nothing_read",
    /not supported/,
  ],
  [
    "a status word other than success",
    { deviceType: "vendorb-ra1", payload: "0100000000006A82", serial },
    "nothing_read",
    /6A82/,
  ],
  [
    "a wrong length",
    { deviceType: "vendora", payload: changed(published.VENDORA_SWIPE, 3) },
    "broken_frame",
    /length says \d+ bytes/,
  ],
  [
    "a changed record",
    { deviceType: "vendora", payload: changed(published.VENDORA_SWIPE, 300) },
    "broken_frame",
    /LRC/,
  ],
  [
    "a wrong checksum",
    {
      deviceType: "vendora",
      payload: changed(published.VENDORA_TYPED, published.VENDORA_TYPED.length - 4),
    },
    "broken_frame",
    /checksum/,
  ],
  [
    "a frame cut at its end",
    { deviceType: "vendora", payload: `${published.VENDORA_SWIPE.slice(0, -20)}03` },
    "broken_frame",
  ],
  [
    "a raw frame with a wrong LRC",
    {
      deviceType: "vendorb-rba",
      payload: `${made.rawFrame(`87.0M${made.cardBlock()}`).slice(0, -1)}\x7f`,
      serial,
    },
    "broken_frame",
    /XOR/,
  ],
  [
    "a link frame with a wrong LRC",
    {
      deviceType: "vendorc",
      payload: changed(
        made.upper(made.linkFrame(Buffer.from(vendorc(made.tlv("57", made.EQUIVALENT)), "hex"))),
        30,
      ),
      serial,
    },
    "broken_frame",
    /link frame at byte 0/,
  ],
  [
    "TLV that is cut",
    { deviceType: "vendorc", payload: published.VENDORC_SWIPE.slice(0, 100), serial },
    "broken_tlv",
    /tag E1 says 183 bytes, \d+ are left/,
  ],
  [
    "base64 TLV that is cut",
    { deviceType: "vendore", payload: published.VENDORE_CHIP.slice(0, 80), serial },
    "broken_tlv",
  ],
  [
    "a chip's TLV that is cut",
    { deviceType: "vendorf2", payload: published.VENDORF2_CHIP.slice(0, 400), serial },
    "broken_tlv",
  ],
  [
    "an FF1F item with a wrong length",
    {
      deviceType: "vendorb-rba",
      payload: published.VENDORB_RBA_EMV.replace("TFF1F:DD:", "TFF1F:DC:"),
      serial,
    },
    "broken_tlv",
    /FF1F/,
  ],
  ["no serial", { deviceType: "vendorc", payload: published.VENDORC_SWIPE }, "serial_missing"],
  [
    "a blank serial",
    { deviceType: "vendorc", payload: published.VENDORC_SWIPE, serial: " " },
    "serial_missing",
  ],
  [
    "another serial",
    { deviceType: "vendora", payload: published.VENDORA_SWIPE, serial: "310T061041" },
    "serial_differs",
  ],
  ["no KSN", { deviceType: "generic", payload: published.GENERIC_TLV, serial }, "bad_ksn"],
  [
    "no KSN, and no serial in it",
    { deviceType: "vendorf", payload: published.VENDORF_TRACK1 },
    "bad_ksn",
  ],
  [
    "an invalid KSN",
    { deviceType: "generic", payload: published.GENERIC_TLV, serial, ksn: "XYZ" },
    "bad_ksn",
  ],
  [
    "another KSN",
    { deviceType: "vendorc", payload: published.VENDORC_SWIPE, serial, ksn: made.KSN },
    "ksn_differs",
  ],
  [
    "the other key of the same cipher",
    { deviceType: "generic", payload: published.GENERIC_TLV, serial, ksn: made.KSN },
    "unreadable",
  ],
  [
    "clear fields of another card",
    { deviceType: "vendorb-rba", payload: made.cardBlock({ firstSix: "476174" }), serial },
    "unreadable",
    /first six/,
  ],
  [
    "a clear expiration date of another card",
    { deviceType: "vendorb-rba", payload: made.cardBlock({ expiry: "2301" }), serial },
    "unreadable",
  ],
  [
    "two tracks of two cards",
    {
      deviceType: "vendorf",
      payload: `${made.upper(made.seal(made.latin1(made.TRACK_1)))}|${made.upper(made.seal(made.latin1(made.TRACK_2.replace("0119", "0118"))))}`,
      ksn: made.KSN,
    },
    "unreadable",
    /two different card numbers/,
  ],
  [
    "an impossible month",
    {
      deviceType: "vendorc",
      payload: vendorc(made.tlv("57", made.EQUIVALENT.replace("D2212", "D2200"))),
      serial,
    },
    "unreadable",
    /expiration/,
  ],
  [
    "a masked 57 of another card",
    {
      deviceType: "vendorc",
      payload:
        vendorc(made.tlv("57", made.EQUIVALENT)) +
        made.upper(made.tlv("DFAE57", "476174FFFFFF0119D2212FFFFFFFFFFFFF")),
      serial,
    },
    "unreadable",
    /DFAE57/,
  ],
  [
    "tags without a number",
    { deviceType: "vendorc", payload: vendorc(made.tlv("5F24", "221231")), serial },
    "no_pan",
  ],
  [
    "an empty track 2",
    { deviceType: "vendorb-ra1", payload: "0100000100009000", serial },
    "no_pan",
  ],
];

for (const [what, input, code, words = /\.$/] of cases) {
  test(`${what}: ${code}`, async () => {
    const error = await readError(input);
    assert.equal(error?.code, code);
    assert.match(error?.message ?? "", words);
    assert.doesNotMatch(error?.message ?? "", /\d{6}|[0-9A-F]{10}/, "the message has no data");
  });
}
