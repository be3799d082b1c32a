/**
 * The longest allowed payloads, made to be slow to parse. Each takes at most 50 ms of processor time.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DEVICE_TYPES } from "../../../src/core/management/devices/device-types.ts";
import { PAYLOAD_CHARACTERS_MAX } from "../../../src/core/parser/payloads/frame.ts";
import { measureCpu } from "./cpu-time.ts";
import { readError } from "./keys.ts";
import * as made from "./made-payloads.ts";

const CPU_MS_MAX = 50;
/** A try may contain garbage collection or compilation, so the best of several tries counts. */
const TRIES = 5;
const full = (piece: string) =>
  piece.repeat(Math.ceil(PAYLOAD_CHARACTERS_MAX / piece.length)).slice(0, PAYLOAD_CHARACTERS_MAX);
/** Encrypts these bytes repeatedly. */
const hidden = (piece: string, bytes = 32_000) =>
  made.seal(made.latin1(piece.repeat(bytes / piece.length)));

const hostile: Record<string, string> = {
  zeros: full("00"),
  "zeros and a one": `${full("00").slice(2)}01`,
  "only FF": full("FF"),
  "empty objects": full("5A00"),
  "templates in templates": full("E182FFFF"),
  "FF tags in FF tags": full("FF810582FFFF"),
  "wrong lengths": full("5A7F"),
  separators: full("[FS]"),
  "fields of one pair": full("00\x1c"),
  starts: full("\x02"),
  "starts and ends": full("\x02\x03"),
  items: full("T57:01:h00\x1c"),
  "items with wrong lengths": full("T57:7FFF:h\x1c"),
  "items with wrong lengths, without separators": full("T57:7FFF:h"),
  blanks: `00${full(" ").slice(4)}00`,
  "hex in pairs": full("AB "),
  base64: full("QUJD"),
  "an endless card read": `87.0M${full("9").slice(5)}`,
  "an E07 answer": `E070001\x1c02\x1c${full("A").slice(12)}`,
  "a swipe frame": made.framed(Buffer.alloc(32_000, 0x80)),
  "a typed swipe frame": made.framedTyped("80".repeat(30_000)),
  "clear zeros, then digits": made.upper(
    Buffer.concat([hidden("\0"), made.seal(made.latin1("12345678"))]),
  ),
  "an endless clear track": made.upper(hidden("%B4761739001010119^A/B^2212")),
  "clear digits": made.upper(hidden("1")),
  "clear 57s": made.upper(hidden("\x57\0")),
  "packed digits": made.upper(hidden("\xb1\x11\x11\x11\x11\x11\x11\x1d")),
  "F after F": made.upper(hidden("\x9f\x20\x82\x3e\x80\xff\xff\xff")),
  "a vendorc block of zeros": made.upper(
    Buffer.concat([made.tlv("DFAE02", hidden("\0")), made.tlv("DFAE03", made.KSN)]),
  ),
  "a vendorf2 block of digits": made.upper(
    Buffer.concat([made.tlv("C8", hidden("\x11")), made.tlv("C0", made.KSN)]),
  ),
};

for (const [what, payload] of Object.entries(hostile)) {
  test(`${what}, for every device type`, async () => {
    for (const deviceType of DEVICE_TYPES) {
      const input = { deviceType, payload, ksn: made.KSN, serial: "S1" };
      let best = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < TRIES && best > CPU_MS_MAX; tries++) {
        const { result: error, cpuMs } = await measureCpu(() => readError(input));
        best = Math.min(best, cpuMs);
        assert.notEqual(error, undefined, deviceType);
      }
      assert.ok(best <= CPU_MS_MAX, `${deviceType}: ${best} ms`);
    }
  });
}
