/** The text that links cover, and heads in the log. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { maskJson } from "../../values/masking/mask.ts";
import {
  ENTRY_COLUMNS,
  type EntryText,
  entryText,
  markText,
  parseMark,
  secondsText,
} from "./chain.ts";

const value = fc.option(
  fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 8 }),
    fc.constantFrom("", "\n", "id=1:1\n", "2:a"),
  ),
);
const entries: fc.Arbitrary<EntryText> = fc
  .array(value, { minLength: ENTRY_COLUMNS.length, maxLength: ENTRY_COLUMNS.length })
  .map((values) => {
    const pairs = ENTRY_COLUMNS.map((column, place) => [column, values[place] ?? null]);
    return Object.fromEntries(pairs) as EntryText;
  });

/** Parses the text of an entry. */
function readBack(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (let at = 0; at < text.length; ) {
    const [head = "", column = "", length = ""] = /^(\w+)=(\d+):/.exec(text.slice(at)) ?? [];
    const from = at + head.length;
    values[column] = text.slice(from, from + Number(length));
    at = from + Number(length) + 1;
  }
  return values;
}

test("the text of an entry contains every column, so no two entries have the same text", () => {
  fc.assert(
    fc.property(entries, (entry) => {
      const there = Object.entries(entry).filter(([, text]) => text !== null);
      assert.deepEqual(readBack(entryText(entry)), Object.fromEntries(there));
    }),
  );
});

test("a new column that is null does not change the text of old entries", () => {
  const entry = Object.fromEntries(ENTRY_COLUMNS.map((column) => [column, null])) as EntryText;
  assert.equal(entryText({ ...entry, id: "7", result: "done" }), "id=1:7\nresult=4:done\n");
});

const marks = fc.record({
  sequence: fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }),
  hmac: fc.uint8Array({ minLength: 32, maxLength: 32 }),
});

test("a head in the log is not changed by the mask for card numbers", () => {
  fc.assert(
    fc.property(marks, ({ sequence, hmac }) => {
      const line = maskJson(JSON.stringify({ auditHead: markText({ sequence, hmac }) }));
      const mark = parseMark((JSON.parse(line) as { auditHead: string }).auditHead);
      assert.deepEqual(mark, { sequence, hmac: Buffer.from(hmac) });
    }),
  );
});

test("a head whose digest begins with digits is not taken for a card number", () => {
  const mark = { sequence: 473_978_584_071n, hmac: Buffer.from(`ff40${"00".repeat(30)}`, "hex") };
  const line = maskJson(JSON.stringify({ auditHead: markText(mark) }));
  assert.deepEqual(parseMark((JSON.parse(line) as { auditHead: string }).auditHead), mark);
});

test("a head in the log of an earlier release, without the letter, can be read", () => {
  const mark = { sequence: 12n, hmac: Buffer.alloc(32, 7) };
  assert.deepEqual(parseMark(`12:${mark.hmac.toString("base64url")}`), mark);
});

for (const text of [
  "",
  "12",
  "12:",
  `x:${"A".repeat(43)}`,
  `1:${"A".repeat(42)}`,
  `-1:${"A".repeat(43)}`,
]) {
  test(`"${text}" is not a valid head`, () => assert.equal(parseMark(text), undefined));
}

test("seconds have the same format as in the database", () => {
  assert.equal(
    secondsText(Temporal.Instant.from("2026-11-15T01:02:03.000045Z")),
    "1794704523.000045",
  );
});
