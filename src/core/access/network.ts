/** Normalizes caller addresses for allow lists, failure counts and rate limits. */
import { isIP } from "node:net";

/** A trusted proxy may send text that is not an address. All such text counts as one. */
const NO_ADDRESS = "no address";

/**
 * Returns the address without its zone, and an IPv4-mapped IPv6 address as IPv4. Undefined: the text
 * is not an address.
 */
export function plainAddress(text: string): string | undefined {
  const address = text.replace(/%.*$/, "");
  const family = isIP(address);
  if (family !== 6) return family === 4 ? address : undefined;
  return mappedAddress(readAddressGroups(address)) ?? address;
}

/** Returns an IPv4 address, or the /64 of an IPv6 address, which one caller usually has whole. */
export function addressNetwork(text: string): string {
  const address = plainAddress(text);
  if (address === undefined) return NO_ADDRESS;
  if (isIP(address) === 4) return address;
  const prefix = readAddressGroups(address).slice(0, 4);
  return `${prefix.map((group) => group.toString(16)).join(":")}::/64`;
}

/** Returns the eight groups of a valid IPv6 address. */
function readAddressGroups(address: string): readonly number[] {
  const [head = "", tail = ""] = address.split("::");
  const [front, back] = [readGroups(head), readGroups(tail)];
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
}

function readGroups(text: string): readonly number[] {
  if (text === "") return [];
  return text.split(":").flatMap((group) => {
    if (!group.includes(".")) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}

function mappedAddress(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  return isMapped ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".") : undefined;
}
