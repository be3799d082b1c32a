/** Ways to damage a payload: cut, splice, flip bits, lie about lengths, and mend the checks again. */
import { DEVICE_TYPES } from "../../../src/core/management/devices/device-types.ts";
import type { PayloadInput } from "../../../src/core/parser/payloads/reading.ts";
import { CORPUS } from "./corpus.ts";
import { framed, framedTyped } from "./made-payloads.ts";
import type { Chance } from "./seeded.ts";

type Damage = (text: string, chance: Chance) => string;

const PIECES = [
  "[STX]",
  "[ETX]",
  "[FS]",
  "[LRC]",
  "\x02",
  "\x03",
  "\x1c",
  "\n",
  "T57:FF:h",
  "TFF1F:DD:a",
  "|",
  " ",
  "é",
  "FF",
  "00",
  "82FFFF",
  "E1",
  "DFAE02",
  "C2",
];

const WAYS: readonly Damage[] = [
  (text, { below }) => text.slice(0, below(text.length + 1)),
  (text, { below }) => text.slice(below(text.length + 1)),
  (text, { below }) => {
    const at = below(text.length + 1);
    return text.slice(0, at) + text.slice(at + 1 + below(20));
  },
  (text, chance) => {
    const other = chance.pick(CORPUS).payload;
    return text.slice(0, chance.below(text.length)) + other.slice(chance.below(other.length));
  },
  (text, chance) => inserted(text, chance.below(text.length + 1), chance.pick(PIECES)),
  flipBit,
  flipBit,
  (text, chance) => flipBit(flipBit(text, chance), chance),
  // A digit for a digit: the text stays what it is, and the damage goes deeper.
  (text, chance) =>
    replaced(text, chance.below(text.length), chance.pick(Array.from("0123456789ABCDEF"))),
  (text, chance) =>
    replaced(text, chance.below(text.length), chance.pick(Array.from("0123456789"))),
  // A pair of hex digits near the front, where lengths are.
  (text, chance) => replaced(text, 2 * chance.below(20), chance.bytes(1).toString("hex")),
  (text, chance) =>
    replaced(
      text,
      chance.below(text.length),
      chance.pick(["FF", "00", "7F", "80", "81", "82", "99"]),
    ),
  (text, chance) =>
    replaced(text, chance.below(text.length), String(chance.below(100)).padStart(2, "0")),
  (text, chance) => text.repeat(2 + chance.below(3)),
  (_text, chance) =>
    chance.bytes(chance.below(200)).toString(chance.pick(["hex", "base64", "latin1"])),
];

/** A good payload, damaged once to three times; sometimes it claims to be of another type. */
export function damaged(chance: Chance): PayloadInput {
  const good = chance.pick(CORPUS);
  let payload = good.payload;
  for (let times = 1 + chance.below(3); times > 0; times--) {
    payload = chance.pick(WAYS)(payload, chance);
  }
  if (chance.below(3) === 0) payload = mended(payload);
  const deviceType = chance.below(8) === 0 ? chance.pick(DEVICE_TYPES) : good.deviceType;
  return { ...good, deviceType, payload };
}

/** A frame whose length and checks are right again, so that what is inside gets read. */
function mended(text: string): string {
  if (!text.startsWith("02") || text.length < 24) return text;
  const record = text.slice(6, -6);
  const isHex = /^(?:[0-9A-Fa-f]{2})+$/.test(record);
  return isHex ? framed(Buffer.from(record, "hex")) : framedTyped(record);
}

function flipBit(text: string, { below }: Chance): string {
  if (text === "") return text;
  const at = below(text.length);
  const flipped = text.charCodeAt(at) ^ (1 << below(7));
  return replaced(text, at, String.fromCharCode(flipped));
}

function replaced(text: string, at: number, piece: string): string {
  return text.slice(0, at) + piece + text.slice(at + piece.length);
}

function inserted(text: string, at: number, piece: string): string {
  return text.slice(0, at) + piece + text.slice(at);
}
