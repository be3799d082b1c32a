/** Addresses in X-Forwarded-For may have a port. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutPorts } from "./forwarded-addresses.ts";

test("a forwarded address is read without its port and its brackets", () => {
  for (const [sent, read] of [
    ["1.2.3.4:5678", "1.2.3.4"],
    ["[::1]:443", "::1"],
    ["[2001:db8::7]", "2001:db8::7"],
    ["[::ffff:1.2.3.4]:80", "::ffff:1.2.3.4"],
    ["1.2.3.4:5678,10.0.0.1:443 , [::1]:1", "1.2.3.4, 10.0.0.1, ::1"],
  ] as const) {
    assert.equal(withoutPorts(sent), read);
  }
});

test("a forwarded address without a port, and text that is no address, stay as they are", () => {
  for (const sent of [
    ...["1.2.3.4", "::1", "2001:db8::1:443", "1.2.3.4, 10.0.0.1", "unknown", ""],
    ...["1.2.3.4:", "1.2.3.4:123456", "1.2.3:80", "[1.2.3.4]:80", "[::1", "host:80", "[]:80"],
  ]) {
    assert.equal(withoutPorts(sent), sent);
  }
});
