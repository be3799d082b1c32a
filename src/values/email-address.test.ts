/** Tests of email-address.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isEmailAddress } from "./email-address.ts";

test("an email address has one @ with text on both sides", () => {
  for (const text of ["ann@shop.test", "a.b+c@x", "käthe@übung.test"]) {
    assert.ok(isEmailAddress(text), text);
  }
  for (const text of ["", "ann", "@shop.test", "ann@", "a@b@c"]) {
    assert.ok(!isEmailAddress(text), text);
  }
});

test("an email address cannot change the header of an email", () => {
  for (const sign of [" ", "\r\n", "\t", "\u0000", "<", ">", ",", ";", ":", '"', "(", "\\"]) {
    assert.ok(!isEmailAddress(`ann${sign}x@shop.test`), JSON.stringify(sign));
    assert.ok(!isEmailAddress(`ann@shop${sign}.test`), JSON.stringify(sign));
  }
});
