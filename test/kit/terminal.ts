/**
 * A payment terminal for tests. It encrypts tracks by TDES DUKPT (ANSI X9.24-1:2009, annex A) with
 * the published test key. It shares no code with the product.
 */
import { createCipheriv } from "node:crypto";

const BASE_KEY = Buffer.from("0123456789ABCDEFFEDCBA9876543210", "hex");
const OTHER_HALF = Buffer.from("C0C0C0C000000000C0C0C0C000000000", "hex");
const DATA_REQUEST = Buffer.from("0000000000FF00000000000000FF0000", "hex");
const COUNTER_BITS = 21;

export const TRACK_1 =
  "%B4761739001010119^DI TEST/CARD 01           ^2212201117589005400000004026328?";
export const TRACK_2 = ";4761739001010119=22122011758928889?";

const xor = (one: Uint8Array, other: Uint8Array) =>
  Buffer.from(one.map((byte, at) => byte ^ (other[at] ?? 0)));

/** Encrypts blocks, each alone or chained (CBC) with zeros as the first vector. */
function encipher(mode: "ecb" | "cbc", key: Buffer, data: Uint8Array): Buffer {
  const whole = key.length === 8 ? [key, key, key] : [key, key.subarray(0, 8)];
  const iv = mode === "cbc" ? Buffer.alloc(8) : null;
  const name = mode === "cbc" ? "des-ede3-cbc" : "des-ede3";
  const cipher = createCipheriv(name, Buffer.concat(whole), iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

const withCounter = (ksn: Buffer, counter: number) => {
  const made = Buffer.from(ksn);
  const low = (made.readUInt32BE(6) >>> COUNTER_BITS) << COUNTER_BITS;
  made.writeUInt32BE((low | counter) >>> 0, 6);
  return made;
};

function initialKey(ksn: Buffer): Buffer {
  const register = withCounter(ksn, 0).subarray(0, 8);
  const half = (key: Buffer) => encipher("ecb", key, register);
  return Buffer.concat([half(BASE_KEY), half(xor(BASE_KEY, OTHER_HALF))]);
}

function step(key: Buffer, register: Uint8Array): Buffer {
  const half = (by: Buffer) => {
    const [left, right] = [by.subarray(0, 8), by.subarray(8)];
    return xor(encipher("ecb", left, xor(register, right)), right);
  };
  return Buffer.concat([half(xor(key, OTHER_HALF)), half(key)]);
}

function dataKey(ksn: Buffer): Buffer {
  const counter = ksn.readUInt32BE(6) & (2 ** COUNTER_BITS - 1);
  let [key, reached] = [initialKey(ksn), 0];
  for (let bit = 2 ** (COUNTER_BITS - 1); bit >= 1; bit /= 2) {
    if ((counter & bit) === 0) continue;
    reached |= bit;
    key = step(key, withCounter(ksn, reached).subarray(2));
  }
  const variant = xor(key, DATA_REQUEST);
  return encipher("ecb", variant, variant);
}

export const KSI = "FFFF9876543210";

export interface TerminalRead {
  /** At most ten bits of the counter may be set. */
  readonly counter?: number;
  readonly ksi?: string;
  readonly plain?: string | Uint8Array;
}

/** Returns what a generic terminal sends: the ciphertext and its KSN. */
export function readAtTerminal({ counter = 1, ksi = KSI, plain = TRACK_2 }: TerminalRead = {}) {
  const ksn = withCounter(Buffer.from(`${ksi}000000`.slice(0, 20), "hex"), counter);
  const clear = Buffer.from(plain);
  const filled = Buffer.concat([clear, Buffer.alloc((8 - (clear.length % 8)) % 8)]);
  return {
    deviceType: "generic",
    devicePayload: encipher("cbc", dataKey(ksn), filled).toString("hex").toUpperCase(),
    ksn: ksn.toString("hex").toUpperCase(),
  };
}
