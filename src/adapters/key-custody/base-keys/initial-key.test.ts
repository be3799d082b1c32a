/** Tests of initial-key.ts. */
import assert from "node:assert/strict";
import { createCipheriv } from "node:crypto";
import { test } from "node:test";
import type { BaseKeyKind } from "../../../ports/key-custody.ts";
import { Secret } from "../../../values/secret.ts";
import {
  checkValueFits,
  claimError,
  isPublished,
  isWeak,
  keyBytes,
  keyCheckValue,
} from "./base-key-rules.ts";
import { deriveInitialKey, ksnDevice } from "./initial-key.ts";
import { findClaimant } from "./initial-keys.ts";

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
const HALF = "FEDCBA9876543210F1F1F1F1F1F1F1F1";

// Published test vectors. There is none for 192 bits: that key was computed with openssl by the
// procedure of the standard.
const published: [rule: string, kind: BaseKeyKind, base: string, ksn: string, key: string][] = [
  [
    "X9.24-1 A.4, initial key",
    "tdes-2key",
    "0123456789ABCDEFFEDCBA9876543210",
    "FFFF9876543210E00001",
    "6AC292FAA1315B4D858AB3A3D7D5933A",
  ],
  [
    "X9.24-3 AES-128, initial key",
    "aes-128",
    HALF,
    "123456789012345600000001",
    "1273671EA26AC29AFA4D1084127652A1",
  ],
  [
    "X9.24-3 AES-192, initial key",
    "aes-192",
    `${HALF}FEDCBA9876543210`,
    "123456789012345600000001",
    "5B6DEE2B5B7FABFFA32591F35BF8F23DD9329AE85131E584",
  ],
  [
    "X9.24-3 AES-256, initial key",
    "aes-256",
    `${HALF}${HALF}`,
    "123456789012345600000001",
    "CE9CE0C101D1138F97FB6CAD4DF045A7083D4EAE2D35A31789D01CCF0949550F",
  ],
];

for (const [rule, kind, base, ksn, key] of published) {
  test(rule, () => {
    const derived = deriveInitialKey(kind, hex(base), ksnDevice(ksn));
    assert.equal(derived.toString("hex").toUpperCase(), key);
  });
}

test("a three-part base key with equal first and last parts derives the same key as the two-part one", () => {
  const [left, right] = ["0123456789ABCDEF", "FEDCBA9876543210"];
  const device = "FFFF9876543210E0";
  assert.deepEqual(
    deriveInitialKey("tdes-3key", hex(left + right + left), device),
    deriveInitialKey("tdes-2key", hex(left + right), device),
  );
});

test("the device is the same for all readings of a terminal", () => {
  assert.equal(ksnDevice("FFFF9876543210FFFFFF"), "FFFF9876543210E0");
  assert.equal(ksnDevice("FFFF9876543210E00000"), "FFFF9876543210E0");
  assert.equal(ksnDevice("1234567890123456FFFFFFFF"), "1234567890123456");
});

const claims = [
  { kind: "tdes-2key", ksi: null },
  { kind: "tdes-2key", ksi: "FFFF98" },
  { kind: "tdes-3key", ksi: "FFFF9876" },
  { kind: "aes-128", ksi: null },
  { kind: "aes-256", ksi: "FFFF987654" },
] as const;
const claimants: [rule: string, device: string, wantsAes: boolean, claimant: number | undefined][] =
  [
    ["the longest matching KSI wins", "FFFF9876543210E0", false, 2],
    ["a shorter KSI is used for other devices", "FFFF98FF543210E0", false, 1],
    ["a key without a KSI is used if no KSI matches", "0000000000000000", false, 0],
    ["a KSN of twelve bytes is for AES keys only", "FFFF9876543210E0", true, 4],
    ["a KSN of twelve bytes never uses a TDES key", "FFFF9800000000E0", true, 3],
  ];
for (const [rule, device, wantsAes, claimant] of claimants) {
  test(rule, () => {
    const found = findClaimant(claims, device, wantsAes);
    assert.equal(found, claims[claimant ?? -1]);
    assert.equal(findClaimant([...claims].reverse(), device, wantsAes), found, "in any order");
  });
}

test("no key is used if no KSI matches and every key has one", () => {
  assert.equal(findClaimant([claims[1]], "0000000000000000", false), undefined);
});

// DES: encrypted zeros. AES: the CMAC of zeros, computed here with big integers.
test("check values are those of X9.24-1 and PCI PIN", () => {
  const tdes = hex("0123456789ABCDEFFEDCBA9876543210");
  assert.equal(keyCheckValue("tdes-2key", tdes), "08D7B4");
  for (const kind of ["aes-128", "aes-192", "aes-256"] as const) {
    const key = hex(`${HALF}${HALF}`).subarray(0, Number(kind.slice(4)) / 8);
    assert.equal(keyCheckValue(kind, key), cmacOfZeros(key).slice(0, 10), kind);
  }
});

function cmacOfZeros(key: Buffer): string {
  const encrypt = (block: bigint) => {
    const cipher = createCipheriv(`aes-${key.length * 8}-ecb`, key, null);
    const bytes = hex(block.toString(16).padStart(32, "0"));
    return BigInt(`0x${cipher.update(bytes).toString("hex")}`);
  };
  const start = encrypt(0n);
  const doubled = (start << 1n) & (2n ** 128n - 1n);
  const subkey = start >> 127n === 1n ? doubled ^ 0x87n : doubled;
  return encrypt(subkey).toString(16).padStart(32, "0").toUpperCase();
}

test("a check value is accepted in full or as its first three bytes only", () => {
  const key = hex(HALF);
  const whole = keyCheckValue("aes-128", key);
  for (const given of [whole, whole.toLowerCase(), whole.slice(0, 6), `${whole.slice(0, 6)} `]) {
    assert.equal(checkValueFits("aes-128", key, given), true, given);
  }
  for (const given of ["", whole.slice(0, 4), `${whole}00`, "000000", "ÄÄÄÄÄÄ"]) {
    assert.equal(checkValueFits("aes-128", key, given), false, given);
  }
});

const lengths: [kind: BaseKeyKind, bytes: number][] = [
  ["tdes-2key", 16],
  ["tdes-3key", 24],
  ["aes-128", 16],
  ["aes-192", 24],
  ["aes-256", 32],
];
for (const [kind, bytes] of lengths) {
  test(`${kind} has ${bytes} bytes, in hex`, () => {
    assert.equal(keyBytes(kind, new Secret("a1".repeat(bytes)))?.length, bytes);
    for (const wrong of ["a1".repeat(bytes - 1), "a1".repeat(bytes + 1), "zz".repeat(bytes), ""]) {
      assert.equal(keyBytes(kind, new Secret(wrong)), undefined);
    }
  });
}

const weak: [kind: BaseKeyKind, key: string][] = [
  ["aes-128", "00".repeat(16)],
  ["tdes-2key", "0123456789ABCDEF 0123456789ABCDEF"],
  ["tdes-2key", "0123456789ABCDEF 0022446688AACCEE"],
  ["tdes-3key", "0123456789ABCDEF FEDCBA9876543210 0123456789ABCDEF"],
  ["tdes-2key", "0123456789ABCDEF 0101010101010101"],
  ["tdes-2key", "E0E0E0E0F1F1F1F1 0123456789ABCDEF"],
];
for (const [kind, key] of weak) {
  test(`${kind} ${key} is weak`, () => assert.equal(isWeak(kind, hex(key)), true));
}

test("a key with different parts is not weak, whatever its parity bits", () => {
  assert.equal(isWeak("tdes-2key", hex("0022446688AACCEE FEDCBA9876543210")), false);
  assert.equal(isWeak("aes-128", hex("0123456789ABCDEF 0123456789ABCDEF")), false);
});

const testKeys: [kind: BaseKeyKind, key: string][] = [
  ["tdes-2key", "0123456789ABCDEFFEDCBA9876543210"],
  ["tdes-2key", "0022446688AACCEEFFDDBB9977553311"],
  ["tdes-2key", "FEDCBA98765432100123456789ABCDEF"],
  ["tdes-2key", "C1E385A789ABCDEF3E1C7A5876543210"],
  ["tdes-3key", "0123456789ABCDEFFEDCBA987654321089ABCDEF01234567"],
  ["aes-128", HALF],
  ["aes-192", `${HALF}FEDCBA9876543210`],
  ["aes-256", `${HALF}${HALF}`],
];
for (const [kind, key] of testKeys) {
  test(`${kind} ${key} is a published key`, () => assert.equal(isPublished(kind, hex(key)), true));
}

test("a key with one other part is not a published key", () => {
  assert.equal(isPublished("tdes-2key", hex("0123456789ABCDEF FEDCBA9876543212")), false);
  assert.equal(isPublished("aes-128", hex("FEDCBA9876543210 F1F1F1F1F1F1F1F0")), false);
});

test("a claim has a plain name and a KSI that ends before the counter", () => {
  const error = (name: string, kind: BaseKeyKind, ksi: string | null) =>
    claimError({ name, kind, ksi });
  assert.equal(error("lane-2024", "tdes-2key", "FFFF9876543210"), undefined);
  assert.equal(error("lane-2024", "aes-128", "1234567890123456"), undefined);
  assert.equal(error("lane-2024", "tdes-2key", "FFFF9876543210E"), "bad_ksi");
  assert.equal(error("lane-2024", "aes-128", "12345678901234567"), "bad_ksi");
  assert.equal(error("lane-2024", "aes-128", ""), "bad_ksi");
  assert.equal(error("lane 2024", "aes-128", null), "bad_name");
});
