/** Tests of network.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addressNetwork, plainAddress } from "./network.ts";

test("an address loses its zone, and an IPv4-mapped IPv6 address becomes IPv4", () => {
  const plain: [text: string, address: string | undefined][] = [
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1%eth0", "192.0.2.1"],
    ["fe80::1%eth0", "fe80::1"],
    ["::192.0.2.1", "::192.0.2.1"],
    ["::1", "::1"],
    ["2001:db8::1", "2001:db8::1"],
    ["unknown", undefined],
    ["192.0.2.1:80", undefined],
    ["", undefined],
  ];
  for (const [text, address] of plain) assert.equal(plainAddress(text), address, text);
});

test("IPv4 counts by address, IPv6 by /64, and all text that is not an address counts as one", () => {
  const networks: [text: string, network: string][] = [
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::192.0.2.1", "2001:db8:1:2::/64"],
    ["2001:db8::6", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::2:3:4:5:6:7:8", "0:2:3:4::/64"],
    ["unknown", "no address"],
    ["not an address", "no address"],
  ];
  for (const [text, network] of networks) assert.equal(addressNetwork(text), network, text);
});

test("however an IPv6 address is written, its network is its first four groups", () => {
  fc.assert(
    fc.property(fc.ipV6(), (text) => {
      const { hostname } = new URL(`http://[${text}]`);
      if (hostname.startsWith("[::ffff:")) return;
      assert.equal(addressNetwork(text), addressNetwork(hostname.slice(1, -1)));
      assert.match(addressNetwork(text), /^[0-9a-f]{1,4}(:[0-9a-f]{1,4}){3}::\/64$/);
    }),
  );
});
