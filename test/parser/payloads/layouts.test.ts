/** The other device types: variants of their layouts beyond the published captures. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeviceType } from "../../../src/core/management/devices/device-types.ts";
import { discloseReading } from "../../../src/core/parser/payloads/disclose-reading.ts";
import type { PayloadInput } from "../../../src/core/parser/payloads/reading.ts";
import { CORPUS } from "./corpus.ts";
import { read, readError } from "./keys.ts";
import * as made from "./made-payloads.ts";
import { VENDORE_CHIP, VENDORF_TRACK1 } from "./published-payloads.ts";
import { hex } from "./reference-dukpt.ts";

const SERIAL = "S1";

interface Case {
  readonly input: Omit<PayloadInput, "serial">;
  readonly mode?: string;
  readonly isFallback?: boolean;
  readonly extracted?: Readonly<Record<string, string>>;
}

const vendorcSwipe = Buffer.concat([
  made.tlv("5F21", made.latin1(made.TRACK_1)),
  made.tlv("5F22", made.latin1(made.TRACK_2)),
]);
const vendorc = (clear: Buffer, beside = "", ksn = made.KSN) =>
  Buffer.concat([
    made.tlv("DFAE02", made.seal(clear, { ksn })),
    made.tlv("DFAE03", ksn),
    hex(beside),
  ]);
const vendore = (clear: Buffer, type: string, ksn = made.KSN) => {
  const iv = ksn === made.KSN ? hex("0102030405060708") : hex("0102030405060708090A0B0C0D0E0F10");
  const sealed = made.seal(clear, { ksn, iv });
  const tags = Buffer.concat([
    made.tlv("DF9020", sealed),
    made.tlv("DF9021", ksn),
    made.tlv("DF9022", iv),
  ]);
  return `E070001\x1c${type}\x1c${tags.toString("base64")}`;
};
const items = (beside: string) =>
  `33.03.00\x1cT4F:07:hA0000000031010\x1c${beside}TFF1F:${made.cardBlock().length.toString(16)}:a${made.cardBlock()}\x1c`;
const vendorf2 = (clear: Buffer, fill: "zeros" | "pkcs7", ksn = made.KSN) =>
  Buffer.concat([
    made.tlv("C0", ksn),
    made.tlv("C2", made.seal(clear, { ksn, fill })),
    made.tlv("DF826E", made.latin1(SERIAL)),
  ]);
const packed = hex(`B${made.NUMBER}D22122011758928889F1`.padEnd(38, "0"));

const sent = (deviceType: DeviceType, payload: string, ksn?: string) => ({
  deviceType,
  payload,
  ...(ksn && { ksn }),
});

const cases: Record<string, Case> = {
  "generic: hex": {
    input: sent("generic", made.upper(made.seal(made.latin1(made.TRACK_2))), made.KSN),
    mode: "swiped",
  },
  "generic: base64": {
    input: sent("generic", made.seal(made.latin1(made.TRACK_2)).toString("base64"), made.KSN),
    mode: "swiped",
  },
  "generic: both tracks in one": {
    input: sent(
      "generic",
      made.upper(made.seal(made.latin1(made.TRACK_1 + made.TRACK_2))),
      made.KSN,
    ),
    extracted: { Surname: "CARDHOLDER", FirstName: "ANY" },
  },
  "generic: a typed card": {
    input: sent("generic", made.upper(made.seal(made.latin1(made.KEYED))), made.KSN),
    mode: "keyed",
    extracted: { CVV: "123" },
  },
  "generic: AES DUKPT by the length of its KSN": {
    input: sent("generic", made.upper(made.seal(made.CHIP, { ksn: made.AES_KSN })), made.AES_KSN),
    mode: "emv",
  },
  "generic: PKCS#7 padding": {
    input: sent(
      "generic",
      made.upper(made.seal(made.latin1(made.TRACK_2), { fill: "pkcs7" })),
      made.KSN,
    ),
  },
  "vendorb-rba: a card read with raw control bytes": {
    input: sent("vendorb-rba", made.rawFrame(`87.0M${made.cardBlock({ name: "DOE/JO" })}`)),
    mode: "swiped",
    extracted: { Surname: "DOE", FirstName: "JO" },
  },
  "vendorb-rba: a contactless source": {
    input: sent("vendorb-rba", `[STX]87.0C${made.cardBlock()}[ETX]`),
    mode: "contactless",
  },
  "vendorb-rba: a typed card": {
    input: sent("vendorb-rba", `[STX]87.0H${made.cardBlock({ rest: "2212" })}[ETX]`),
    mode: "keyed",
  },
  "vendorb-rba: a card of nineteen digits": {
    input: sent("vendorb-rba", made.cardBlock({ number: "4761739001010012234" })),
    extracted: { PAN: "4761739001010012234" },
  },
  "vendorb-rba: clear data needs no key": {
    input: sent("vendorb-rba", made.cardBlock({ flag: "0" })),
  },
  "vendorb-rba: an item list with raw separators": {
    input: sent("vendorb-rba", made.rawFrame(items(""))),
    mode: "emv",
  },
  "vendorb-rba: an item list of a contactless card": {
    input: sent("vendorb-rba", items("T9F39:01:h07\x1c")),
    mode: "contactless",
  },
  "vendorb-rba: an item list of a fallback swipe": {
    input: sent("vendorb-rba", items("T9F39:01:h80\x1c")),
    mode: "swiped",
    isFallback: true,
  },
  "vendorb-rba: items without separators, hex lengths in characters": {
    input: sent("vendorb-rba", items("T9F39:02:h05T95:05:h0000000000")),
    mode: "emv",
  },
  "vendorb-rba: an earlier item with a wrong length": {
    input: sent("vendorb-rba", items("T50:FF:aVISA\x1c")),
    mode: "emv",
  },
  "vendorc: template, a name in clear": {
    input: sent(
      "vendorc",
      made.upper(made.tlv("E4", vendorc(made.CHIP, "5F200A4A4F2F444F4520202020"))),
    ),
    mode: "emv",
    extracted: { Surname: "JO", FirstName: "DOE" },
  },
  "vendorc: two link frames": {
    input: sent(
      "vendorc",
      made.upper(
        Buffer.concat([
          made.linkFrame(made.tlv("E1", vendorc(vendorcSwipe)).subarray(0, 100), false),
          made.linkFrame(made.tlv("E1", vendorc(vendorcSwipe)).subarray(100)),
        ]),
      ),
    ),
    mode: "swiped",
  },
  "vendorc: contactless by 9F6B": {
    input: sent("vendorc", made.upper(vendorc(made.tlv("9F6B", made.EQUIVALENT)))),
    mode: "contactless",
  },
  "vendorc: if the first of two blocks is damaged, the second is read": {
    input: sent(
      "vendorc",
      made.upper(
        Buffer.concat([
          made.tlv("DFAE02", Buffer.alloc(40, 9)),
          made.tlv("DFAE03", "FFFF9876543210E00041"),
          vendorc(made.CHIP),
        ]),
      ),
    ),
    mode: "emv",
  },
  "vendorc: AES DUKPT": {
    input: sent("vendorc", made.upper(vendorc(made.CHIP, "", made.AES_KSN))),
    mode: "emv",
  },
  "vendorc: as an item list": {
    input: sent(
      "vendorc",
      `TDFAE02:${made.seal(made.CHIP).length.toString(16)}:h${made.upper(made.seal(made.CHIP))}[FS]TDFAE03:0A:h${made.KSN}`,
    ),
    mode: "emv",
  },
  "vendore: an answer with a track": {
    input: sent("vendore", made.rawFrame(vendore(made.latin1(made.TRACK_2), "01"))),
    mode: "swiped",
  },
  "vendore: an answer with a chip, control texts": {
    input: sent("vendore", `[STX]${vendore(made.CHIP, "02").replaceAll("\x1c", "[FS]")}[ETX][LRC]`),
    mode: "emv",
  },
  "vendore: a typed card as TLV": {
    input: sent("vendore", vendore(made.CHIP, "03")),
    mode: "keyed",
  },
  "vendore: a typed card as text": {
    input: sent("vendore", vendore(made.latin1(made.KEYED), "03")),
    mode: "keyed",
    extracted: { CVV: "123" },
  },
  "vendore: AES DUKPT with an initialization vector of sixteen bytes": {
    input: sent("vendore", vendore(made.CHIP, "02", made.AES_KSN)),
    mode: "emv",
  },
  "vendorf: two tracks, joined by a bar": {
    input: sent(
      "vendorf",
      `${made.upper(made.seal(made.latin1(made.TRACK_1)))}|${made.upper(made.seal(made.latin1(made.TRACK_2)))}`,
      made.KSN,
    ),
    extracted: { Surname: "CARDHOLDER" },
  },
  "vendorf: two tracks, joined by a blank, one packed": {
    input: sent(
      "vendorf",
      `${made.upper(made.seal(made.latin1(made.TRACK_1)))} ${made.upper(made.seal(packed))}`,
      made.KSN,
    ),
    mode: "swiped",
  },
  "vendorf2: a swipe": {
    input: sent("vendorf2", made.upper(made.seal(packed)), made.KSN),
    mode: "swiped",
  },
  "vendorf2: a chip, bare tags, zeros": {
    input: sent("vendorf2", made.upper(vendorf2(made.CHIP, "zeros"))),
    mode: "emv",
  },
  "vendorf2: a chip in template 70, PKCS#7": {
    input: sent("vendorf2", made.upper(vendorf2(made.tlv("70", made.CHIP), "pkcs7"))),
    mode: "emv",
  },
  "vendorf2: AES DUKPT": {
    input: sent("vendorf2", made.upper(vendorf2(made.CHIP, "pkcs7", made.AES_KSN))),
    mode: "emv",
  },
  "vendorf2: a track with its own KSN": {
    input: sent(
      "vendorf2",
      made.upper(
        Buffer.concat([
          made.tlv("C7", made.KSN),
          made.tlv("C8", made.seal(hex(`${made.EQUIVALENT}`))),
        ]),
      ),
    ),
    mode: "emv",
  },
  "vendorf2: 5F24 is used if 57 has an impossible month": {
    input: sent(
      "vendorf2",
      made.upper(
        vendorf2(
          Buffer.concat([
            made.tlv("57", made.EQUIVALENT.replace("D2212", "D2213")),
            made.tlv("5F24", "221231"),
          ]),
          "zeros",
        ),
      ),
    ),
  },
};

for (const [what, { input, mode, isFallback = false, extracted }] of Object.entries(cases)) {
  test(what, async () => {
    const reading = await read({ ...input, serial: SERIAL });
    const open = discloseReading(reading);
    if (mode !== undefined) assert.equal(reading.mode, mode);
    assert.equal(reading.isFallback, isFallback);
    const wanted = { PAN: made.NUMBER, EXPY: "1222", ...extracted };
    for (const [field, text] of Object.entries(wanted)) {
      assert.equal(
        Object.entries(open.extracted).find(([name]) => name === field)?.[1],
        text,
        field,
      );
    }
  });
}

test("vendorf: the KSN names the device, unless the request does", async () => {
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

test("vendorf2: a serial number in the request must be the payload's", async () => {
  const payload = made.upper(vendorf2(made.CHIP, "zeros"));
  assert.equal((await read({ deviceType: "vendorf2", payload })).serial, SERIAL);
  const error = await readError({ deviceType: "vendorf2", payload, serial: "S2" });
  assert.equal(error?.code, "serial_differs");
});

test("vendorf2: the request names the device of a swipe, and the KSN does not", async () => {
  const swipe = {
    deviceType: "vendorf2",
    payload: made.upper(made.seal(packed)),
    ksn: made.KSN,
  } as const;
  assert.equal((await read({ ...swipe, serial: "mine" })).serial, "mine");
  assert.equal((await readError(swipe))?.code, "serial_missing");
});

// vendorf is left out: its two tracks may be joined by a blank.
const IN_HEX = CORPUS.filter(
  ({ deviceType, payload }) => deviceType !== "vendorf" && /^[0-9A-F]+$/i.test(payload),
);
for (const [at, input] of IN_HEX.entries()) {
  test(`blanks between pairs of hex are ignored: ${input.deviceType}, ${at}`, async () => {
    const payload = input.payload.replaceAll(/..(?=.)/g, "$& ");
    const shown = async (one: PayloadInput) => discloseReading(await read(one));
    assert.deepEqual(await shown({ ...input, payload }), await shown(input));
  });
}

test("blanks and line ends between digits are ignored", async () => {
  const payload = VENDORE_CHIP.replaceAll(/.{20}/g, (line) => `${line}\r\n`);
  assert.equal((await read({ deviceType: "vendore", payload, serial: SERIAL })).mode, "emv");
});
