/** Tests of chip-answer.ts and chip-tlv.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { toChipAnswer } from "./chip-answer.ts";
import { readChipTlv, writeChipTlv } from "./chip-tlv.ts";

function readAnswer(hex: string) {
  const values = readChipTlv(hex);
  return values && toChipAnswer(values);
}

const AUTHENTICATION = "910A11223344556677883030";
const SCRIPT = "860D841E000008AABBCCDDEEFF0011";
const template = (tag: string, content: string) =>
  `${tag}${(content.length / 2).toString(16).padStart(2, "0").toUpperCase()}${content}`;

test("an answer has the objects of the tags 8A, 91, 71 and 72, and no others", () => {
  const [before, after] = [template("71", SCRIPT), template("72", SCRIPT)];
  assert.deepEqual(readAnswer("8A0230305A084761739001010010"), { responseCode: "8A023030" });
  assert.deepEqual(readAnswer(`9F36020001${AUTHENTICATION}8A023030${before}${after}`), {
    responseCode: "8A023030",
    issuerAuthentication: AUTHENTICATION,
    script1: before,
    script2: after,
  });
});

test("several scripts of a kind follow one another", () => {
  const scripts = template("72", SCRIPT) + template("72", `9F180400000001${SCRIPT}`);
  assert.deepEqual(readAnswer(`8A023030${scripts}`), {
    responseCode: "8A023030",
    script2: scripts,
  });
});

test("a script of 255 bytes is accepted, and a longer one is left out", () => {
  const longest = `7181FF${"AB".repeat(255)}`;
  assert.deepEqual(readAnswer(longest), { script1: longest });
  assert.equal(longest.length, 516);
  assert.equal(readAnswer(`71820100${"AB".repeat(256)}`), undefined);
  const half = template("72", "AB".repeat(127));
  assert.deepEqual(readAnswer(`8A023030${half}${half}${half}`), { responseCode: "8A023030" });
});

for (const [what, hex] of [
  ["nothing", ""],
  ["no hex", "8A0230XX"],
  ["half a byte", "8A02303"],
  ["a value that is cut off", "8A0230"],
  ["a response code of one byte", "8A0130"],
  ["authentication data of 7 bytes", `9107${"11".repeat(7)}`],
  ["authentication data of 17 bytes", `9111${"11".repeat(17)}`],
  ["a tag that occurs twice", "8A0230308A023035"],
  ["a length of three bytes", "8A8300000230"],
  ["more than 1,024 bytes", `DF0182${"0400"}${"00".repeat(1_024)}`],
] as const) {
  test(`${what} is no answer`, () => assert.equal(readAnswer(hex), undefined));
}

test("what was written is read back", () => {
  const tag = fc.constantFrom("9F26", "95", "82", "9F10", "DF8101");
  const values = fc.uniqueArray(fc.tuple(tag, fc.uint8Array({ maxLength: 200 })), {
    selector: ([name]) => name,
    minLength: 1,
  });
  fc.assert(
    fc.property(values, (entries) => {
      const read = readChipTlv(writeChipTlv(new Map(entries)));
      assert.deepEqual([...(read ?? [])], entries);
    }),
  );
});

test("any text is read or refused without an error", () => {
  fc.assert(fc.property(fc.string(), (text) => void readAnswer(text)));
  const bytes = fc.uint8Array({ maxLength: 60 }).map((some) => Buffer.from(some).toString("hex"));
  fc.assert(fc.property(bytes, (hex) => void readAnswer(hex)));
});
