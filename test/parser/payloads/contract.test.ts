/** Rules of the contract for damaged and unusual payloads. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspectPayload } from "../../../src/core/parser/payloads/inspect-payload.ts";
import { PayloadError } from "../../../src/core/parser/payloads/payload-error.ts";
import type { PayloadInput } from "../../../src/core/parser/payloads/reading.ts";
import {
  readEquivalent,
  readKeyed,
  readTrack1,
  readTrack2,
} from "../../../src/core/parser/payloads/tracks.ts";
import { read, readError } from "./keys.ts";
import * as made from "./made-payloads.ts";
import { VENDORA_SWIPE, VENDORA_TYPED, VENDORE_CHIP } from "./published-payloads.ts";
import { hex } from "./reference-dukpt.ts";

const serial = "S1";
const codeOf = async (input: PayloadInput) => (await readError(input))?.code;

/** Contract B, masking: shows the first six and last four digits and the expiration date. */
const MASKS: [what: string, track: { data: { masked: string } } | undefined, masked: string][] = [
  [
    "track 2 without expiry",
    readTrack2(`;${made.NUMBER}==2011758?`),
    ";476173******0119==*******?",
  ],
  ["track 2 without both", readTrack2(`;${made.NUMBER}===1758?`), ";476173******0119===****?"],
  [
    "track 1 without expiry",
    readTrack1(`%B${made.NUMBER}^A/B^^2011758?`),
    "%B476173******0119^A/B^^*******?",
  ],
  [
    "track 1 without both",
    readTrack1(`%B${made.NUMBER}^A/B^^^1758?`),
    "%B476173******0119^A/B^^^****?",
  ],
  ["a typed card without expiry", readKeyed(`;${made.NUMBER}=:123?`), ";476173******0119=:***?"],
  [
    "tag 57 without expiry",
    readEquivalent(hex(`${made.NUMBER}DD20117589`)),
    "476173******0119DD********",
  ],
];
for (const [what, track, masked] of MASKS) {
  test(`a mask shows no digit in place of a missing expiration date: ${what}`, () =>
    assert.equal(track?.data.masked, masked));
}

test("2101: a status other than 00 is an error, even with data", async () => {
  for (const status of ["01", "02", "99"]) {
    const payload = `[STX]E07${status}01[FS]02[FS]${VENDORE_CHIP}[ETX][LRC]`;
    assert.equal(await codeOf({ deviceType: "vendore", payload, serial }), "nothing_read", status);
  }
  const good = `[STX]E070001[FS]02[FS]${VENDORE_CHIP}[ETX][LRC]`;
  const after = `[STX]E070101[FS][FS][ETX][LRC]${good}`;
  assert.equal(await codeOf({ deviceType: "vendore", payload: after, serial }), undefined);
});

test("2100: an unknown data type is an error, even with data", async () => {
  for (const type of ["00", "04", "1", ""]) {
    const payload = `[STX]E070001[FS]${type}[FS]${VENDORE_CHIP}[ETX][LRC]`;
    const problem = await readError({ deviceType: "vendore", payload, serial });
    assert.equal(problem?.code, "wrong_layout", type);
    assert.match(problem?.message ?? "", /data type/);
  }
  const other = `[STX]E070001[FS]04[FS]AAAA[ETX][LRC]`;
  const after = `${other}[STX]E070001[FS]02[FS]${VENDORE_CHIP}[ETX][LRC]`;
  assert.equal(await codeOf({ deviceType: "vendore", payload: after, serial }), undefined);
});

test("2600: a masked number that differs is an error, wherever the clear number is", async () => {
  const other = "476174FFFFFF0119";
  const inTlv = Buffer.concat([made.tlv("5A", made.NUMBER), made.tlv("5F24", "221231")]);
  const vendorc = (clear: Buffer, masked: string) =>
    made.upper(
      Buffer.concat([
        made.tlv("DFAE02", made.seal(clear)),
        made.tlv("DFAE03", made.KSN),
        made.tlv("DFAE5A", masked),
      ]),
    );
  const vendorf2 = (clear: Buffer, masked: string) =>
    made.upper(
      Buffer.concat([
        made.tlv("C0", made.KSN),
        made.tlv("C2", made.seal(clear)),
        made.tlv("C4", masked),
      ]),
    );
  const vendora = (masked: string) =>
    made.upper(
      Buffer.concat([
        made.tlv("DFEE12", made.KSN),
        made.marked("5A", "A1", hex(masked)),
        made.marked("5A", "C1", made.seal(made.tlv("5A", made.NUMBER))),
      ]),
    );
  for (const [masked, code] of [
    [other, "unreadable"],
    ["476173FFFFFF0119", undefined],
  ] as const) {
    for (const [deviceType, payload] of [
      ["vendorc", vendorc(made.tlv("5F22", made.latin1(made.TRACK_2)), masked)],
      ["vendorc", vendorc(inTlv, masked)],
      ["vendorf2", vendorf2(inTlv, masked)],
      ["vendorf2", vendorf2(made.tlv("57", made.EQUIVALENT), masked)],
      ["vendora", vendora(masked)],
    ] as const) {
      assert.equal(await codeOf({ deviceType, payload, serial }), code, `${deviceType} ${masked}`);
    }
  }
});

test("2600: a name with bytes that a magnetic stripe cannot have is an error", async () => {
  const ksn = made.KSN;
  for (const wrong of ["\x11", "\x00", "\xb7", "\x7f"]) {
    const track = made.TRACK_1.replace("ANY", `A${wrong}Y`);
    const payload = made.upper(made.seal(made.latin1(track)));
    assert.equal(await codeOf({ deviceType: "generic", payload, serial, ksn }), "unreadable");
    const record = made.enhancedRecord({ tracks: [track, made.TRACK_2, ""] });
    const framedRecord = made.framed(made.asBinary(record));
    assert.equal(await codeOf({ deviceType: "vendora", payload: framedRecord }), "unreadable");
  }
  const payload = made.upper(
    made.seal(made.latin1(made.TRACK_1.replace("ANY", "Any-O'N.É".slice(0, 8)))),
  );
  assert.equal((await read({ deviceType: "generic", payload, serial, ksn })).mode, "swiped");
});

test("2102: a truncated frame is a broken frame", async () => {
  for (const whole of [VENDORA_SWIPE, VENDORA_TYPED]) {
    for (const cut of [2, 4, 8, 40, 200]) {
      const payload = whole.slice(0, -cut);
      assert.equal(await codeOf({ deviceType: "vendora", payload }), "broken_frame", `${cut}`);
    }
  }
});

test("an error of the KSN still has the serial number of the payload", () => {
  for (const ksn of ["FFFFFF02001109400010", "no hex"]) {
    assert.throws(
      () => inspectPayload({ deviceType: "vendora", payload: VENDORA_SWIPE, ksn }),
      (error) => error instanceof PayloadError && error.serial === "310T061040",
    );
  }
});
