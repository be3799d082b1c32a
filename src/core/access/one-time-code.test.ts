/** Tests of one-time-code.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret } from "../../values/secret.ts";
import { computeCode, findCodeStep, newCodeSecret, toBase32 } from "./one-time-code.ts";

const KEY = Buffer.from("12345678901234567890");

test("the codes of RFC 4226, appendix D", () => {
  const codes = ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583"];
  assert.deepEqual(
    codes.map((_, count) => computeCode(KEY, count)),
    codes,
  );
});

test("the times of RFC 6238, appendix B, in six digits", () => {
  const rows: [seconds: number, code: string][] = [
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_234_567_890, "005924"],
    [20_000_000_000, "353130"],
  ];
  const secret = new Secret(toBase32(KEY));
  for (const [seconds, code] of rows) {
    const now = Temporal.Instant.fromEpochMilliseconds(seconds * 1_000);
    assert.equal(findCodeStep(secret, code, now), Math.floor(seconds / 30), code);
  }
});

test("a code is valid in its time step and the steps before and after it", () => {
  const secret = new Secret(toBase32(KEY));
  const at = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1_000);
  const [first, step] = [1_111_111_080, 37_037_036];
  for (const offset of [-30, 0, 29, 59]) {
    assert.equal(findCodeStep(secret, "081804", at(first + offset)), step, `${offset} s`);
  }
  assert.equal(findCodeStep(secret, "081804", at(first - 31)), undefined);
  assert.equal(findCodeStep(secret, "081804", at(first + 60)), undefined);
  for (const text of ["", "28708", "2870820", "abcdef"]) {
    assert.equal(findCodeStep(secret, text, at(first)), undefined);
  }
});

test("base32 follows RFC 4648, and a new secret has 160 bits", () => {
  assert.equal(toBase32(Buffer.from("foobar")), "MZXW6YTBOI");
  assert.match(newCodeSecret().reveal(), /^[A-Z2-7]{32}$/);
});
