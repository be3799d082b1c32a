/** Tests of the model's own tools: strict readers, wildcards and clocks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { emailsOf, zoneClock } from "./clocks.ts";
import { globMatches } from "./glob.ts";
import { readCsv } from "./read-csv.ts";
import { readXml } from "./read-xml.ts";

test("the CSV reader accepts RFC 4180 only", () => {
  assert.deepEqual(readCsv('a,"b ""c""\r\n,d"\r\n,\r\n'), [
    ["a", 'b "c"\r\n,d'],
    ["", ""],
  ]);
  for (const wrong of ["a\n", "a,b", "a,", '"a\r\n', '"a"b\r\n', 'a"b\r\n', "a\rb\r\n"]) {
    assert.throws(() => readCsv(wrong), JSON.stringify(wrong));
  }
});

const xml = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${inside}`;

test("the XML reader is strict, and normalizes line ends", () => {
  const root = readXml(xml('<r n="1&amp;2"><t> a&lt;&#13;\r\nb </t><e/></r>\n'));
  assert.deepEqual(root.attributes, { n: "1&2" });
  assert.deepEqual(
    root.children.map(({ name, text }) => [name, text]),
    [
      ["t", " a<\r\nb "],
      ["e", ""],
    ],
  );
  const wrong = ["<r>", "<r></s>", "<r>&no;</r>", "<r>& b</r>", "<r>]]></r>", "<r/><r/>"];
  for (const inside of [...wrong, "<r>\u0001</r>", "<r>\ufffe</r>", "<2/>", "<a b/>", "text"]) {
    assert.throws(() => readXml(xml(inside)), JSON.stringify(inside));
  }
  assert.throws(() => readXml("<r/>"));
});

test("? matches one character and * any number of characters", () => {
  const matching: readonly [string, string][] = [
    ["*", ""],
    ["a?c", "a😀c"],
    ["*b*", "abc"],
    ["?*?", "ab"],
    ["%_\\", "%_\\"],
  ];
  const others: readonly [string, string][] = [
    ["?", ""],
    ["a?", "a"],
    ["%", "a"],
    ["a", "A"],
    ["*b", "abc"],
    ["?*?", "a"],
  ];
  for (const [pattern, text] of matching) assert.ok(globMatches(pattern, text), pattern);
  for (const [pattern, text] of others) assert.ok(!globMatches(pattern, text), pattern);
});

test("an hour occurs twice in fall, with different abbreviations", () => {
  const [summer, winter] = ["2026-11-01T05:30:00Z", "2026-11-01T06:30:00.999Z"];
  const zone = "America/New_York";
  assert.equal(zoneClock(zone)(summer), "2026-11-01 01:30:00");
  assert.equal(zoneClock(zone)(winter), "2026-11-01 01:30:00");
  assert.deepEqual([emailsOf(zone, summer), emailsOf(zone, winter)], ["EDT", "EST"]);
  assert.equal(emailsOf("America/Phoenix", summer), "MST");
});
