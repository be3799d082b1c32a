/** Reads every published payload and compares all members and masks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { discloseReading } from "../../../src/core/parser/payloads/disclose-reading.ts";
import { read } from "./keys.ts";
import * as published from "./published-payloads.ts";
import { READINGS } from "./published-readings.ts";

const SERIAL = "80012345";

for (const [what, input, expected] of READINGS) {
  test(what, async () => {
    const serial = expected.serial ?? SERIAL;
    const reading = await read({ ...input, serial: expected.serial ? undefined : SERIAL });
    const { extracted, tlv, ...tracks } = discloseReading(reading);
    const { mode, ksn, device, isFallback } = reading;
    assert.deepEqual(
      { mode, ksn, device, isFallback, serial: reading.serial },
      {
        mode: expected.mode,
        ksn: expected.ksn,
        device: input.deviceType,
        isFallback: false,
        serial,
      },
    );
    assert.deepEqual(extracted, expected.extracted);
    assert.equal(tlv?.decrypted, expected.tlv);
    const texts = Object.entries(tracks).map(([name, track]) => [
      name,
      [track.ascii, track.masked],
    ]);
    assert.deepEqual(Object.fromEntries(texts), expected.tracks);
    for (const track of Object.values(tracks)) assert.equal(track.length, track.ascii.length);
  });
}

test("vendorf2, a chip message in template 70", async () => {
  const input = {
    deviceType: "vendorf2",
    payload: published.VENDORF2_CHIP,
    serial: SERIAL,
  } as const;
  const reading = await read(input);
  const { extracted, tlv, track2equivalent } = discloseReading(reading);
  assert.equal(reading.mode, "emv");
  assert.equal(reading.ksn, "00000332100300E00003");
  assert.equal(track2equivalent?.ascii, "623061571010175284D231222086038214069F");
  assert.match(tlv?.decrypted ?? "", /^708201479F0206.*4954$/);
  assert.deepEqual(extracted, {
    PAN: "623061571010175284",
    EXPY: "1223",
    ServiceCode: "220",
    Discretionary: "86038214069",
  });
});

test("a printed reading shows no card data", async () => {
  const reading = await read({ deviceType: "vendora", payload: published.VENDORA_SWIPE });
  const { inspect } = await import("node:util");
  for (const text of [JSON.stringify(reading), inspect(reading, { depth: 9 }), String(reading)]) {
    assert.doesNotMatch(text, /4761731000000043|1303130600000|24122011/);
  }
});
