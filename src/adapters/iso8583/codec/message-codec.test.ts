/** Tests of message-codec.ts with the delivered dialects. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ISO_1987, iso1987 } from "../dialects/iso1987.ts";
import { ISO_1993, iso1993 } from "../dialects/iso1993.ts";
import { IsoFormatError } from "./iso-format-error.ts";
import { decodeMessage, encodeMessage } from "./message-codec.ts";
import type { FieldSpec, FieldValue, IsoMessage, MessageSpec } from "./message-spec.ts";

const EBCDIC = { digits: "ebcdic", text: "ebcdic", lengths: "ebcdic" } as const;
const PACKED = { digits: "bcd", text: "ascii", lengths: "bcd" } as const;
const BINARY = { digits: "bcd", text: "ascii", lengths: "binary" } as const;
const DIALECTS: readonly MessageSpec[] = [
  ISO_1987,
  ISO_1993,
  iso1987(EBCDIC),
  iso1987(PACKED),
  iso1993(BINARY),
  { ...ISO_1987, bitmap: "hex" },
];

function message(type: string, fields: Record<number, FieldValue>): IsoMessage {
  const entries = Object.entries(fields).map(([number, value]) => [Number(number), value] as const);
  return { type, fields: new Map(entries) };
}

const SALE = message("0200", {
  2: "4111111111111111",
  3: "000000",
  4: "000000001234",
  7: "1117160000",
  11: "000001",
  14: "3012",
  41: "TERM0001",
  42: "MERCHANT0000001",
  49: "840",
});

test("1987 writes type, bitmap and fields in the order of their numbers", () => {
  const bytes = Buffer.from(encodeMessage(ISO_1987, SALE));
  const bitmap = Buffer.from("7224000000C08000", "hex");
  assert.equal(bytes.subarray(0, 4).toString(), "0200");
  assert.deepEqual(bytes.subarray(4, 12), bitmap);
  assert.equal(
    bytes.subarray(12).toString(),
    "164111111111111111000000000000001234111716000000000130" + "12TERM0001MERCHANT0000001840",
  );
});

test("1993 packs two digits into a byte", () => {
  const bytes = Buffer.from(encodeMessage(ISO_1993, message("1804", { 11: "123456", 24: "801" })));
  assert.equal(bytes.toString("hex"), "1804" + "0020010000000000" + "123456" + "0801");
});

test("chip data may have several scripts, and every other tag once", () => {
  const scripts = new Map([
    ["8A", Buffer.from("00")],
    ["72", Buffer.from("8600", "hex")],
    ["72.2", Buffer.from("860101", "hex")],
  ]);
  const bytes = encodeMessage(ISO_1987, message("0210", { 55: scripts }));
  assert.match(Buffer.from(bytes).toString("hex"), /8a023030720286007203860101$/);
  const read = decodeMessage(ISO_1987, bytes).fields.get(55) as ReadonlyMap<string, Uint8Array>;
  assert.deepEqual([...read.keys()], ["8A", "72", "72.2"]);
  const twice = Buffer.from(bytes);
  twice.write("8A028600", twice.length - 9, "hex");
  assert.ok(decodeMessage(ISO_1987, twice).fields.get(55) instanceof Uint8Array);
});

test("chip data that is not TLV stays as bytes, and the rest of the message is read", () => {
  const tags = new Map([["8A", Buffer.from("00")]]);
  const bytes = Buffer.from(encodeMessage(ISO_1987, message("0210", { 39: "00", 55: tags })));
  bytes.write("8A093030", bytes.length - 4, "hex");
  const { fields } = decodeMessage(ISO_1987, bytes);
  assert.equal(fields.get(39), "00");
  assert.deepEqual(fields.get(55), Uint8Array.from(Buffer.from("8A093030", "hex")));
});

test("private data that is not tagged stays as bytes, and the rest of the message is read", () => {
  const sent = message("0210", { 39: "00", 48: new Map([["ZZ", Buffer.from("1")]]) });
  const damaged = Buffer.from(encodeMessage(ISO_1987, sent));
  damaged.write("z!", damaged.indexOf("ZZ"));
  const { fields } = decodeMessage(ISO_1987, damaged);
  assert.equal(fields.get(39), "00");
  assert.ok(fields.get(48) instanceof Uint8Array);
});

test("zeros between the objects of chip data have no meaning", () => {
  const tags = new Map([["9F36", Buffer.from("0001", "hex")]]);
  const bytes = Buffer.from(encodeMessage(ISO_1987, message("0210", { 55: tags })));
  bytes.write("0082010100", bytes.length - 5, "hex");
  const read = decodeMessage(ISO_1987, bytes).fields.get(55);
  assert.deepEqual(read, new Map([["82", Uint8Array.of(1)]]));
});

test("fields above 64 need the second bitmap, which bit 1 announces", () => {
  const bytes = Buffer.from(encodeMessage(ISO_1987, message("0800", { 11: "1", 70: "301" })));
  assert.equal(bytes.subarray(4, 20).toString("hex"), "80200000000000000400000000000000");
  assert.equal(bytes.subarray(20).toString(), "000001301");
});

test("EBCDIC digits and letters have the codes of code page 037", () => {
  const bytes = Buffer.from(encodeMessage(iso1987(EBCDIC), message("0110", { 38: "A1B2C3" })));
  assert.equal(bytes.toString("hex"), "f0f1f1f0" + "0000000004000000" + "c1f1c2f2c3f3");
});

test("an odd number of track digits is filled with F, and of other digits with a zero before", () => {
  const track = message("0200", { 35: "4111111111111111=30121" });
  const bytes = Buffer.from(encodeMessage(iso1987(PACKED), track));
  assert.equal(bytes.subarray(10).toString("hex"), "22" + "4111111111111111d30121");
  const odd = Buffer.from(encodeMessage(iso1987(PACKED), message("0200", { 35: "4=301" })));
  assert.equal(odd.subarray(10).toString("hex"), "05" + "4d301f");
  const card = Buffer.from(encodeMessage(iso1987(PACKED), message("0200", { 2: "12345" })));
  assert.equal(card.subarray(10).toString("hex"), "05" + "012345");
});

test("chip data keeps its tags, of one and of two bytes, and long values", () => {
  const tags = new Map([
    ["9F26", Uint8Array.of(1, 2, 3)],
    ["91", new Uint8Array(130)],
  ]);
  const bytes = encodeMessage(ISO_1987, message("0200", { 55: tags }));
  assert.equal(Buffer.from(bytes).subarray(12, 24).toString("latin1").slice(0, 3), "139");
  assert.deepEqual(decodeMessage(ISO_1987, bytes).fields.get(55), tags);
});

for (const spec of DIALECTS) {
  test(`any message of ${spec.name} (${spec.messageType}) can be read back`, () => {
    fc.assert(
      fc.property(anyMessage(spec), (sent) => {
        assert.deepEqual(decodeMessage(spec, encodeMessage(spec, sent)), sent);
      }),
      { numRuns: 200 },
    );
  });

  test(`damaged bytes of ${spec.name} (${spec.messageType}) are refused without another error`, () => {
    const damaged = fc.tuple(anyMessage(spec), fc.nat(), fc.nat({ max: 255 }), fc.nat());
    fc.assert(
      fc.property(damaged, ([sent, at, byte, cut]) => {
        const bytes = Uint8Array.from(encodeMessage(spec, sent));
        bytes[at % bytes.length] = byte;
        readOrRefuse(spec, bytes);
        readOrRefuse(spec, bytes.subarray(0, cut % bytes.length));
      }),
      { numRuns: 200 },
    );
  });
}

test("an error names the field and never its value", () => {
  const refused: [IsoMessage, RegExp][] = [
    [message("0200", { 2: "411111111111111X" }), /^Field 2: characters are not digits\.$/],
    [
      message("0200", { 2: "4".repeat(20) }),
      /^Field 2: the length is 20, and at most 19 is allowed\.$/,
    ],
    [message("0200", { 11: "1234567" }), /^Field 11: the length is 7, and 6 is required\.$/],
    [
      message("0200", { 52: new Uint8Array(7) }),
      /^Field 52: the length is 7, and 8 is required\.$/,
    ],
    [message("0200", { 52: "text" }), /^Field 52: the value is not for a binary field\.$/],
    [message("0200", { 65: "1" }), /^Field 65: the dialect 1987 does not have it\.$/],
    [message("200", {}), /^The message type is not four digits\.$/],
  ];
  for (const [wrong, reason] of refused) {
    assert.throws(() => encodeMessage(ISO_1987, wrong), {
      name: "IsoFormatError",
      message: reason,
    });
  }
});

test("bytes after the last field are refused", () => {
  const bytes = Buffer.concat([encodeMessage(ISO_1987, SALE), Buffer.from("0")]);
  assert.throws(() => decodeMessage(ISO_1987, bytes), /has 1 bytes after its last field/);
});

function readOrRefuse(spec: MessageSpec, bytes: Uint8Array): void {
  try {
    decodeMessage(spec, bytes);
  } catch (error) {
    assert.ok(error instanceof IsoFormatError, String(error));
  }
}

function anyMessage(spec: MessageSpec): fc.Arbitrary<IsoMessage> {
  const numbers = Object.keys(spec.fields).map(Number);
  const type = fc.constantFrom("0100", "0200", "0220", "0400", "0420", "0800");
  return fc.tuple(type, fc.subarray(numbers, { maxLength: 12 })).chain(([mti, chosen]) => {
    const values = chosen.map((number) => anyValue(spec.fields[number] as FieldSpec));
    return fc.tuple(...values).map((all) => {
      const sorted = chosen.map((number, at) => [number, all[at] as FieldValue] as const);
      return { type: mti, fields: new Map(sorted.toSorted(([a], [b]) => a - b)) };
    });
  });
}

function anyValue(spec: FieldSpec): fc.Arbitrary<FieldValue> {
  const { length } = spec;
  const [min, max] = length.kind === "fixed" ? [length.length, length.length] : [0, length.max];
  if (spec.kind === "binary") return fc.uint8Array({ minLength: min, maxLength: max });
  if (spec.kind === "nested") return anyTags(spec.format);
  const digits = fc.constantFrom(..."0123456789");
  const text = fc.constantFrom(..."ABCxyz0189 .,-/'#@%&*()=+");
  const unit = spec.content === "text" ? text : digits;
  const value = (a: number, b: number) => fc.string({ unit, minLength: a, maxLength: b });
  return spec.content === "signed"
    ? value(min - 1, max - 1).map((some) => `C${some}`)
    : value(min, max);
}

function anyTags(format: "ber" | "text"): fc.Arbitrary<FieldValue> {
  const names = format === "ber" ? ["82", "95", "9F26", "9F1A", "DF8101"] : ["01", "92", "AV"];
  const tag = fc.constantFrom(...names);
  const entry = fc.tuple(tag, fc.uint8Array({ maxLength: 40 }));
  return fc
    .uniqueArray(entry, { selector: ([name]) => name, maxLength: 4 })
    .map((all) => new Map(all));
}
