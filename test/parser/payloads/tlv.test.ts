/** BER-TLV, EMV item lists and frames. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readEmvItems } from "../../../src/core/parser/payloads/emv-items.ts";
import { splitFrames } from "../../../src/core/parser/payloads/frame.ts";
import { PayloadError } from "../../../src/core/parser/payloads/payload-error.ts";
import { flattenTlv, parseTlv, type TlvNode } from "../../../src/core/parser/payloads/tlv.ts";
import { rawFrame, tlv, upper } from "./made-payloads.ts";
import { hex } from "./reference-dukpt.ts";

const parse = (text: string, isMarked = false) => parseTlv(hex(text), { where: "test", isMarked });
const short = (nodes: readonly TlvNode[]) =>
  flattenTlv(nodes).map(({ tag, value }) => `${tag}:${value.length}`);

const trees: [what: string, text: string, nodes: string[]][] = [
  [
    "tags of one, two and three bytes",
    "5A0147 5F240199 DFAE020100",
    ["5A:1", "5F24:1", "DFAE02:1"],
  ],
  ["a length in the 81 form", `5A8180${"11".repeat(128)}`, ["5A:128"]],
  ["a length in the 82 form", `5A820101${"11".repeat(257)}`, ["5A:257"]],
  ["a template and its content", "E1055A01475700", ["E1:5", "5A:1", "57:0"]],
  ["padding before, between and after objects", "0000 5A0147 FFFF 570111 00 FF", ["5A:1", "57:1"]],
  ["an FF tag with text in it", "FF1F03414243", ["FF1F:3"]],
  ["an FF tag as a template", "FF8105035A0147", ["FF8105:3", "5A:1"]],
  ["nothing at all", "", []],
];
for (const [what, text, nodes] of trees)
  test(what, () => assert.deepEqual(short(parse(text)), nodes));

test("A1 and C1 before a length are marks only if isMarked is set", () => {
  const nodes = parse("57A10247CC 57C1021122 5A0147", true);
  assert.deepEqual(
    nodes.map(({ mark }) => mark),
    ["masked", "encrypted", undefined],
  );
  assert.throws(() => parse("57A10247CC"), PayloadError);
});

const broken: [what: string, text: string, words: RegExp][] = [
  ["a value that is cut", "5A0847", /at byte 0 tag 5A says 8 bytes, 1 are left/],
  ["a length that is missing", "5A01475A", /at byte 4 a length is missing/],
  ["a length of three bytes", "5A83000001 00", /a length begins with 83/],
  ["a tag that does not end", "5F", /the rest of a tag is missing/],
  ["a tag of five bytes", "DF8081828301", /over 4 bytes/],
  ["a template that is cut", "E1035A0847", /says 8 bytes/],
  ["nine templates in each other", nested(9), /more than 8 deep/],
  ["over 512 objects", "5A00".repeat(513), /more than 512/],
];
for (const [what, text, words] of broken) {
  test(`${what} is an error`, () => {
    assert.throws(
      () => parse(text),
      (error) =>
        error instanceof PayloadError && error.code === "broken_tlv" && words.test(error.message),
    );
  });
}

function nested(depth: number): string {
  let inner: Buffer = hex("5A0147");
  for (let at = 0; at < depth; at++) inner = tlv("E1", inner);
  return upper(inner);
}

test("written TLV is parsed to the same objects", () => {
  const node = fc.record({
    tag: fc.constantFrom("5A", "57", "9F39", "5F20", "DFAE02", "DF826E"),
    value: fc.uint8Array({ maxLength: 300 }),
  });
  fc.assert(
    fc.property(fc.array(node, { maxLength: 20 }), (nodes) => {
      const bytes = Buffer.concat(nodes.map(({ tag, value }) => tlv(tag, Buffer.from(value))));
      const parsed = parseTlv(bytes, { where: "test" });
      assert.deepEqual(
        parsed.map(({ tag, value }) => ({ tag, value: upper(value) })),
        nodes.map(({ tag, value }) => ({ tag, value: upper(value) })),
      );
    }),
  );
});

test("item lists: lengths in characters and bytes, with and without separators", () => {
  const text = "33.03.00\x1cT50:04:aVISA\x1cT95:02:h0011T9A:04:h1122TFF1F:03:aT:x";
  assert.deepEqual(
    readEmvItems(text).map(({ tag, type, value }) => [tag, type, value]),
    [
      ["50", "a", "VISA"],
      ["95", "h", "0011"],
      ["9A", "h", "1122"],
      ["FF1F", "a", "T:x"],
    ],
  );
});

const frames: [what: string, text: string, bodies: string[]][] = [
  ["no frame", " abc\r\n", ["abc"]],
  ["control texts, any case", "[STX]a[FS]b[etx][LRC]", ["a\x1cb"]],
  ["the bytes themselves, checked", rawFrame("abc"), ["abc"]],
  ["a line end after the frame", `${rawFrame("abc")}\r\n`, ["abc"]],
  ["a line end in place of the LRC", "\x02abc\x03\r\n", ["abc"]],
  [
    "two frames after another character",
    `\x06${rawFrame("one")}${rawFrame("two")}`,
    ["one", "two"],
  ],
  ["a frame that does not end", "[STX]abc", ["abc"]],
];
for (const [what, text, bodies] of frames) {
  test(`frames: ${what}`, () =>
    assert.deepEqual(
      splitFrames(text).map(({ body }) => body),
      bodies,
    ));
}

test("frames: a wrong check character and text after the frame are errors", () => {
  for (const text of ["\x02abc\x03z", "\x02abc\x03zz", "[STX]abc[ETX]z"]) {
    assert.throws(() => splitFrames(text), PayloadError);
  }
});
