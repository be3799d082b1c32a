/** Tests of card-readout.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret } from "../../values/secret.ts";
import { collectReadout } from "./card-readout.ts";
import type { PayloadReading, TrackData } from "./payloads/reading.ts";
import { parseTlv, type TlvNode } from "./payloads/tlv.ts";

const TRACK_1 = "%B4761739001010119^DI TEST/CARD 01^22122011758928889?A";
const TRACK_2 = ";4761739001010119=22122011758928889?0";
const EQUIVALENT = "4761739001010119D221220117589288890F";
const CARD_TAGS = `57124761739001010119D221220117589288890F5A0847617390010101195F2002412F`;
const CRYPTOGRAM = "9F26081122334455667788";

function track(text: string): TrackData {
  return {
    ascii: new Secret(text),
    decrypted: new Secret(""),
    length: text.length,
    masked: "",
  };
}

function reading(parts: Partial<PayloadReading>): PayloadReading {
  const extracted = { PAN: new Secret("4761739001010119"), EXPY: "1222" };
  const common = { isFallback: false, device: "generic", serial: "S1", ksn: "", extracted };
  return { mode: "emv", ...common, ...parts };
}

const nodes = (hex: string): readonly TlvNode[] =>
  parseTlv(Buffer.from(hex, "hex"), { where: "test", isMarked: true });

function collect(parts: Partial<PayloadReading>, clearHex = "") {
  const readout = collectReadout(reading(parts), nodes(clearHex));
  const { track1, track2, pinBlock, pinKsn, chip } = readout ?? {};
  return {
    track1: track1?.reveal(),
    track2: track2?.reveal(),
    pinBlock: pinBlock?.reveal(),
    pinKsn,
    chip: chip && [...chip].map(([tag, value]) => tag + Buffer.from(value).toString("hex")),
  };
}

const NOTHING = {
  track1: undefined,
  track2: undefined,
  pinBlock: undefined,
  pinKsn: undefined,
  chip: undefined,
};

test("a swipe has its tracks without sentinels, and no chip data", () => {
  const parts = { mode: "swiped", track1: track(TRACK_1), track2: track(TRACK_2) } as const;
  assert.deepEqual(collect(parts, "9A03261117"), {
    ...NOTHING,
    track1: "B4761739001010119^DI TEST/CARD 01^22122011758928889",
    track2: "4761739001010119=22122011758928889",
  });
});

test("a chip has the equivalent of track 2 as a track, with = and without padding", () => {
  assert.equal(
    collect({ track2equivalent: track(EQUIVALENT) }).track2,
    "4761739001010119=221220117589288890",
  );
});

test("chip data comes from encrypted tags first, then from clear ones, without card data", () => {
  const tlv = { decrypted: new Secret(`${CARD_TAGS}${CRYPTOGRAM}9A03260101`) };
  const clear = `${CARD_TAGS}9A03261117E10482022000`;
  const expected = ["9F261122334455667788", "9A260101", "822000"];
  assert.deepEqual(collect({ tlv }, clear).chip, expected);
});

test("masked and encrypted values of a tag are not used", () => {
  // One vendor marks them with A1 and C1 between tag and length.
  assert.equal(collect({}, "9F26A1081122334455667788").chip, undefined);
  assert.equal(collect({}, "99C1081122334455667788").pinBlock, undefined);
});

test("a PIN block counts with its KSN only, because nothing else shows that it is encrypted", () => {
  const block = "99080123456789ABCDEF";
  const ksn = "C10AFFFF9876543210E00001";
  const pin = { pinBlock: "0123456789ABCDEF", pinKsn: "FFFF9876543210E00001" };
  assert.deepEqual(collect({}, block + ksn), { ...NOTHING, ...pin });
  assert.deepEqual(collect({}, block), NOTHING);
  assert.deepEqual(collect({ tlv: { decrypted: new Secret(block) } }, ksn), { ...NOTHING, ...pin });
  const other = "DFAE04080123456789ABCDEFDFAE050AFFFF9876543210E00001";
  assert.deepEqual(collect({}, other), { ...NOTHING, ...pin });
});

test("a PIN block or KSN of an impossible length is not used", () => {
  assert.deepEqual(collect({}, "99070123456789ABCDC10AFFFF9876543210E00001"), NOTHING);
  assert.deepEqual(collect({}, "99080123456789ABCDEFC103FFFF98"), NOTHING);
});

test("a typed card has nothing for the host but its number", () => {
  const parts = { mode: "keyed", track2: track(TRACK_2) } as const;
  assert.equal(collectReadout(reading(parts), nodes(CRYPTOGRAM)), undefined);
});

test("a readout does not show tracks or the PIN block", async () => {
  const { inspect } = await import("node:util");
  const readout = collectReadout(
    reading({ track2: track(TRACK_2) }),
    nodes("99080123456789ABCDEFC10AFFFF9876543210E00001"),
  );
  assert.doesNotMatch(inspect(readout) + JSON.stringify(readout), /47617390|0123456789/);
});
