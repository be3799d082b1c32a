/** Names in every script become printable ASCII, or are found to be impossible to write. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyCodePoint } from "../../test/kit/code-points.ts";
import { canWriteInLatin, toLatinText } from "./latin-text.ts";

const NAMES: readonly (readonly [name: string, latin: string])[] = [
  ["Ada Buyer", "ADA BUYER"],
  ["Zoë O’Brien", "ZOE O'BRIEN"],
  ["Łukasz Straße", "LUKASZ STRASSE"],
  ["Œuvre Ægir Þór Đorđe", "OEUVRE AEGIR THOR DORDE"],
  ["王 伟", "WANG WEI"],
  ["김민준", "GIMMINJUN"],
  ["やまだ たろう", "YAMADA TAROU"],
  ["Михаил Иванов", "MIKHAIL IVANOV"],
  ["Σωκράτης", "SOKRATIS"],
  ["محمد", "MHMD"],
  ["Ann 😀 Lee 👩‍🚀", "ANN LEE"],
];

test("names in other scripts are transliterated", () => {
  for (const [name, latin] of NAMES) {
    assert.equal(toLatinText(name).replaceAll(/ +/g, " "), latin);
    assert.ok(canWriteInLatin(name), name);
  }
});

test("composed and decomposed characters become the same letters", () => {
  for (const [name] of NAMES) assert.equal(toLatinText(name.normalize("NFD")), toLatinText(name));
});

test("a name of which a word would be lost cannot be written", () => {
  for (const name of ["", " ", "-", "😀", "\u{e000}", "\u9fd6", "Ann \u9fd6\u9fd7"])
    assert.equal(canWriteInLatin(name), false, JSON.stringify(name));
});

test("digits of another script are not a way to write a card number", () => {
  assert.equal(canWriteInLatin("٤١١١١١١١١١١١١١١١"), false);
});

test("any text becomes printable ASCII without a replacement character", () => {
  const text = fc.string({ unit: anyCodePoint }).map((made) => made.replaceAll("?", ""));
  const isPlain = (made: string) => /^[ ->@-~]*$/.test(toLatinText(made));
  fc.assert(fc.property(text, isPlain), { numRuns: 50 });
  assert.equal(toLatinText("\u{102b1}é"), "E", "the library answers ? for this letter");
});
