/** Tests of allow lists: which texts are ranges, and which addresses they contain. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isAddressListed, normalizeRange } from "./allow-list.ts";

test("IPv4 and IPv6 addresses and ranges are read, other text is not", () => {
  for (const [text, network] of [
    ["192.0.2.7", "192.0.2.7"],
    ["192.0.2.0/24", "192.0.2.0/24"],
    ["192.0.2.7/32", "192.0.2.7"],
    ["2001:db8::/32", "2001:db8::/32"],
    ["::1/128", "::1"],
    ["192.0.2.0/33", undefined],
    ["192.0.2", undefined],
    ["example.com", undefined],
    ["", undefined],
  ] as const) {
    assert.equal(normalizeRange(text), network, text);
  }
});

test("an address is listed by itself or by a range of its own family", () => {
  const list = ["192.0.2.0/24", "198.51.100.7", "2001:db8::/32", "nonsense"];
  for (const [address, isIn] of [
    ["192.0.2.255", true],
    ["192.0.3.0", false],
    ["198.51.100.7", true],
    ["198.51.100.8", false],
    ["2001:db8:1::5", true],
    ["2001:db9::", false],
    ["::ffff:192.0.2.9", true],
    ["no address", false],
  ] as const) {
    assert.equal(isAddressListed(list, address), isIn, address);
  }
  assert.equal(isAddressListed([], "192.0.2.1"), false);
});
