/** Tests of wildcard.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { likePattern, readMatch } from "./wildcard.ts";

test("a text without wildcards matches exactly, also with characters that LIKE treats specially", () => {
  for (const text of ["100%", "a_b", "a\\b", "it's", 'a"b', "a b"]) {
    assert.deepEqual(readMatch(text), { kind: "exactly", text });
  }
});

test("? matches one character and * any number of characters", () => {
  assert.deepEqual(readMatch("a?c*"), { kind: "like", pattern: "a_c%" });
});

test("%, _ and \\ next to a wildcard match themselves", () => {
  assert.equal(likePattern("100%*_\\?"), "100\\%%\\_\\\\_");
});

test("one or more * alone match present and absent values", () => {
  assert.deepEqual(readMatch("*"), { kind: "anything" });
  assert.deepEqual(readMatch("***"), { kind: "anything" });
  assert.deepEqual(readMatch("*?"), { kind: "like", pattern: "_%" });
});

test("a run of wildcards becomes its ? and at most one %, whatever its order", () => {
  for (const run of ["*?*?", "??*", "*??", "?**?", "?*?*"]) assert.equal(likePattern(run), "__%");
  assert.equal(likePattern("*?".repeat(5_000)), `${"_".repeat(5_000)}%`);
  assert.equal(likePattern("*".repeat(10_000)), "%");
});

/** Matches both kinds of patterns with a set of reached positions: simple, but quadratic. */
function matches(text: string, pattern: string, one: string, many: string): boolean {
  let reached = new Set([0]);
  const signs = Array.from(text);
  for (const part of readPattern(pattern, one, many)) {
    const next = new Set<number>();
    for (const at of reached) {
      if (part === many) for (let end = at; end <= signs.length; end++) next.add(end);
      else if (at < signs.length && (part === one || part === `=${signs[at]}`)) next.add(at + 1);
    }
    reached = next;
  }
  return reached.has(signs.length);
}

function readPattern(pattern: string, one: string, many: string): string[] {
  const parts: string[] = [];
  const signs = Array.from(pattern);
  for (let at = 0; at < signs.length; at++) {
    const sign = signs[at] ?? "";
    if (one === "_" && sign === "\\") parts.push(`=${signs[++at]}`);
    else parts.push(sign === one || sign === many ? sign : `=${sign}`);
  }
  return parts;
}

test("the LIKE pattern matches the same texts as the wildcards", () => {
  const sign = fc.constantFrom("a", "b", "%", "_", "\\", "é", "😀");
  const text = fc.array(sign, { maxLength: 8 }).map((signs) => signs.join(""));
  const wild = fc.constantFrom("*", "?");
  const pattern = fc.array(fc.oneof(sign, wild), { maxLength: 8 }).map((signs) => signs.join(""));
  fc.assert(
    fc.property(text, pattern, (value, asked) => {
      const expected = matches(value, asked, "?", "*");
      assert.equal(matches(value, likePattern(asked), "_", "%"), expected);
    }),
    { numRuns: 2_000 },
  );
});
