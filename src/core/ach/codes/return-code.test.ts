/** The known return codes, their return windows and their return rate categories. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { allReturnCodes, findReturnCode, returnDeadline, returnStage } from "./return-code.ts";

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => `R${String(first + n).padStart(2, "0")}`);

/** Issue 7: R01–R47, R50–R53, R61, R62, R67–R77, R80–R85, R90. */
const IN_USE = [
  ...range(1, 47),
  ...range(50, 53),
  ...["R61", "R62"],
  ...range(67, 77),
  ...range(80, 85),
  "R90",
];

const codesWhere = (wanted: (code: ReturnType<typeof allReturnCodes>[number]) => boolean) =>
  allReturnCodes()
    .filter(wanted)
    .map(({ code }) => code)
    .join(" ");

test("every code in use is listed once, with a title of its own", () => {
  assert.deepEqual(
    allReturnCodes()
      .map(({ code }) => code)
      .sort(),
    IN_USE,
  );
  const meanings = new Set(allReturnCodes().map(({ title: meaning }) => meaning));
  assert.equal(meanings.size, IN_USE.length);
  assert.equal(findReturnCode("R48"), undefined);
});

test("return rates count six codes as unauthorized and three as administrative", () => {
  const unauthorized = codesWhere(({ category }) => category === "unauthorized");
  assert.equal(unauthorized, "R05 R07 R10 R11 R29 R51");
  assert.equal(
    codesWhere(({ category }) => category === "administrative"),
    "R02 R03 R04",
  );
});

test("unauthorized debits can be returned for sixty days", () => {
  const sixty = codesWhere(({ window }) => window.kind === "calendar_days" && window.days === 60);
  assert.equal(sixty, "R05 R07 R10 R11 R33 R37 R38 R51 R52 R53");
});

test("the number of a code tells whether it is a return, a dishonor or a contest", () => {
  assert.equal(
    codesWhere(({ stage }) => stage === "dishonor"),
    "R61 R62 R67 R68 R69 R70",
  );
  assert.equal(
    codesWhere(({ stage }) => stage === "contest"),
    "R71 R72 R73 R74 R75 R76 R77",
  );
  assert.equal(returnStage("R60"), "return");
  assert.equal(returnStage("R79"), "contest");
});

test("the deadline of a return is a banking day", () => {
  const deadline = (code: string, settledOn: string) => {
    const found = findReturnCode(code);
    assert.ok(found, code);
    return returnDeadline(found, Temporal.PlainDate.from(settledOn))?.toString();
  };
  assert.equal(deadline("R01", "2026-11-25"), "2026-11-30");
  // The sixtieth day is Saturday 16 January; Monday is a holiday.
  assert.equal(deadline("R10", "2026-11-17"), "2027-01-19");
  assert.equal(deadline("R13", "2026-11-25"), "2026-11-27");
  assert.equal(deadline("R68", "2026-11-16"), "2026-11-23");
  assert.equal(deadline("R06", "2026-11-16"), undefined);
});
