/** vendora and vendord: what their records can say beyond the published captures. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { discloseReading } from "../../../src/core/parser/payloads/disclose-reading.ts";
import { errorOf, read } from "./keys.ts";
import {
  asBinary,
  asTyped,
  EQUIVALENT,
  enhancedRecord,
  framed,
  framedTyped,
  KEYED,
  KSN,
  latin1,
  marked,
  maskedTrack,
  NUMBER,
  type SwipeRecord,
  seal,
  TRACK_1,
  TRACK_2,
  tlv,
  upper,
} from "./made-payloads.ts";
import { VENDORA_KEYED_UNKNOWN, VENDORD_SWIPE } from "./published-payloads.ts";
import { hex } from "./reference-dukpt.ts";

const BOTH = { tracks: [TRACK_1, TRACK_2, ""] } as const;
const vendora = (payload: string, serial?: string) =>
  read({ deviceType: "vendora", payload, ...(serial && { serial }) });

const records: [what: string, record: SwipeRecord][] = [
  ["triple DES", BOTH],
  ["AES under a key of TDES DUKPT", { ...BOTH, cipher: "aes" }],
  ["the PIN variant", { ...BOTH, use: "pin" }],
  ["the PIN variant and AES", { ...BOTH, use: "pin", cipher: "aes" }],
  ["a session id", { ...BOTH, hasSession: true }],
  ["optional bytes", { ...BOTH, optional: Buffer.from([1, 2, 3]) }],
  ["an AAMVA track beside", { encoding: 0x81, tracks: ["%CALIFORNIA^NOBODY^?X", TRACK_2, ""] }],
  ["track 3", { tracks: [TRACK_1, TRACK_2, ";011234567890=724724100000?5"] }],
];
for (const [what, record] of records) {
  test(`vendora: a record with ${what}, as hex and as typed`, async () => {
    const pieces = enhancedRecord(record);
    for (const payload of [framed(asBinary(pieces)), framedTyped(asTyped(pieces))]) {
      const reading = await vendora(payload);
      assert.equal(reading.serial, "310T061040");
      assert.equal(reading.mode, "swiped");
      const { extracted, track3 } = discloseReading(reading);
      assert.equal(extracted.PAN, NUMBER);
      assert.equal(extracted.EXPY, "1222");
      assert.equal(track3?.ascii, record.tracks[2] || undefined);
    }
  });
}

test("vendora: a typed card has its verification value, street and ZIP", async () => {
  const record = { encoding: 0xc0, tracks: ["", KEYED, ""], clearTrack3: "15=90210=" } as const;
  const pieces = enhancedRecord(record);
  for (const payload of [framed(asBinary(pieces)), framedTyped(asTyped(pieces))]) {
    const reading = await vendora(payload);
    const { extracted, keyed, track2 } = discloseReading(reading);
    assert.equal(reading.mode, "keyed");
    const card = { PAN: NUMBER, EXPY: "1222", CVV: "123", street: "15", ZIP: "90210" };
    assert.deepEqual(extracted, card);
    assert.equal(keyed?.ascii, KEYED);
    assert.equal(keyed?.masked, ";476173******0119=2212:***?*");
    assert.equal(track2, undefined);
  }
});

test("vendora: the published typed card, whose key nobody has, passes every check of its frame", async () => {
  const error = await errorOf({ deviceType: "vendora", payload: VENDORA_KEYED_UNKNOWN });
  assert.equal(error?.code, "unreadable");
});

test("vendora: a record without serial or KSN takes the request's", async () => {
  const payload = framed(asBinary(enhancedRecord({ ...BOTH, serial: "", hasKsn: false })));
  const reading = await read({ deviceType: "vendora", payload, serial: "MINE", ksn: KSN });
  assert.equal(reading.serial, "MINE");
  assert.equal(
    (await errorOf({ deviceType: "vendora", payload, ksn: KSN }))?.code,
    "serial_missing",
  );
  assert.equal(
    (await errorOf({ deviceType: "vendora", payload, serial: "MINE" }))?.code,
    "bad_ksn",
  );
});

test("vendora: a fixed key is no DUKPT key", async () => {
  const payload = framed(asBinary(enhancedRecord({ ...BOTH, isFixedKey: true })));
  assert.equal((await errorOf({ deviceType: "vendora", payload }))?.code, "no_base_key");
});

test("vendora: masked tracks that are another card's are damage", async () => {
  const pieces = enhancedRecord(BOTH).map((piece) =>
    typeof piece === "string" ? piece.replace("0119", "0118") : piece,
  );
  const error = await errorOf({ deviceType: "vendora", payload: framed(asBinary(pieces)) });
  assert.equal(error?.code, "unreadable");
  assert.match(error?.message ?? "", /masked track 1/);
});

test("vendora: a license is read, but holds no card number", async () => {
  const record = { encoding: 0x81, tracks: ["%CALIFORNIA^NOBODY^?X", "", ""] } as const;
  const payload = framed(asBinary(enhancedRecord(record)));
  assert.equal((await errorOf({ deviceType: "vendora", payload }))?.code, "no_pan");
});

const response = (start: string, head: string, data: Buffer) => {
  const length = Buffer.from([data.length >> 8, data.length & 255]);
  return upper(Buffer.concat([latin1(`${start}\0`), hex(head), length, data, hex("ABCD")]));
};
for (const [start, head] of [
  ["ViVOtech2", "0200"],
  ["ViVOpayV3", "024000"],
] as const) {
  test(`vendora: a swipe record in the response of a reader, ${start}`, async () => {
    const record = hex(framed(asBinary(enhancedRecord(BOTH))));
    const data = Buffer.concat([tlv("DFEE25", "0011"), tlv("DFEE23", record), tlv("9F39", "80")]);
    const reading = await vendora(response(start, head, data));
    assert.equal(discloseReading(reading).extracted.PAN, NUMBER);
    assert.equal(reading.mode, "swiped");
    assert.equal(reading.isFallback, true, "9F39 says that the chip could not be read");
    const short = response(start, head, data).slice(0, -40);
    assert.equal((await errorOf({ deviceType: "vendora", payload: short }))?.code, "broken_frame");
  });
}

const value = hex(EQUIVALENT);
const chips: [what: string, clear: Buffer, sealing: Parameters<typeof seal>[1]][] = [
  ["its value", value, {}],
  ["the whole object", tlv("57", value), {}],
  ["the whole object, AES", tlv("57", value), { cipher: "aes" }],
];
for (const [what, clear, sealing] of chips) {
  for (const [entry, mode] of [
    ["05", "emv"],
    ["07", "contactless"],
    ["91", "contactless"],
  ] as const) {
    test(`vendora: a ${mode} card (9F39 ${entry}) with ${what} encrypted`, async () => {
      const data = Buffer.concat([
        tlv("DFEE12", KSN),
        tlv("DFEE26", "E000"),
        marked("57", "A1", hex("4761CCCCCCCC0119D2212CCCCCCCCCCCCC")),
        marked("57", "C1", seal(clear, sealing)),
        tlv("5F20", latin1("CARDHOLDER/ANY")),
        tlv("9F39", entry),
      ]);
      for (const payload of [upper(data), response("ViVOtech2", "0200", data)]) {
        const reading = await vendora(payload, "S1");
        const { extracted, track2equivalent } = discloseReading(reading);
        assert.equal(reading.mode, mode);
        assert.equal(track2equivalent?.ascii, EQUIVALENT);
        assert.deepEqual([extracted.PAN, extracted.Surname], [NUMBER, "CARDHOLDER"]);
      }
    });
  }
}

function originalRecord(track1: string, track2: string, encoding = 0) {
  const hash = (track: string) => createHash("sha1").update(track, "latin1").digest();
  const tracks = [track1, track2].filter((track) => track !== "");
  return [
    Buffer.from([encoding, 0x3f, track1.length, track2.length, 0]),
    maskedTrack(track1),
    maskedTrack(track2),
    seal(latin1(track1 + track2)),
    ...tracks.map(hash),
    hex(KSN),
  ];
}

const originals: [what: string, track1: string, track2: string][] = [
  ["both tracks", TRACK_1, TRACK_2],
  ["track 1 alone", TRACK_1, ""],
  ["track 2 alone", "", TRACK_2],
];
for (const [what, track1, track2] of originals) {
  test(`the original record with ${what}: bare, framed, typed; vendord and vendora`, async () => {
    const pieces = originalRecord(track1, track2);
    const bare = upper(asBinary(pieces));
    const payloads = [framed(asBinary(pieces)), framedTyped(asTyped(pieces))];
    for (const deviceType of ["vendord", "vendora"] as const) {
      for (const payload of deviceType === "vendord" ? [bare, ...payloads] : payloads) {
        const reading = discloseReading(await read({ deviceType, payload, serial: "S1" }));
        assert.equal(reading.extracted.PAN, NUMBER);
        assert.equal(reading.track1?.ascii, track1 || undefined);
      }
    }
  });
}

test("the original record of a typed card", async () => {
  const payload = framed(asBinary(originalRecord("", KEYED, 0x85)));
  const reading = await vendora(payload, "S1");
  assert.equal(reading.mode, "keyed");
  assert.equal(discloseReading(reading).extracted.CVV, "123");
});

test("vendord: hashes of other tracks are damage", async () => {
  const at = VENDORD_SWIPE.indexOf("3418AC88F6");
  const payload = `${VENDORD_SWIPE.slice(0, at)}0${VENDORD_SWIPE.slice(at + 1)}`;
  const error = await errorOf({ deviceType: "vendord", payload, serial: "S1" });
  assert.equal(error?.code, "unreadable");
  assert.match(error?.message ?? "", /hash of track 1/);
});
