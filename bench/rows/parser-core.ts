/** Reading terminal payloads, decryption and parsing alone, against the npm package `dukpt`. */
import { randomInt } from "node:crypto";
import {
  deriveInitialKey,
  ksnDevice,
} from "../../src/adapters/key-custody/base-keys/initial-key.ts";
import { toHex } from "../../src/core/parser/payloads/encoded-bytes.ts";
import { inspectPayload } from "../../src/core/parser/payloads/inspect-payload.ts";
import { readPayload } from "../../src/core/parser/payloads/read-payload.ts";
import type { PayloadInput } from "../../src/core/parser/payloads/reading.ts";
import type { TerminalKeys } from "../../src/ports/key-custody.ts";
import {
  decryptByPackage,
  decryptFromInitialKey,
  encryptByPackage,
} from "../peers/dukpt-package.ts";
import type { BenchRow } from "../row.ts";
import type { Turn } from "../turn.ts";

const BASE_KEY = "0123456789ABCDEFFEDCBA9876543210";
/** The content of published captures: track 1, packed track 2, and TLV with 5A and 57. */
const CLEAR = [
  "2542353435323330303535313232373138395E484F47414E2F5041554C2020202020205E30383034333231303030303030303732353030303030303F00000000",
  "B4518341234567894D25072011341681900000F10000000000000000000000000000000000000000",
  "5A08476173900101001057114761739001010010D15122011143878089000000",
] as const;
const DEVICES = ["FFFF9876543210", "FFFF01040DA058", "00000415130001"] as const;
const PAYLOADS = 1_024;
const COUNTER_BITS = 21;
/** The first three bits of the last three bytes belong to the device. */
const DEVICE_BITS = 0xe00000;
const SET_BITS_MAX = 10;
/** How many payloads are read between two readings of the clock. */
const AT_ONCE = 32;

export const parserCore: BenchRow = {
  name: "parser-core",
  about:
    "payloads of random counters decrypted and parsed, against the npm package dukpt, which decrypts the same and parses nothing. Beside: the package from the initial key on, which custody remembers for us",
  unit: "a second",
  better: "higher",
  target: 3,

  async prepare() {
    const inputs = Array.from({ length: PAYLOADS }, (_, place) => makeInput(place));
    const keys = cachedKeys();
    return {
      product: makeTurn(inputs, (input) => readWith(keys, input)),
      peer: makeTurn(inputs, async ({ ksn = "", payload }) =>
        decryptByPackage(BASE_KEY, ksn, payload),
      ),
      beside: { "from the initial key": makeTurn(inputs, async (input) => fromInitialKey(input)) },
    };
  },
};

function makeInput(place: number): PayloadInput {
  const device = DEVICES[place % DEVICES.length] ?? DEVICES[0];
  const ksn = device + (DEVICE_BITS | randomCounter()).toString(16).toUpperCase();
  const clear = CLEAR[Math.floor(place / DEVICES.length) % CLEAR.length] ?? CLEAR[0];
  const payload = encryptByPackage(BASE_KEY, ksn, clear);
  return { deviceType: "generic", payload, ksn, serial: "1" };
}

function randomCounter(): number {
  for (;;) {
    const counter = randomInt(1, 2 ** COUNTER_BITS);
    if (counter.toString(2).replaceAll("0", "").length <= SET_BITS_MAX) return counter;
  }
}

function makeTurn(
  inputs: readonly PayloadInput[],
  work: (input: PayloadInput) => Promise<unknown>,
): Turn {
  return async (seconds) => {
    const started = performance.now();
    let done = 0;
    while (performance.now() - started < seconds * 1000) {
      for (let more = 0; more < AT_ONCE; more++) {
        const input = inputs[done++ % inputs.length];
        if (input !== undefined) await work(input);
      }
    }
    return { value: done / ((performance.now() - started) / 1000) };
  };
}

async function readWith(keys: TerminalKeys, input: PayloadInput) {
  return await readPayload({ keys }, inspectPayload(input));
}

const initialKeys = new Map<string, string>();

function fromInitialKey({ ksn = "", payload }: PayloadInput): string {
  const device = ksn.slice(0, DEVICES[0].length);
  const key = initialKeys.get(device) ?? toHex(derived(ksn));
  initialKeys.set(device, key);
  return decryptFromInitialKey(key, ksn, payload);
}

/** Key custody caches the initial keys of known terminals and returns copies. */
function cachedKeys(): TerminalKeys {
  const known = new Map<string, Uint8Array>();
  return {
    async initialKey(ksn) {
      const device = ksnDevice(ksn);
      const key = known.get(device) ?? derived(ksn);
      known.set(device, key);
      return { kind: "tdes-2key", baseKey: "bench", key: Uint8Array.from(key) };
    },
  };
}

function derived(ksn: string): Uint8Array {
  return deriveInitialKey("tdes-2key", Buffer.from(BASE_KEY, "hex"), ksnDevice(ksn));
}
