/** Tests of track.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import fc from "fast-check";
import { readTracks, toHostTrack1, toHostTrack2 } from "./track.ts";

const VISA = "4111111111111111";
const MASTERCARD = "5555555555554444";
const TRACK_1 = `%B${VISA}^SMITH/JOHN Q.MR^30121011234500000?`;
const TRACK_2 = `;${VISA}=30121011234500000?`;

/** The number is shown only where a test asks for it. */
function read(text: string) {
  const reading = readTracks(text);
  if (reading === undefined) return undefined;
  const { number, track1, track2, ...rest } = reading;
  return { number: number.reveal(), ...rest };
}

const NAMED = { number: VISA, expiration: "1230", firstName: "JOHN Q", lastName: "SMITH" };
const NAMELESS = { ...NAMED, firstName: undefined, lastName: undefined };

for (const [what, text] of [
  ["track 1 alone", TRACK_1],
  ["both tracks", TRACK_1 + TRACK_2],
  ["both tracks the other way round", TRACK_2 + TRACK_1],
  ["a line end after each track", `${TRACK_1}\r\n${TRACK_2}\r\n`],
  ["a line end before the tracks", `\n${TRACK_1}`],
  ["a check character after each track", `${TRACK_1}J${TRACK_2}8`],
  ["check characters that look like sentinels", `${TRACK_1};${TRACK_2}%`],
  ["check characters that look like end sentinels", `${TRACK_1}?${TRACK_2}?`],
  ["check characters that look like separators", `${TRACK_1}=${TRACK_2}^`],
  ["check characters that look like digits or codes", `${TRACK_2}4${TRACK_1}B`],
  ["a third track", `${TRACK_1}${TRACK_2}+011234567890123445=724724100000000000?`],
  ["a third track behind a semicolon", `${TRACK_1}${TRACK_2};011234567890123445=724724100000?`],
  ["two swipes of one card", `${TRACK_1}${TRACK_2}${TRACK_1}${TRACK_2}`],
  ["a second track that could not be read", `${TRACK_1};E?+E?`],
  ["track 1 without sentinels", TRACK_1.slice(1, -1)],
  ["track 1 without its end sentinel, then track 2", TRACK_1.slice(0, -1) + TRACK_2],
  ["both tracks without sentinels", `${TRACK_1.slice(1, -1)}\n${TRACK_2.slice(1, -1)}`],
  ["and the other way round", `${TRACK_2.slice(1, -1)}\n${TRACK_1.slice(1, -1)}`],
  ["blanks around", `  ${TRACK_1}  `],
  ["blanks around a track without sentinels", `  ${TRACK_1.slice(1, -1)}  `],
  ["blanks in the number of track 1", TRACK_1.replace(VISA, "4111 1111 1111 1111")],
  ["a format code in lower case", TRACK_1.replace("%B", "%b")],
  ["starred digits behind the expiry", TRACK_1.replace("1011234500000", "*************")],
  ["nothing behind the expiry", `%B${VISA}^SMITH/JOHN Q.MR^3012?`],
  ["anything behind the expiry", `%B${VISA}^SMITH/JOHN Q.MR^3012^=B/\u00e9?`],
] as const) {
  test(`${what}: the card and its names are read`, () => assert.deepEqual(read(text), NAMED));
}

for (const [what, text] of [
  ["track 2 alone", TRACK_2],
  ["track 2 without sentinels", TRACK_2.slice(1, -1)],
  ["track 2 with a check character", `${TRACK_2}:`],
  ["track 2 with a line end", `${TRACK_2}\r`],
  ["a first track that could not be read", `%E?${TRACK_2}`],
  ["starred digits behind the expiry", `;${VISA}=3012*************?`],
  ["nothing behind the expiry", `;${VISA}=3012?`],
] as const) {
  test(`${what}: the card is read, without names`, () => assert.deepEqual(read(text), NAMELESS));
}

for (const [what, text] of [
  ["nothing", ""],
  ["blanks", "   \r\n "],
  ["a number alone", VISA],
  ["a bad check digit", ";4111111111111112=3012101?"],
  ["a bad check digit on track 1", "%B4111111111111112^SMITH/JOHN^3012101?"],
  ["a number that is too short", ";41111111112=3012101?"],
  ["a number that is too long", ";41111111111111111115=3012101?"],
  ["a starred number", ";411111******1111=3012101?"],
  ["a month 13", `;${VISA}=3013101?`],
  ["a month 0", `;${VISA}=3000101?`],
  ["no expiry", `;${VISA}==101?`],
  ["no expiry on track 1", `%B${VISA}^SMITH/JOHN^^101?`],
  ["half an expiry", `;${VISA}=30?`],
  ["a starred expiry", `;${VISA}=****?`],
  ["an expiry in digits of another script", `;${VISA}=٣٠١٢?`],
  ["track 1 that breaks off in the name", `%B${VISA}^SMITH/JO`],
  ["track 1 without its format code", `%${VISA}^SMITH/JOHN^3012101?`],
  ["track 1 of another format", `%A${VISA}^SMITH/JOHN^3012101?`],
  ["track 1 with more name than a track holds", `%B${VISA}^${"S".repeat(80)}^3012101?`],
  ["blanks in the number of track 2", ";4111 1111 1111 1111=3012101?"],
  ["tracks of two cards", `${TRACK_1};${MASTERCARD}=3012101?`],
  ["tracks of two cards the other way round", `;${MASTERCARD}=3012101?${TRACK_1}`],
  ["track 2 of two cards", `${TRACK_2};${MASTERCARD}=3012101?`],
  ["two swipes of two cards", `${TRACK_1}${TRACK_2}%B${MASTERCARD}^SMITH/JOHN^3012101?`],
  ["tracks of two expiries", `${TRACK_1};${VISA}=3011101?`],
  ["a good track beside one with a bad check digit", `${TRACK_1};4111111111111112=3012101?`],
  ["a good track beside one with a month 13", `%B${VISA}^SMITH/JOHN^3013101?${TRACK_2}`],
] as const) {
  test(`${what} is unreadable`, () => assert.equal(read(text), undefined));
}

for (const [name, lastName, firstName] of [
  ["SMITH/JOHN Q.MR", "SMITH", "JOHN Q"],
  ["SMITH/JOHN", "SMITH", "JOHN"],
  ["BUSH JR/GEORGE W.MR", "BUSH JR", "GEORGE W"],
  ["DI TEST/CARD 01           ", "DI TEST", "CARD 01"],
  ["VISA ACQUIRER TEST CARD 05", "VISA ACQUIRER TEST CARD 05", undefined],
  ["ST.CLAIR", "ST.CLAIR", undefined],
  ["ST.CLAIR/ANN.DR", "ST.CLAIR", "ANN"],
  ["Smith/Ann-Marie", "Smith", "Ann-Marie"],
  ["O'NEIL / ANN ", "O'NEIL", "ANN"],
  ["SMITH/", "SMITH", undefined],
  ["/JOHN", undefined, "JOHN"],
  ["SMITH/.MR", "SMITH", undefined],
  ["SMITH/JOHN/PAUL", "SMITH", "JOHN/PAUL"],
  [" /", undefined, undefined],
  ["", undefined, undefined],
] as const) {
  test(`the name "${name}" is ${firstName}, ${lastName}`, () => {
    const reading = read(`%B${VISA}^${name}^3012101?`);
    assert.deepEqual([reading?.lastName, reading?.firstName], [lastName, firstName]);
  });
}

/** The tracks for the card host. */
function hostTracks(text: string): readonly (string | undefined)[] {
  const reading = readTracks(text);
  return [reading?.track1?.reveal(), reading?.track2?.reveal()];
}

test("the card host gets both tracks without sentinels and check characters", () => {
  const [track1, track2] = [TRACK_1.slice(1, -1), TRACK_2.slice(1, -1)];
  assert.deepEqual(hostTracks(`${TRACK_1}J${TRACK_2}8`), [track1, track2]);
  assert.deepEqual(hostTracks(`${track2}\r\n${track1}\r\n`), [track1, track2]);
  assert.deepEqual(hostTracks(`  ${TRACK_2}  `), [undefined, track2]);
  assert.deepEqual(hostTracks(TRACK_1), [track1, undefined]);
});

test("blanks at the end of track 1 belong to it, and those behind track 2 do not", () => {
  assert.deepEqual(hostTracks(`%B${VISA}^SMITH/J^3012101  ?`), [
    `B${VISA}^SMITH/J^3012101  `,
    undefined,
  ]);
  assert.deepEqual(hostTracks(`${VISA}=3012101  `), [undefined, `${VISA}=3012101`]);
});

test("the card host does not get a track that is masked, too long or has other characters", () => {
  for (const text of [
    `;${VISA}=3012*************?`,
    `;${VISA}=3012${"1".repeat(18)}?`,
    `%B${VISA}^SMITH/J^3012${"1".repeat(50)}?`,
    `%B${VISA}^SMITH/J^3012\u00e9?`,
  ]) {
    assert.equal(readTracks(text)?.number.reveal(), VISA, text);
    assert.deepEqual(hostTracks(text), [undefined, undefined], text);
  }
});

test("the longest tracks of the standard have 76 and 37 characters without sentinels", () => {
  const track1 = `B${VISA}^SMITH/J^3012`.padEnd(76, "1");
  const track2 = `${VISA}=3012`.padEnd(37, "1");
  assert.equal(toHostTrack1(`%${track1}?A`)?.reveal(), track1);
  assert.equal(toHostTrack2(`;${track2}?1`)?.reveal(), track2);
  assert.equal(toHostTrack1(`%${track1}1?A`), undefined);
  assert.equal(toHostTrack2(`;${track2}1?1`), undefined);
});

test("numbers of 12 to 19 digits are read", () => {
  for (const number of ["501800000009", "378282246310005", "6205500000000000004"]) {
    assert.equal(read(`;${number}=3012101?`)?.number, number);
    assert.equal(read(`%B${number}^A/B^3012101?`)?.number, number);
  }
});

test("a reading does not show the number", () => {
  const reading = readTracks(TRACK_1 + TRACK_2);
  assert.doesNotMatch(inspect(reading, { showHidden: true }) + JSON.stringify(reading), /4111/);
});

test("any text is read or refused without an error", () => {
  const signs = fc.constantFrom(..."%B;^=?/. \n4115*", VISA, TRACK_1, TRACK_2, "^3012", "=3012");
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 40 }), (parts) => {
      const reading = read(parts.join(""));
      if (reading === undefined) return;
      assert.match(reading.number, /^\d{12,19}$/);
      assert.match(reading.expiration, /^(0[1-9]|1[0-2])\d\d$/);
    }),
    { numRuns: 2_000 },
  );
});

const HOSTILE = [
  "%",
  ";",
  "?",
  "B",
  "^",
  "=",
  "4",
  " ",
  "/",
  "B4^",
  "%B",
  ";4",
  "%B4^^",
  "4=",
  "\r",
];

/** Processor time of this thread, because other processes may use the processor meanwhile. */
function measureMs(work: () => unknown): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

test("65k of any text is read quickly", () => {
  for (const part of HOSTILE) {
    for (const head of ["", "%B", `%B${VISA}^`, `%B${VISA}^A/B^3012`, `;${VISA}=`]) {
      const text = head + part.repeat(65_536 / part.length);
      const tookMs = measureMs(() => readTracks(text));
      assert.ok(tookMs < 250, `${tookMs} ms for ${head}${part}…`);
    }
  }
});
