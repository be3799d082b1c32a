import assert from "node:assert/strict";
import { test } from "node:test";
import { cardBrand, parseExpiration, passesCheckDigit } from "./card.ts";

// Published test numbers of the card brands.
for (const [number, brand] of [
  ["4111111111111111", "VISA"],
  ["4222222222222", "VISA"],
  ["5555555555554444", "MASTERCARD"],
  ["2223003122003222", "MASTERCARD"],
  ["378282246310005", "AMERICAN EXPRESS"],
  ["6011111111111117", "DISCOVER"],
  ["3530111333300000", "DISCOVER"],
  ["30569309025904", "DISCOVER"],
  ["6240008631401148", "DISCOVER"],
] as const) {
  test(`${number} is ${brand}`, () => assert.equal(cardBrand(number), brand));
}

for (const [what, number] of [
  ["a bad check digit", "4111111111111112"],
  ["a length its range does not have", "41111111111116"],
  ["a range that is nobody's", "9999999999999995"],
  ["a letter", "411111111111111a"],
  ["nothing", ""],
] as const) {
  test(`${what} is no card`, () => assert.equal(cardBrand(number), undefined));
}

test("the check digit finds every single wrong digit", () => {
  const good = "4111111111111111";
  for (let place = 0; place < good.length; place++) {
    for (let wrong = 0; wrong < 10; wrong++) {
      const changed = good.slice(0, place) + wrong + good.slice(place + 1);
      assert.equal(passesCheckDigit(changed), changed === good);
    }
  }
});

test("an expiry is a real month", () => {
  assert.equal(parseExpiration("0927")?.toString(), "2027-09");
  for (const text of ["0027", "1327", "927", "09/27", "2709x", ""]) {
    assert.equal(parseExpiration(text), undefined);
  }
});
