/** The corrected data of notifications of change, and how reports show it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { allChangeCodes, findChangeCode, isRefusal, refusalTitle } from "./change-code.ts";
import { maskAccount, nocData, readCorrectedData, writeCorrectedData } from "./corrected-data.ts";

test("every change code and every refusal in use is known", () => {
  const codes = allChangeCodes().map(({ code }) => code);
  assert.equal(codes.join(" "), "C01 C02 C03 C04 C05 C06 C07 C08 C09 C13 C14");
  assert.equal(findChangeCode("C10"), undefined);
  for (let number = 61; number <= 69; number += 1) {
    assert.ok(refusalTitle(`C${number}`), `C${number}`);
    assert.ok(isRefusal(`C${number}`));
  }
  assert.ok(!isRefusal("C60") && !isRefusal("C01"));
});

/** The code, the corrected data as a bank writes it, its parts, and the text in reports. */
const CASES: readonly [code: string, data: string, says: object, shown: string][] = [
  ["C01", "1918171614", { account: "1918171614" }, "C01 account ****1614"],
  ["C02", "061000146", { routing: "061000146" }, "C02 routing 061000146"],
  [
    "C03",
    "061000146   1918171614",
    { routing: "061000146", account: "1918171614" },
    "C03 routing 061000146 account ****1614",
  ],
  ["C04", "Ann Otherwise", { name: "Ann Otherwise" }, "C04 name Ann Otherwise"],
  ["C05", "37", { code: "37" }, "C05 code 37"],
  [
    "C06",
    "1918171614          37",
    { account: "1918171614", code: "37" },
    "C06 account ****1614 code 37",
  ],
  [
    "C07",
    "0610001461918171614       27",
    { routing: "061000146", account: "1918171614", code: "27" },
    "C07 routing 061000146 account ****1614 code 27",
  ],
  ["C08", "BANK1FF", { foreignBank: "BANK1FF" }, "C08 foreign bank BANK1FF"],
  ["C09", "CUST 7", { id: "CUST 7" }, "C09 id CUST 7"],
  ["C13", "", {}, "C13"],
  ["C14", "IAT", { sec: "IAT" }, "C14 class IAT"],
];

for (const [code, data, says, shown] of CASES) {
  test(`the corrected data of ${code} is read, written and shown`, () => {
    assert.deepEqual(readCorrectedData(code, data), says);
    assert.equal(writeCorrectedData(code, says), data);
    assert.equal(nocData(code, data), shown);
  });
}

test("parts that a bank separates by blanks instead of placing them are read", () => {
  const routing = "061000146";
  assert.deepEqual(readCorrectedData("C03", "061000146 1918171614"), {
    routing,
    account: "1918171614",
  });
  assert.deepEqual(readCorrectedData("C06", "1918171614 37"), {
    account: "1918171614",
    code: "37",
  });
});

test("the corrected data of an unknown code is not shown", () => {
  assert.equal(nocData("C99", "1918171614"), "C99");
});

test("a masked account number shows its last four characters, a short one none", () => {
  assert.equal(maskAccount("744-5678-99"), "****7899");
  assert.equal(maskAccount("1234"), "****");
  assert.equal(maskAccount("12345"), "****2345");
});

test("no notification shows a whole account number, or more than fifty characters", () => {
  const codes = fc.constantFrom(...allChangeCodes().map(({ code }) => code));
  const digits = fc.string({ unit: fc.constantFrom(..."123456789"), minLength: 10, maxLength: 17 });
  fc.assert(
    fc.property(codes, digits, fc.nat(12), (code, account, blanks) => {
      const placed = writeCorrectedData(code, {
        routing: "061000146",
        account,
        code: "27",
        name: account,
        id: account,
      });
      for (const data of [placed, " ".repeat(blanks) + account, `061000146 ${account} 27`]) {
        const shown = nocData(code, data);
        assert.ok(shown.length <= 50);
        assert.ok(!shown.includes(account.slice(0, 10)), shown);
        assert.doesNotMatch(shown.replaceAll("061000146", ""), /\d{10}/);
      }
    }),
  );
});
