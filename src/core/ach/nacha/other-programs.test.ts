/** Files in the style of other programs: a handwritten one, and the test vectors if they are present. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { AchAddenda, AchFile } from "./ach-file.ts";
import { errorText } from "./file-error.ts";
import { LineCutter } from "./line-cutter.ts";
import { readAchFile } from "./read-file.ts";

/** A return, a returned prenote and a change, in mixed case. */
const BY_HAND = [
  "101 061000146 0910000192611180630B094101First Test Bank        Sixdoors               REF00001",
  "5225Main St Books   Store 7             1120000001PPDPayment   NOV 172611173211091000010000001",
  "626231380104744-5678-99      0000001250Invoice 1      Ann Example             1091000010000001",
  "799R01061000140000007      23138010NSF                                         091000010000001",
  "636231380104000123456        0000000000Invoice 2      Bob Example             1091000010000002",
  "799R1506100014000000826110123138010                                            091000010000002",
  "82250000040046276020000000001250000000000000" +
    "1120000001                         091000010000001",
  "5220Main St Books                       1120000001CORPayment         000000   1091000010000002",
  "621231380104744567899        0000000000Invoice 1      Ann Example             1091000010000003",
  "798C03061000140000007      23138010061000146   99887766                        091000010000003",
  "82200000020023138010000000000000000000000000" +
    "1120000001                         091000010000002",
  "9000002000002000000060069414030000000001250000000000000",
];

function readGood(text: string): AchFile {
  const read = readAchFile(text);
  assert.ok(
    read.kind === "read",
    read.kind === "invalid" ? read.errors.map(errorText).join("\n") : "",
  );
  return read.file;
}

function listAddenda(file: AchFile): readonly AchAddenda[] {
  return file.batches.flatMap(({ entries }) => entries.flatMap(({ addenda }) => addenda));
}

test("a file of returns and changes is read", () => {
  const file = readGood(BY_HAND.join("\n"));
  const [returns, changes] = file.batches;
  assert.equal(file.header.destination, "061000146");
  assert.equal(returns?.header.settlementDay, 321);
  assert.equal(returns?.header.descriptiveDate, "NOV 17");
  assert.equal(changes?.header.effectiveDate, undefined);
  assert.equal(returns?.entries[0]?.accountNumber, "744-5678-99");
  const [first, second, third] = listAddenda(file);
  assert.ok(first?.kind === "return" && second?.kind === "return" && third?.kind === "change");
  assert.deepEqual([first.code, first.originalTrace], ["R01", "061000140000007"]);
  assert.equal(`${second.dateOfDeath}`, "2026-11-01");
  assert.equal(third.correctedData, "061000146   99887766");
});

test("a destination of nine digits need not have a check digit", () => {
  const [header = "", ...others] = BY_HAND;
  const toUs = header.replace(" 061000146", " 123456789");
  assert.equal(readGood([toUs, ...others].join("\n")).header.destination, "123456789");
});

/** The last record of the handwritten file lacks its trailing blanks. */
const WHOLE = BY_HAND.map((line) => line.padEnd(94));
const FILL = "9".repeat(94);
const FORMS: Readonly<Record<string, string>> = {
  "lines that end in CR LF": `${WHOLE.join("\r\n")}\r\n`,
  "lines that end in CR": `${WHOLE.join("\r")}\r`,
  "no line ends at all": WHOLE.join(""),
  "no line ends, filled blocks": WHOLE.join("") + FILL.repeat(8),
  "one line end after all": `${WHOLE.join("")}\n`,
  "blocks of ten records on a line": blocks([...WHOLE, ...Array<string>(8).fill(FILL)]),
  "blanks cut at the ends of lines": `${WHOLE.map((line) => line.trimEnd()).join("\n")}\n`,
  "blanks behind the ends of records": `${WHOLE.map((line) => `${line}   `).join("\n")}\n`,
  "no end of the last line": WHOLE.join("\n"),
  "blank lines instead of fill": `${WHOLE.join("\n")}${`\n${" ".repeat(94)}`.repeat(8)}\n`,
  "9s up to a whole block": `${[...WHOLE, ...Array<string>(8).fill(FILL)].join("\n")}\n`,
  "a byte order mark": `\uFEFF${WHOLE.join("\n")}\n`,
};

function blocks(records: readonly string[]): string {
  return records.map((record, at) => record + (at % 10 === 9 ? "\n" : "")).join("");
}

for (const [form, text] of Object.entries(FORMS)) {
  test(`a file is read with ${form}`, () => {
    assert.deepEqual(listAddenda(readGood(text)), listAddenda(readGood(WHOLE.join("\n"))));
  });

  test(`a file that arrives in pieces gives the same lines: ${form}`, () => {
    const expected = linesIn([text]);
    for (const size of [1, 7, 94, 95, 1_000]) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.slice(at * size, (at + 1) * size),
      );
      assert.deepEqual(linesIn(pieces), expected, `${size}`);
    }
  });
}

function linesIn(pieces: readonly string[]): string[] {
  const cutter = new LineCutter();
  return [...pieces.flatMap((piece) => [...cutter.cut(piece)]), ...cutter.end()];
}

test("an endless line does not fill the memory", () => {
  const cutter = new LineCutter();
  const lines = [...cutter.cut("1\n"), ...cutter.cut("x".repeat(100_000)), ...cutter.end()];
  assert.ok(lines.every((line) => line.length <= 1_000));
});

const VECTORS = path.resolve(import.meta.dirname, "../../../../../shared/vectors/nacha");
const isPresent = existsSync(VECTORS);
const vector = (name: string) => readFileSync(path.join(VECTORS, `${name}.ach`), "latin1");

for (const [name, kinds, amounts] of [
  ["ccd-debit", [], [500_000, 125]],
  ["ppd-debit", [], [200_000_000]],
  ["tel-debit", [], [50_000]],
  ["return", ["return R03"], [1]],
  ["notification-of-change", ["change C01"], [0]],
  ["dishonored-return", ["dishonored R68", "dishonored R68"], [25_000, 23_000]],
] as const) {
  test(`the test vector ${name} is read`, { skip: !isPresent }, () => {
    const file = readGood(vector(name));
    const entries = file.batches.flatMap((batch) => batch.entries);
    assert.deepEqual(
      entries.map(({ amountCents }) => amountCents),
      amounts,
    );
    const found = listAddenda(file).map((each) =>
      "code" in each ? `${each.kind} ${each.code}` : each.kind,
    );
    assert.deepEqual(found, kinds);
  });
}

test("the errors of the invalid test vector are reported", { skip: !isPresent }, () => {
  const read = readAchFile(vector("invalid"));
  assert.ok(read.kind === "invalid");
  const said = read.errors.map(errorText);
  assert.equal(said.length, 19);
  // A column is missing in the file header, and before the company id of every batch.
  assert.ok(said.includes("line 1, file header, record size: expected 094, found 941"));
  for (const line of [2, 149, 169, 275]) {
    assert.ok(said.some((text) => text.startsWith(`line ${line}, batch header, entry class`)));
  }
  assert.equal(said.at(-1), "line 293, file control, batch count: expected 000004, found 000005");
});
