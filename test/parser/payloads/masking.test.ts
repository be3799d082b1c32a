/** Masks show only the allowed digits, whatever the text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { contradictsMask, maskTrack } from "../../../src/core/parser/payloads/masking.ts";
import {
  readEquivalent,
  readKeyed,
  readPackedTrack2,
  readTrack1,
  readTrack2,
  readTrack3,
} from "../../../src/core/parser/payloads/tracks.ts";

const RUNS = 2_000;
const digits = (min: number, max = min) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max })
    .map((all) => all.join(""));
const expiry = fc
  .tuple(digits(2), fc.integer({ min: 1, max: 12 }))
  .map(([year, month]) => `${year}${String(month).padStart(2, "0")}`);
const card = fc.record({ number: digits(12, 19), expiry, rest: digits(3, 13) });

/** The visible part of a card number. */
const seen = (number: string) =>
  number.slice(0, 6) + "*".repeat(number.length - 10) + number.slice(-4);

test("an unknown text shows no digit", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 120 }), (text) => {
      assert.doesNotMatch(maskTrack(text, undefined), /\d/);
      assert.doesNotMatch(readTrack3(text).masked, /\d/);
      assert.equal(maskTrack(text, undefined).length, Array.from(text).length);
    }),
    { numRuns: RUNS },
  );
});

test("a number of fewer than twelve digits is hidden completely", () => {
  const places = { number: { from: 0, to: 11 } };
  assert.equal(maskTrack("47617390010=", places), "***********=");
});

test("tracks 1 and 2, typed, packed and as tag 57 show the first six, last four and expiration date only", () => {
  fc.assert(
    fc.property(card, ({ number, expiry: date, rest }) => {
      const stars = "*".repeat(rest.length);
      const track1 = readTrack1(`%B${number}^NAME 12/A^${date}${rest}?5`);
      assert.equal(track1?.data.masked, `%B${seen(number)}^NAME **/A^${date}${stars}?*`);
      const track2 = readTrack2(`;${number}=${date}${rest}?5`);
      if (track2 !== undefined) {
        assert.equal(track2.data.masked, `;${seen(number)}=${date}${stars}?*`);
      }
      const keyed = readKeyed(`;${number}=${date}:${rest.slice(0, 3)}?5`);
      assert.equal(keyed?.data.masked, `;${seen(number)}=${date}:***?*`);
      const text = `${number}D${date}${rest}`;
      const equivalent = readEquivalent(
        Buffer.from(text.padEnd(text.length + (text.length % 2), "F"), "hex"),
      );
      assert.equal(equivalent?.data.masked.replace(/F$/, ""), `${seen(number)}D${date}${stars}`);
      const symbols = `B${number}D${date}${rest}F5`;
      const packed = readPackedTrack2(Buffer.from(symbols.padEnd(48, "0"), "hex"));
      if (track2 !== undefined) assert.equal(packed?.data.masked, track2.data.masked);
    }),
    { numRuns: RUNS },
  );
});

test("the mask of any track has at most 14 digits", () => {
  const character = fc.constantFrom(..."0123456789%;?=^:BD /F<>ABCXYZ");
  const text = fc.array(character, { maxLength: 60 }).map((all) => all.join(""));
  fc.assert(
    fc.property(text, card, (noise, { number, expiry: date }) => {
      for (const candidate of [
        noise,
        `;${number}=${date}${noise}`,
        `%B${number}^${noise}`,
        `%B${number}^A^${date}${noise}`,
      ]) {
        for (const read of [readTrack1, readTrack2, readKeyed]) {
          const masked = read(candidate)?.data.masked ?? "";
          assert.ok(masked.replaceAll(/\D/g, "").length <= 14, masked);
        }
      }
    }),
    { numRuns: RUNS },
  );
});

const tracks: [what: string, track: { card: object } | undefined, fields: object | undefined][] = [
  [
    "blanks inside the number of track 1 are dropped",
    readTrack1("%B4761 7390 0101 0119^A/B^2212201?"),
    {
      number: "4761739001010119",
      expiry: "2212",
      serviceCode: "201",
      discretionary: undefined,
      name: "A/B",
    },
  ],
  [
    "track 1 without expiration date and service code",
    readTrack1("%B4761739001010119^A/B^^^123?"),
    {
      number: "4761739001010119",
      expiry: undefined,
      serviceCode: undefined,
      discretionary: "123",
      name: "A/B",
    },
  ],
  [
    "track 2 without expiration date and service code",
    readTrack2(";4761739001010119===123?"),
    { number: "4761739001010119", expiry: undefined, serviceCode: undefined, discretionary: "123" },
  ],
  [
    "a text with an impossible month is not a track",
    readTrack2(";4761739001010119=2213201?"),
    undefined,
  ],
  [
    "a text with a start but no end sentinel is not a track",
    readTrack2(";4761739001010119=2212201"),
    undefined,
  ],
  ["format A is not a card's track 1", readTrack1("%A4761739001010119^A/B^2212201?"), undefined],
  [
    "a text of eighty characters is not track 1",
    readTrack1(`%B4761739001010119^A/B^2212201${"1".repeat(50)}?`),
    undefined,
  ],
  [
    "a text of forty-one characters is not track 2",
    readTrack2(`;4761739001010119=2212201${"1".repeat(15)}?1`),
    undefined,
  ],
];
for (const [what, track, fields] of tracks) {
  test(what, () => assert.deepEqual(track?.card, fields));
}

test("a mask contradicts the clear text if a visible digit differs", () => {
  const clear = ";4761739001010119=2212201?";
  for (const hidden of ["*", "X", "F", "C"]) {
    const masked = clear.replace("90010101", hidden.repeat(8));
    assert.equal(contradictsMask(masked, clear), false);
    assert.equal(contradictsMask(masked.replace("4761", "4762"), clear), true);
  }
  assert.equal(
    contradictsMask(`${clear}9`, clear),
    true,
    "a digit after the end of the clear text",
  );
});
