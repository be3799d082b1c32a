/** Damages payloads: cuts, splices, flips bits, changes lengths, and repairs frame checks. */
import { DEVICE_TYPES } from "../../../src/core/management/devices/device-types.ts";
import type { PayloadInput } from "../../../src/core/parser/payloads/reading.ts";
import { CORPUS } from "./corpus.ts";
import { framed, framedTyped } from "./made-payloads.ts";
import type { SeededRandom } from "./seeded.ts";

type Damage = (text: string, random: SeededRandom) => string;

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
  (text, random) => {
    const other = random.pick(CORPUS).payload;
    return text.slice(0, random.below(text.length)) + other.slice(random.below(other.length));
  },
  (text, random) => inserted(text, random.below(text.length + 1), random.pick(PIECES)),
  flipBit,
  flipBit,
  (text, random) => flipBit(flipBit(text, random), random),
  // Replaces a digit by a digit, so that the text stays hex and the damage is found later.
  (text, random) =>
    replaced(text, random.below(text.length), random.pick(Array.from("0123456789ABCDEF"))),
  (text, random) =>
    replaced(text, random.below(text.length), random.pick(Array.from("0123456789"))),
  // A pair of hex digits near the front, where lengths are.
  (text, random) => replaced(text, 2 * random.below(20), random.bytes(1).toString("hex")),
  (text, random) =>
    replaced(
      text,
      random.below(text.length),
      random.pick(["FF", "00", "7F", "80", "81", "82", "99"]),
    ),
  (text, random) =>
    replaced(text, random.below(text.length), String(random.below(100)).padStart(2, "0")),
  (text, random) => text.repeat(2 + random.below(3)),
  (_text, random) =>
    random.bytes(random.below(200)).toString(random.pick(["hex", "base64", "latin1"])),
];

/** A valid payload damaged one to three times, sometimes with another device type. */
export function damagePayload(random: SeededRandom): PayloadInput {
  const good = random.pick(CORPUS);
  let payload = good.payload;
  for (let times = 1 + random.below(3); times > 0; times--) {
    payload = random.pick(WAYS)(payload, random);
  }
  if (random.below(3) === 0) payload = repairFrame(payload);
  const deviceType = random.below(8) === 0 ? random.pick(DEVICE_TYPES) : good.deviceType;
  return { ...good, deviceType, payload };
}

/** Corrects the length and the checks of a frame, so that its content is read. */
function repairFrame(text: string): string {
  if (!text.startsWith("02") || text.length < 24) return text;
  const record = text.slice(6, -6);
  const isHex = /^(?:[0-9A-Fa-f]{2})+$/.test(record);
  return isHex ? framed(Buffer.from(record, "hex")) : framedTyped(record);
}

function flipBit(text: string, { below }: SeededRandom): string {
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
