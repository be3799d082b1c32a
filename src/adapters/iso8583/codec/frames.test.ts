/** Tests of frames.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { FrameReader, type FrameRule, writeFrame } from "./frames.ts";

const RULES: readonly FrameRule[] = [
  { bytes: 2, encoding: "binary" },
  { bytes: 4, encoding: "binary" },
  { bytes: 4, encoding: "ascii" },
];

for (const rule of RULES) {
  test(`messages arrive whole, however TCP cuts them (${rule.bytes} bytes, ${rule.encoding})`, () => {
    const messages = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 8 });
    fc.assert(
      fc.property(messages, fc.integer({ min: 1, max: 50 }), (sent, step) => {
        const bytes = Buffer.concat(sent.map((message) => writeFrame(rule, message)));
        const reader = new FrameReader(rule);
        const got: Uint8Array[] = [];
        for (let at = 0; at < bytes.length; at += step) {
          got.push(...reader.push(bytes.subarray(at, at + step)));
        }
        assert.deepEqual(got, sent);
      }),
    );
  });
}

test("two ASCII digits can announce 99 bytes at most", () => {
  const rule: FrameRule = { bytes: 2, encoding: "ascii" };
  assert.throws(() => writeFrame(rule, new Uint8Array(100)), /has 100 bytes. Allowed: 99/);
  assert.deepEqual(new FrameReader(rule).push(writeFrame(rule, new Uint8Array(99))).length, 1);
});

test("a length that is too long or no number is refused at once", () => {
  const long = new FrameReader({ bytes: 4, encoding: "binary" });
  assert.throws(
    () => long.push(Buffer.from("00010000", "hex")),
    /The length of a message is wrong/,
  );
  const text = new FrameReader({ bytes: 4, encoding: "ascii" });
  assert.throws(() => text.push(Buffer.from("GET ")), /The length of a message is wrong/);
});

test("a frame without content only keeps the connection alive", () => {
  const reader = new FrameReader({ bytes: 2, encoding: "binary" });
  assert.deepEqual(reader.push(Buffer.from("000000020102", "hex")), [Uint8Array.of(1, 2)]);
});
