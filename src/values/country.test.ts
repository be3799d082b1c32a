/** Country codes of two letters. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { allCountries, isCountry } from "./country.ts";

test("the 249 countries of ISO 3166-1 and Kosovo are countries", () => {
  const all = allCountries();
  assert.equal(all.length, 250);
  const some = ["US", "CA", "GB", "DE", "BQ", "SX", "TL", "UM", "XK"];
  assert.deepEqual(
    some.filter((code) => !isCountry(code)),
    [],
  );
  assert.deepEqual(all[0], { code: "AF", name: "Afghanistan" });
});

test("codes of unions, withdrawn codes, parts of countries and test codes are not countries", () => {
  const none = ["EU", "UN", "EZ", "UK", "SU", "YU", "DD", "AN", "AC", "IC", "QO", "XA", "ZZ", "us"];
  assert.deepEqual(
    none.filter((code) => isCountry(code)),
    [],
  );
});
