/** Tests of shapes.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isHarmless } from "../../../values/masking/harmless.ts";
import { isDigits, isEmail, isIpAddress, isVerification } from "./shapes.ts";

const CARD = "4111111111111111";

test("text with a card number is not harmless, however the number is written", () => {
  for (const text of [
    CARD,
    "4111 1111 1111 1111",
    "4111-1111-1111-1111",
    "4111.1111.1111.1111",
    "3782 822463 10005",
    "please charge 6011111111111117 today",
    `Card:${CARD}.`,
    `%B${CARD}^HOPPER/GRACE^3012101?`,
    `;${CARD}=3012101?`,
    `order 17\n${CARD}\npaid`,
    `${"x".repeat(40_000)} ${CARD}`,
  ]) {
    assert.equal(isHarmless(text), false, text.slice(-60));
  }
});

test("text without a card number is harmless, with or without digits", () => {
  for (const text of [
    "",
    "1 Main Street",
    "(555)555-5555",
    "K1C2N6",
    "4111111111111112",
    "9999999999999995",
    "************1111",
    "2026-11-15 12:00:00.123456",
    "order 41111111 of 1111 1111 books",
    "0198f0a0-4111-7111-8111-411111111111",
    "1".repeat(65_535),
  ]) {
    assert.equal(isHarmless(text), true, text.slice(0, 60));
  }
});

test("a card number is found anywhere in a text", () => {
  const words = fc.stringMatching(/^[a-z .,]{0,30}$/);
  fc.assert(fc.property(words, words, (a, b) => !isHarmless(`${a} x${CARD}y ${b}`)));
  fc.assert(fc.property(words, (a) => isHarmless(a)));
});

test("an IPv4 address has four numbers up to 255", () => {
  for (const good of ["127.0.0.1", "255.255.255.255", "010.001.002.003"]) {
    assert.equal(isIpAddress(good), true, good);
  }
  for (const bad of [
    "",
    "1.2.3",
    "1.2.3.4.5",
    "256.1.1.1",
    "1..2.3",
    "a.b.c.d",
    "::1",
    "1.2.3.-4",
  ]) {
    assert.equal(isIpAddress(bad), false, bad);
  }
});

test("an email address is one recipient", () => {
  for (const good of ["a@b", "grace.hopper+books@navy.example.mil", "josé@exämple.test"]) {
    assert.equal(isEmail(good), true, good);
  }
  for (const bad of ["a", "a@", "@b", "a@b@c", "a b@c", "a@b,c@d", "a@b\r\nbcc:x@y", "<a@b>"]) {
    assert.equal(isEmail(bad), false, bad);
  }
});

test("a verification value is three or four digits", () => {
  for (const good of ["000", "123", "1234"]) assert.equal(isVerification(good), true);
  for (const bad of ["", "12", "12345", "12a", "１２３"]) assert.equal(isVerification(bad), false);
});

test("digits are ASCII digits, at least one", () => {
  assert.equal(isDigits("0123456789"), true);
  for (const bad of ["", "1 2", "٣", "-1", "1.0"]) assert.equal(isDigits(bad), false);
});
