/** vendora and vendord: variants of their records beyond the published captures. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { discloseReading } from "../../../src/core/parser/payloads/disclose-reading.ts";
import { read, readError } from "./keys.ts";
import * as made from "./made-payloads.ts";
import { VENDORA_KEYED_UNKNOWN, VENDORD_SWIPE } from "./published-payloads.ts";
import { hex } from "./reference-dukpt.ts";

const BOTH = { tracks: [made.TRACK_1, made.TRACK_2, ""] } as const;
const vendora = (payload: string, serial?: string) =>
  read({ deviceType: "vendora", payload, ...(serial && { serial }) });

const records: [what: string, record: made.SwipeRecord][] = [
  ["triple DES", BOTH],
  ["AES under a key of TDES DUKPT", { ...BOTH, cipher: "aes" }],
  ["the PIN variant", { ...BOTH, use: "pin" }],
  ["the PIN variant and AES", { ...BOTH, use: "pin", cipher: "aes" }],
  ["a session id", { ...BOTH, hasSession: true }],
  ["optional bytes", { ...BOTH, optional: Buffer.from([1, 2, 3]) }],
  ["an AAMVA track too", { encoding: 0x81, tracks: ["%CALIFORNIA^NOBODY^?X", made.TRACK_2, ""] }],
  ["track 3", { tracks: [made.TRACK_1, made.TRACK_2, ";011234567890=724724100000?5"] }],
];
for (const [what, record] of records) {
  test(`vendora: a record with ${what}, as hex and as typed`, async () => {
    const pieces = made.enhancedRecord(record);
    for (const payload of [
      made.framed(made.asBinary(pieces)),
      made.framedTyped(made.asTyped(pieces)),
    ]) {
      const reading = await vendora(payload);
      assert.equal(reading.serial, "310T061040");
      assert.equal(reading.mode, "swiped");
      const { extracted, track3 } = discloseReading(reading);
      assert.equal(extracted.PAN, made.NUMBER);
      assert.equal(extracted.EXPY, "1222");
      assert.equal(track3?.ascii, record.tracks[2] || undefined);
    }
  });
}

test("vendora: a typed card has its verification value, street and ZIP", async () => {
  const record = {
    encoding: 0xc0,
    tracks: ["", made.KEYED, ""],
    clearTrack3: "15=90210=",
  } as const;
  const pieces = made.enhancedRecord(record);
  for (const payload of [
    made.framed(made.asBinary(pieces)),
    made.framedTyped(made.asTyped(pieces)),
  ]) {
    const reading = await vendora(payload);
    const { extracted, keyed, track2 } = discloseReading(reading);
    assert.equal(reading.mode, "keyed");
    const card = { PAN: made.NUMBER, EXPY: "1222", CVV: "123", street: "15", ZIP: "90210" };
    assert.deepEqual(extracted, card);
    assert.equal(keyed?.ascii, made.KEYED);
    assert.equal(keyed?.masked, ";476173******0119=2212:***?*");
    assert.equal(track2, undefined);
  }
});

test("vendora: a published typed card with an unknown key has a valid frame", async () => {
  const error = await readError({ deviceType: "vendora", payload: VENDORA_KEYED_UNKNOWN });
  assert.equal(error?.code, "unreadable");
});

test("vendora: a record without serial or KSN takes the request's", async () => {
  const payload = made.framed(
    made.asBinary(made.enhancedRecord({ ...BOTH, serial: "", hasKsn: false })),
  );
  const reading = await read({ deviceType: "vendora", payload, serial: "MINE", ksn: made.KSN });
  assert.equal(reading.serial, "MINE");
  assert.equal(
    (await readError({ deviceType: "vendora", payload, ksn: made.KSN }))?.code,
    "serial_missing",
  );
  assert.equal(
    (await readError({ deviceType: "vendora", payload, serial: "MINE" }))?.code,
    "bad_ksn",
  );
});

test("vendora: a record under a fixed key is refused", async () => {
  const payload = made.framed(made.asBinary(made.enhancedRecord({ ...BOTH, isFixedKey: true })));
  assert.equal((await readError({ deviceType: "vendora", payload }))?.code, "no_base_key");
});

test("vendora: masked tracks of another card are an error", async () => {
  const pieces = made
    .enhancedRecord(BOTH)
    .map((piece) => (typeof piece === "string" ? piece.replace("0119", "0118") : piece));
  const error = await readError({
    deviceType: "vendora",
    payload: made.framed(made.asBinary(pieces)),
  });
  assert.equal(error?.code, "unreadable");
  assert.match(error?.message ?? "", /masked track 1/);
});

test("vendora: a driver's license has no card number", async () => {
  const record = { encoding: 0x81, tracks: ["%CALIFORNIA^NOBODY^?X", "", ""] } as const;
  const payload = made.framed(made.asBinary(made.enhancedRecord(record)));
  assert.equal((await readError({ deviceType: "vendora", payload }))?.code, "no_pan");
});

const response = (start: string, head: string, data: Buffer) => {
  const length = Buffer.from([data.length >> 8, data.length & 255]);
  return made.upper(
    Buffer.concat([made.latin1(`${start}\0`), hex(head), length, data, hex("ABCD")]),
  );
};
for (const [start, head] of [
  ["ViVOtech2", "0200"],
  ["ViVOpayV3", "024000"],
] as const) {
  test(`vendora: a swipe record in the response of a reader, ${start}`, async () => {
    const record = hex(made.framed(made.asBinary(made.enhancedRecord(BOTH))));
    const data = Buffer.concat([
      made.tlv("DFEE25", "0011"),
      made.tlv("DFEE23", record),
      made.tlv("9F39", "80"),
    ]);
    const reading = await vendora(response(start, head, data));
    assert.equal(discloseReading(reading).extracted.PAN, made.NUMBER);
    assert.equal(reading.mode, "swiped");
    assert.equal(reading.isFallback, true, "9F39 says that the chip could not be read");
    const short = response(start, head, data).slice(0, -40);
    assert.equal(
      (await readError({ deviceType: "vendora", payload: short }))?.code,
      "broken_frame",
    );
  });
}

const value = hex(made.EQUIVALENT);
const chips: [what: string, clear: Buffer, sealing: Parameters<typeof made.seal>[1]][] = [
  ["its value", value, {}],
  ["the whole object", made.tlv("57", value), {}],
  ["the whole object, AES", made.tlv("57", value), { cipher: "aes" }],
];
for (const [what, clear, sealing] of chips) {
  for (const [entry, mode] of [
    ["05", "emv"],
    ["07", "contactless"],
    ["91", "contactless"],
  ] as const) {
    test(`vendora: a ${mode} card (9F39 ${entry}) with ${what} encrypted`, async () => {
      const data = Buffer.concat([
        made.tlv("DFEE12", made.KSN),
        made.tlv("DFEE26", "E000"),
        made.marked("57", "A1", hex("4761CCCCCCCC0119D2212CCCCCCCCCCCCC")),
        made.marked("57", "C1", made.seal(clear, sealing)),
        made.tlv("5F20", made.latin1("CARDHOLDER/ANY")),
        made.tlv("9F39", entry),
      ]);
      for (const payload of [made.upper(data), response("ViVOtech2", "0200", data)]) {
        const reading = await vendora(payload, "S1");
        const { extracted, track2equivalent } = discloseReading(reading);
        assert.equal(reading.mode, mode);
        assert.equal(track2equivalent?.ascii, made.EQUIVALENT);
        assert.deepEqual([extracted.PAN, extracted.Surname], [made.NUMBER, "CARDHOLDER"]);
      }
    });
  }
}

function originalRecord(track1: string, track2: string, encoding = 0) {
  const hash = (track: string) => createHash("sha1").update(track, "latin1").digest();
  const tracks = [track1, track2].filter((track) => track !== "");
  return [
    Buffer.from([encoding, 0x3f, track1.length, track2.length, 0]),
    made.maskedTrack(track1),
    made.maskedTrack(track2),
    made.seal(made.latin1(track1 + track2)),
    ...tracks.map(hash),
    hex(made.KSN),
  ];
}

const originals: [what: string, track1: string, track2: string][] = [
  ["both tracks", made.TRACK_1, made.TRACK_2],
  ["track 1 alone", made.TRACK_1, ""],
  ["track 2 alone", "", made.TRACK_2],
];
for (const [what, track1, track2] of originals) {
  test(`the original record with ${what}: bare, framed, typed; vendord and vendora`, async () => {
    const pieces = originalRecord(track1, track2);
    const bare = made.upper(made.asBinary(pieces));
    const payloads = [made.framed(made.asBinary(pieces)), made.framedTyped(made.asTyped(pieces))];
    for (const deviceType of ["vendord", "vendora"] as const) {
      for (const payload of deviceType === "vendord" ? [bare, ...payloads] : payloads) {
        const reading = discloseReading(await read({ deviceType, payload, serial: "S1" }));
        assert.equal(reading.extracted.PAN, made.NUMBER);
        assert.equal(reading.track1?.ascii, track1 || undefined);
      }
    }
  });
}

test("the original record of a typed card", async () => {
  const payload = made.framed(made.asBinary(originalRecord("", made.KEYED, 0x85)));
  const reading = await vendora(payload, "S1");
  assert.equal(reading.mode, "keyed");
  assert.equal(discloseReading(reading).extracted.CVV, "123");
});

test("vendord: hashes of other tracks are an error", async () => {
  const at = VENDORD_SWIPE.indexOf("3418AC88F6");
  const payload = `${VENDORD_SWIPE.slice(0, at)}0${VENDORD_SWIPE.slice(at + 1)}`;
  const error = await readError({ deviceType: "vendord", payload, serial: "S1" });
  assert.equal(error?.code, "unreadable");
  assert.match(error?.message ?? "", /hash of track 1/);
});
