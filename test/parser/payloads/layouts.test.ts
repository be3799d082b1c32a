/** The other device types: what their layouts can say beyond the published captures. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { discloseReading } from "../../../src/core/parser/payloads/disclose-reading.ts";
import type { PayloadInput } from "../../../src/core/parser/payloads/reading.ts";
import { CORPUS } from "./corpus.ts";
import { errorOf, read } from "./keys.ts";
import {
  AES_KSN,
  cardBlock,
  EQUIVALENT,
  KEYED,
  KSN,
  latin1,
  linkFrame,
  NUMBER,
  rawFrame,
  seal,
  TRACK_1,
  TRACK_2,
  tlv,
  upper,
} from "./made-payloads.ts";
import { VENDORE_CHIP, VENDORF_TRACK1 } from "./published-payloads.ts";
import { hex } from "./reference-dukpt.ts";

const CHIP = Buffer.concat([tlv("5A", NUMBER), tlv("57", EQUIVALENT), tlv("5F24", "221231")]);
const SERIAL = "S1";

interface Case {
  readonly input: Omit<PayloadInput, "serial">;
  readonly mode?: string;
  readonly isFallback?: boolean;
  readonly extracted?: Readonly<Record<string, string>>;
}

const vendorcSwipe = Buffer.concat([tlv("5F21", latin1(TRACK_1)), tlv("5F22", latin1(TRACK_2))]);
const vendorc = (clear: Buffer, beside = "", ksn = KSN) =>
  Buffer.concat([tlv("DFAE02", seal(clear, { ksn })), tlv("DFAE03", ksn), hex(beside)]);
const vendore = (clear: Buffer, type: string, ksn = KSN) => {
  const iv = ksn === KSN ? hex("0102030405060708") : hex("0102030405060708090A0B0C0D0E0F10");
  const sealed = seal(clear, { ksn, iv });
  const tags = Buffer.concat([tlv("DF9020", sealed), tlv("DF9021", ksn), tlv("DF9022", iv)]);
  return `E070001\x1c${type}\x1c${tags.toString("base64")}`;
};
const items = (beside: string) =>
  `33.03.00\x1cT4F:07:hA0000000031010\x1c${beside}TFF1F:${cardBlock().length.toString(16)}:a${cardBlock()}\x1c`;
const vendorf2 = (clear: Buffer, fill: "zeros" | "pkcs7", ksn = KSN) =>
  Buffer.concat([
    tlv("C0", ksn),
    tlv("C2", seal(clear, { ksn, fill })),
    tlv("DF826E", latin1(SERIAL)),
  ]);
const packed = hex(`B${NUMBER}D22122011758928889F1`.padEnd(38, "0"));

const cases: Record<string, Case> = {
  "generic: hex": {
    input: { deviceType: "generic", payload: upper(seal(latin1(TRACK_2))), ksn: KSN },
    mode: "swiped",
  },
  "generic: base64": {
    input: { deviceType: "generic", payload: seal(latin1(TRACK_2)).toString("base64"), ksn: KSN },
    mode: "swiped",
  },
  "generic: both tracks in one": {
    input: { deviceType: "generic", payload: upper(seal(latin1(TRACK_1 + TRACK_2))), ksn: KSN },
    extracted: { Surname: "CARDHOLDER", FirstName: "ANY" },
  },
  "generic: a typed card": {
    input: { deviceType: "generic", payload: upper(seal(latin1(KEYED))), ksn: KSN },
    mode: "keyed",
    extracted: { CVV: "123" },
  },
  "generic: AES DUKPT by the length of its KSN": {
    input: { deviceType: "generic", payload: upper(seal(CHIP, { ksn: AES_KSN })), ksn: AES_KSN },
    mode: "emv",
  },
  "generic: PKCS#7 fill": {
    input: {
      deviceType: "generic",
      payload: upper(seal(latin1(TRACK_2), { fill: "pkcs7" })),
      ksn: KSN,
    },
  },
  "vendorb-rba: a card read with raw control bytes": {
    input: {
      deviceType: "vendorb-rba",
      payload: rawFrame(`87.0M${cardBlock({ name: "DOE/JO" })}`),
    },
    mode: "swiped",
    extracted: { Surname: "DOE", FirstName: "JO" },
  },
  "vendorb-rba: a contactless source": {
    input: { deviceType: "vendorb-rba", payload: `[STX]87.0C${cardBlock()}[ETX]` },
    mode: "contactless",
  },
  "vendorb-rba: a typed card": {
    input: { deviceType: "vendorb-rba", payload: `[STX]87.0H${cardBlock({ rest: "2212" })}[ETX]` },
    mode: "keyed",
  },
  "vendorb-rba: a card of nineteen digits": {
    input: { deviceType: "vendorb-rba", payload: cardBlock({ number: "4761739001010012234" }) },
    extracted: { PAN: "4761739001010012234" },
  },
  "vendorb-rba: clear data needs no key": {
    input: { deviceType: "vendorb-rba", payload: cardBlock({ flag: "0" }) },
  },
  "vendorb-rba: an item list with raw separators": {
    input: { deviceType: "vendorb-rba", payload: rawFrame(items("")) },
    mode: "emv",
  },
  "vendorb-rba: an item list of a contactless card": {
    input: { deviceType: "vendorb-rba", payload: items("T9F39:01:h07\x1c") },
    mode: "contactless",
  },
  "vendorb-rba: an item list of a swipe in place of a chip": {
    input: { deviceType: "vendorb-rba", payload: items("T9F39:01:h80\x1c") },
    mode: "swiped",
    isFallback: true,
  },
  "vendorb-rba: items without separators, hex lengths in characters": {
    input: { deviceType: "vendorb-rba", payload: items("T9F39:02:h05T95:05:h0000000000") },
    mode: "emv",
  },
  "vendorb-rba: an item before that lies about its length": {
    input: { deviceType: "vendorb-rba", payload: items("T50:FF:aVISA\x1c") },
    mode: "emv",
  },
  "vendorc: template, a name in clear": {
    input: {
      deviceType: "vendorc",
      payload: upper(tlv("E4", vendorc(CHIP, "5F200A4A4F2F444F4520202020"))),
    },
    mode: "emv",
    extracted: { Surname: "JO", FirstName: "DOE" },
  },
  "vendorc: two link frames": {
    input: {
      deviceType: "vendorc",
      payload: upper(
        Buffer.concat([
          linkFrame(tlv("E1", vendorc(vendorcSwipe)).subarray(0, 100), false),
          linkFrame(tlv("E1", vendorc(vendorcSwipe)).subarray(100)),
        ]),
      ),
    },
    mode: "swiped",
  },
  "vendorc: contactless by 9F6B": {
    input: { deviceType: "vendorc", payload: upper(vendorc(tlv("9F6B", EQUIVALENT))) },
    mode: "contactless",
  },
  "vendorc: a block that comes twice is read from the second where the first is damaged": {
    input: {
      deviceType: "vendorc",
      payload: upper(
        Buffer.concat([
          tlv("DFAE02", Buffer.alloc(40, 9)),
          tlv("DFAE03", "FFFF9876543210E00041"),
          vendorc(CHIP),
        ]),
      ),
    },
    mode: "emv",
  },
  "vendorc: AES DUKPT": {
    input: { deviceType: "vendorc", payload: upper(vendorc(CHIP, "", AES_KSN)) },
    mode: "emv",
  },
  "vendorc: as an item list": {
    input: {
      deviceType: "vendorc",
      payload: `TDFAE02:${seal(CHIP).length.toString(16)}:h${upper(seal(CHIP))}[FS]TDFAE03:0A:h${KSN}`,
    },
    mode: "emv",
  },
  "vendore: an answer with a track": {
    input: { deviceType: "vendore", payload: rawFrame(vendore(latin1(TRACK_2), "01")) },
    mode: "swiped",
  },
  "vendore: an answer with a chip, control texts": {
    input: {
      deviceType: "vendore",
      payload: `[STX]${vendore(CHIP, "02").replaceAll("\x1c", "[FS]")}[ETX][LRC]`,
    },
    mode: "emv",
  },
  "vendore: a typed card as TLV": {
    input: { deviceType: "vendore", payload: vendore(CHIP, "03") },
    mode: "keyed",
  },
  "vendore: a typed card as text": {
    input: { deviceType: "vendore", payload: vendore(latin1(KEYED), "03") },
    mode: "keyed",
    extracted: { CVV: "123" },
  },
  "vendore: AES DUKPT with an initial value of sixteen bytes": {
    input: { deviceType: "vendore", payload: vendore(CHIP, "02", AES_KSN) },
    mode: "emv",
  },
  "vendorf: two tracks, joined by a bar": {
    input: {
      deviceType: "vendorf",
      payload: `${upper(seal(latin1(TRACK_1)))}|${upper(seal(latin1(TRACK_2)))}`,
      ksn: KSN,
    },
    extracted: { Surname: "CARDHOLDER" },
  },
  "vendorf: two tracks, joined by a blank, one packed": {
    input: {
      deviceType: "vendorf",
      payload: `${upper(seal(latin1(TRACK_1)))} ${upper(seal(packed))}`,
      ksn: KSN,
    },
    mode: "swiped",
  },
  "vendorf2: a swipe": {
    input: { deviceType: "vendorf2", payload: upper(seal(packed)), ksn: KSN },
    mode: "swiped",
  },
  "vendorf2: a chip, bare tags, zeros": {
    input: { deviceType: "vendorf2", payload: upper(vendorf2(CHIP, "zeros")) },
    mode: "emv",
  },
  "vendorf2: a chip in template 70, PKCS#7": {
    input: { deviceType: "vendorf2", payload: upper(vendorf2(tlv("70", CHIP), "pkcs7")) },
    mode: "emv",
  },
  "vendorf2: AES DUKPT": {
    input: { deviceType: "vendorf2", payload: upper(vendorf2(CHIP, "pkcs7", AES_KSN)) },
    mode: "emv",
  },
  "vendorf2: a track of its own KSN": {
    input: {
      deviceType: "vendorf2",
      payload: upper(Buffer.concat([tlv("C7", KSN), tlv("C8", seal(hex(`${EQUIVALENT}`)))])),
    },
    mode: "emv",
  },
  "vendorf2: an impossible month in 57 gives way to 5F24": {
    input: {
      deviceType: "vendorf2",
      payload: upper(
        vendorf2(
          Buffer.concat([tlv("57", EQUIVALENT.replace("D2212", "D2213")), tlv("5F24", "221231")]),
          "zeros",
        ),
      ),
    },
  },
};

for (const [what, { input, mode, isFallback = false, extracted }] of Object.entries(cases)) {
  test(what, async () => {
    const reading = await read({ ...input, serial: SERIAL });
    const open = discloseReading(reading);
    if (mode !== undefined) assert.equal(reading.mode, mode);
    assert.equal(reading.isFallback, isFallback);
    const wanted = { PAN: NUMBER, EXPY: "1222", ...extracted };
    for (const [field, text] of Object.entries(wanted)) {
      assert.equal(
        Object.entries(open.extracted).find(([name]) => name === field)?.[1],
        text,
        field,
      );
    }
  });
}

test("vendorf: the device is in the KSN, unless the request names it", async () => {
  const input = {
    deviceType: "vendorf",
    payload: VENDORF_TRACK1,
    ksn: "02820620140175E0001D",
  } as const;
  assert.equal((await read(input)).serial, "02820620140175");
  assert.equal((await read({ ...input, serial: "mine" })).serial, "mine");
});

test("vendorb-ra1: two zeros before a serial number are not part of it", async () => {
  const { VENDORB_RA1 } = await import("./published-payloads.ts");
  const reading = await read({
    deviceType: "vendorb-ra1",
    payload: VENDORB_RA1,
    serial: "0012345",
  });
  assert.equal(reading.serial, "12345");
});

test("vendorf2: the payload's serial number wins, and another in the request is an error", async () => {
  const payload = upper(vendorf2(CHIP, "zeros"));
  assert.equal((await read({ deviceType: "vendorf2", payload })).serial, SERIAL);
  const error = await errorOf({ deviceType: "vendorf2", payload, serial: "S2" });
  assert.equal(error?.code, "serial_differs");
});

test("vendorf2: of a swipe the request names the device; its KSN does not", async () => {
  const swipe = { deviceType: "vendorf2", payload: upper(seal(packed)), ksn: KSN } as const;
  assert.equal((await read({ ...swipe, serial: "mine" })).serial, "mine");
  assert.equal((await errorOf(swipe))?.code, "serial_missing");
});

// vendorf is left out: its two tracks may be joined by a blank.
const IN_HEX = CORPUS.filter(
  ({ deviceType, payload }) => deviceType !== "vendorf" && /^[0-9A-F]+$/i.test(payload),
);
for (const [at, input] of IN_HEX.entries()) {
  test(`blanks between pairs of hex mean nothing: ${input.deviceType}, ${at}`, async () => {
    const payload = input.payload.replaceAll(/..(?=.)/g, "$& ");
    const shown = async (one: PayloadInput) => discloseReading(await read(one));
    assert.deepEqual(await shown({ ...input, payload }), await shown(input));
  });
}

test("blanks and line ends between digits mean nothing", async () => {
  const payload = VENDORE_CHIP.replaceAll(/.{20}/g, (line) => `${line}\r\n`);
  assert.equal((await read({ deviceType: "vendore", payload, serial: SERIAL })).mode, "emv");
});
