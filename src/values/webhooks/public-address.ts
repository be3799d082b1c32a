/**
 * Decides whether an IP address belongs to the public internet. In doubt the answer is no, because
 * a webhook must not become a way into the private network.
 */
import { BlockList, isIP } from "node:net";

/** IPv4 ranges that are not public: special-purpose (IANA registry), multicast and reserved. */
const NOT_PUBLIC_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** Ranges within 2000::/3, the only public part of IPv6, that are not public. */
const NOT_PUBLIC_V6 = [
  // Teredo, ORCHID and other special purposes.
  ["2001::", 23],
  ["2001:db8::", 32],
  // 6to4 contains an IPv4 address and is no longer in use.
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const special = new BlockList();
for (const [net, bits] of NOT_PUBLIC_V4) special.addSubnet(net, bits, "ipv4");
for (const [net, bits] of NOT_PUBLIC_V6) special.addSubnet(net, bits, "ipv6");
const unicast = new BlockList();
unicast.addSubnet("2000::", 3, "ipv6");
/** IPv6 ranges that contain an IPv4 address: mapped, and NAT64. The inner address counts. */
const disguised = new BlockList();
disguised.addSubnet("::ffff:0:0", 96, "ipv6");
disguised.addSubnet("64:ff9b::", 96, "ipv6");

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, "ipv4");
  // A zone (fe80::1%eth0) is an interface of this machine.
  if (family !== 6 || address.includes("%")) return false;
  const groups = addressGroups(address);
  const plain = groups.map((group) => group.toString(16)).join(":");
  if (disguised.check(plain, "ipv6")) return isPublicAddress(innerAddress(groups));
  return unicast.check(plain, "ipv6") && !special.check(plain, "ipv6");
}

/** Returns all eight groups. The URL parser reads every notation. */
function addressGroups(address: string): number[] {
  const [left = "", right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const [before, after] = [hexGroups(left), hexGroups(right ?? "")];
  const zeros = right === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: zeros }, () => 0), ...after];
}

function hexGroups(text: string): number[] {
  return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
}

function innerAddress(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
}
