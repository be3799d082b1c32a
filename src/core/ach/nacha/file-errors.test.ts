/** Every error in a file is reported with line, record and field, and reading continues after it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { GOOD, listFileErrors } from "../../../../test/kit/ach-errors.ts";

/** The valid file with one line changed, starting at a position (from 1). */
function changed(line: number, position: number, text: string): string[] {
  const old = GOOD[line - 1] ?? "";
  const start = old.slice(0, position - 1);
  return GOOD.with(line - 1, start + text + old.slice(position - 1 + text.length));
}

test("the valid file has no error", () => {
  assert.deepEqual(listFileErrors(GOOD), []);
  assert.equal(GOOD.length, 10);
});

/** A change of the valid file, and the reported errors. */
const CASES: readonly [name: string, lines: readonly string[], errors: readonly string[]][] = [
  ["priority", changed(1, 2, "02"), ["line 1, file header, priority code: expected 01, found 02"]],
  [
    "destination",
    changed(1, 4, " ".repeat(10)),
    ["line 1, file header, destination: expected not to be blank"],
  ],
  [
    "creation date",
    changed(1, 24, "261340"),
    ["line 1, file header, creation date: expected a date as YYMMDD"],
  ],
  [
    "29 February",
    changed(1, 24, "270229"),
    ["line 1, file header, creation date: expected a date as YYMMDD"],
  ],
  [
    "creation time",
    changed(1, 30, "2460"),
    ["line 1, file header, creation time: expected HHMM or nothing"],
  ],
  [
    "modifier",
    changed(1, 34, "a"),
    ["line 1, file header, file modifier: expected A to Z or 0 to 9"],
  ],
  [
    "record size",
    changed(1, 35, "095"),
    ["line 1, file header, record size: expected 094, found 095"],
  ],
  [
    "service class",
    changed(2, 2, "230"),
    [
      "line 2, batch header, service class: expected 200, 220 or 225",
      "line 6, batch control, service class: expected 230, found 225",
    ],
  ],
  [
    "entries against the service class",
    changed(2, 2, "220").with(5, (GOOD[5] ?? "").replace("8225", "8220")),
    [
      "line 3, entry, transaction code: expected one of credits, as the batch header says",
      "line 4, entry, transaction code: expected one of credits, as the batch header says",
    ],
  ],
  [
    "entry class",
    changed(2, 51, "IAT"),
    [
      "line 2, batch header, entry class: expected CCD, PPD, WEB, TEL, POP, ARC, RCK, COR or another domestic class",
    ],
  ],
  [
    "effective date",
    changed(2, 70, "269917"),
    ["line 2, batch header, effective date: expected a date as YYMMDD"],
  ],
  [
    "settlement date",
    changed(2, 76, "367"),
    ["line 2, batch header, settlement date: expected a day of the year, 001 to 366"],
  ],
  [
    "originator status",
    changed(2, 79, "7"),
    ["line 2, batch header, originator status: expected 0, 1 or 2"],
  ],
  [
    "transaction code",
    changed(3, 2, "20"),
    ["line 3, entry, transaction code: expected a transaction code"],
  ],
  [
    "check digit",
    changed(3, 12, "5"),
    ["line 3, entry, routing number: expected another check digit"],
  ],
  [
    "account number",
    changed(3, 13, " ".repeat(17)),
    ["line 3, entry, account number: expected not to be blank"],
  ],
  [
    "characters of an account number",
    changed(3, 13, "55\u00e9512345"),
    ["line 3, entry, account number: expected printable ASCII characters"],
  ],
  ["amount", changed(3, 30, "00000012.5"), ["line 3, entry, amount: expected 10 digits"]],
  [
    "no amount",
    changed(3, 30, "0000000000"),
    [
      "line 3, entry, amount: expected some",
      "line 6, batch control, debit total: expected 000000001250, found 000000002500",
      "line 7, file control, debit total: expected 000000001250, found 000000002500",
    ],
  ],
  [
    "amount of a prenote",
    changed(3, 2, "28"),
    ["line 3, entry, amount: expected zero in a prenote"],
  ],
  [
    "addenda indicator",
    changed(3, 79, "1"),
    ["line 3, entry, addenda indicator: expected 0, as no addenda follow"],
  ],
  [
    "addenda indicator the other way",
    changed(4, 79, "0"),
    ["line 4, entry, addenda indicator: expected 1"],
  ],
  [
    "trace of another bank",
    changed(3, 80, "05"),
    ["line 3, entry, trace number: expected to start as the batch header's bank"],
  ],
  [
    "trace order",
    changed(4, 94, "1"),
    [
      "line 4, entry, trace number: expected a higher one than the entry before",
      "line 5, addenda, entry sequence: expected 0000001, found 0000002",
    ],
  ],
  ["type of addenda", changed(5, 2, "04"), ["line 5, addenda, type code: expected 05, 98 or 99"]],
  [
    "addenda sequence",
    changed(5, 84, "0002"),
    ["line 5, addenda, addenda sequence: expected 0001, found 0002"],
  ],
  [
    "count of a batch",
    changed(6, 10, "2"),
    ["line 6, batch control, entry count: expected 000003, found 000002"],
  ],
  [
    "hash of a batch",
    changed(6, 11, "1"),
    ["line 6, batch control, entry hash: expected 0046276020, found 1046276020"],
  ],
  [
    "totals of a batch",
    changed(6, 21, "9".repeat(24)),
    [
      "line 6, batch control, debit total: expected 000000002500, found 999999999999",
      "line 6, batch control, credit total: expected 000000000000, found 999999999999",
    ],
  ],
  [
    "company of a batch",
    changed(6, 45, "9"),
    ["line 6, batch control, company id: expected 1120000001, found 9120000001"],
  ],
  [
    "batch number",
    changed(6, 94, "2"),
    ["line 6, batch control, batch number: expected 0000001, found 0000002"],
  ],
  [
    "batch count",
    changed(7, 7, "2"),
    ["line 7, file control, batch count: expected 000001, found 000002"],
  ],
  [
    "block count",
    changed(7, 13, "2"),
    ["line 7, file control, block count: expected 000001, found 000002"],
  ],
  [
    "count of a file",
    changed(7, 21, "2"),
    ["line 7, file control, entry count: expected 00000003, found 00000002"],
  ],
  [
    "unknown record",
    changed(3, 1, "2"),
    ["line 3, unknown record, record type: expected 1, 5, 6, 7, 8 or 9"],
  ],
  [
    "a line too long",
    GOOD.with(2, `${GOOD[2]}5`),
    ["line 3, entry, length: expected 94 characters, found 95"],
  ],
  [
    "a line too short",
    GOOD.with(4, (GOOD[4] ?? "").slice(1)),
    ["line 5, unknown record, record type: expected 1, 5, 6, 7, 8 or 9"],
  ],
  [
    "a control too short",
    GOOD.with(5, (GOOD[5] ?? "").slice(0, 90)),
    ["line 6, batch control, length: expected 94 characters, found 90"],
  ],
];

for (const [name, lines, errors] of CASES) {
  test(`an error is reported: ${name}`, () => assert.deepEqual(listFileErrors(lines), errors));
}
