/** The addresses and CIDR ranges that a partner may call the parser from. Pure. */
import { BlockList, isIP } from "node:net";
import { plainAddress } from "../../access/network.ts";

/** Returns the form that answers use, or undefined if the text is not an address or a range. */
export function normalizeRange(text: string): string | undefined {
  const [, address = "", bitsText] = /^([0-9A-Fa-f.:]{2,45})(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0) return undefined;
  const width = family === 4 ? 32 : 128;
  const bits = bitsText === undefined ? width : Number(bitsText);
  if (bits > width) return undefined;
  return bits === width ? address : `${address}/${bits}`;
}

/** Whether the address is in one of the ranges. Text that is not a range matches nothing. */
export function isAddressListed(ranges: readonly string[], address: string): boolean {
  const plain = plainAddress(address);
  if (plain === undefined) return false;
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", bits] = (normalizeRange(range) ?? "").split("/");
    const family = isIP(network);
    if (family === 0) continue;
    const name = familyName(family);
    list.addSubnet(network, bits === undefined ? WIDTHS[name] : Number(bits), name);
  }
  return list.check(plain, familyName(isIP(plain)));
}

const WIDTHS = { ipv4: 32, ipv6: 128 } as const;

function familyName(family: number): keyof typeof WIDTHS {
  return family === 4 ? "ipv4" : "ipv6";
}
