/** Compares key derivation and decryption with the reference implementation, for random keys. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  deriveInitialKey,
  ksnDevice,
} from "../../../src/adapters/key-custody/base-keys/initial-key.ts";
import { decryptBps } from "../../../src/core/parser/payloads/dukpt/bps.ts";
import {
  PIN_VARIANT_SCHEME,
  STANDARD_SCHEME,
} from "../../../src/core/parser/payloads/dukpt/encryption-scheme.ts";
import { ReadingKeys } from "../../../src/core/parser/payloads/dukpt/reading-keys.ts";
import { tier } from "../../kit/tier.ts";
import * as reference from "./reference-dukpt.ts";
import { drawCounter, type SeededRandom, seededRandom } from "./seeded.ts";

const KEYS = tier(2_000, 1_000_000);
const STRINGS = tier(500, 50_000);

const schemes = {
  data: STANDARD_SCHEME,
  variant: { ...STANDARD_SCHEME, hasOneWayStep: false },
  pin: PIN_VARIANT_SCHEME,
} as const;

test(`${KEYS} random keys and KSNs decrypt as the standards define`, () => {
  const random = seededRandom();
  for (let at = 0; at < KEYS; at++) {
    const label = `seed ${random.seed}, case ${at}`;
    if (at % 4 === 0) checkAes(random, label);
    else checkTdes(random, label);
  }
});

function checkTdes(random: SeededRandom, label: string): void {
  const base = random.bytes(random.pick([16, 24]));
  const counter = drawCounter(random, 21, 10);
  const ksn = random.bytes(10);
  ksn.writeUIntBE((ksn.readUIntBE(7, 3) & 0xe00000) | counter, 7, 3);
  const initial = reference.tdesInitialKey(base, ksn);
  const ours = deriveInitialKey(
    base.length === 16 ? "tdes-2key" : "tdes-3key",
    base,
    ksnDevice(text(ksn)),
  );
  assert.deepEqual(ours, initial, label);
  const name = random.pick(["data", "variant", "pin"] as const);
  const scheme = schemes[name];
  const transaction = reference.tdesTransactionKey(initial, ksn);
  const key = reference.tdesWorkingKey(transaction, scheme.use, scheme.hasOneWayStep);
  const clear = random.bytes(8 * (1 + random.below(6)));
  const whole = Buffer.concat([key, key.subarray(0, 8)]);
  const data = reference.encrypt("des-ede3-cbc", whole, clear, Buffer.alloc(8));
  const keys = new ReadingKeys({ kind: "tdes-2key", baseKey: "", key: ours }, text(ksn));
  assert.deepEqual(keys.decrypt(scheme, data, undefined), clear, label);
  keys.wipe();
  assert.ok(
    ours.every((byte) => byte === 0),
    "the initial key is wiped",
  );
}

function checkAes(random: SeededRandom, label: string): void {
  const kind = random.pick<reference.AesKind>(["aes-128", "aes-192", "aes-256"]);
  const base = random.bytes(reference.AES_BYTES[kind]);
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(drawCounter(random, 32, 16));
  const ksn = text(Buffer.concat([random.bytes(8), counter]));
  const initial = reference.aesInitialKey(base, kind, ksn);
  const ours = deriveInitialKey(kind, base, ksnDevice(ksn));
  assert.deepEqual(ours, initial, label);
  const transaction = reference.aesTransactionKey(initial, kind, ksn);
  const scheme = random.pick([STANDARD_SCHEME, PIN_VARIANT_SCHEME]);
  const key = reference.aesWorkingKey(transaction, ksn, { use: scheme.use, kind });
  const clear = random.bytes(16 * (1 + random.below(4)));
  const data = reference.encrypt(`aes-${8 * key.length}-cbc`, key, clear, Buffer.alloc(16));
  const keys = new ReadingKeys({ kind, baseKey: "", key: ours }, ksn);
  assert.deepEqual(keys.decrypt(scheme, data, undefined), clear, label);
  keys.wipe();
}

test(`${STRINGS} random strings of digits are decrypted by BPS`, () => {
  const random = seededRandom();
  for (let at = 0; at < STRINGS; at++) {
    const key = random.bytes(16);
    const digits = Array.from({ length: 2 + random.below(58) }, () => random.below(10)).join("");
    const [left, right] = [random.below(2 ** 32), random.below(2 ** 32)];
    const tweak = (BigInt(left) << 32n) | BigInt(right);
    const closed = reference.encryptBps(key, digits, tweak);
    assert.equal(
      decryptBps(key, closed, { left, right }),
      digits,
      `seed ${random.seed}, case ${at}`,
    );
  }
});

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex").toUpperCase();
}
