/** DUKPT with the vectors that the standards publish. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  aesTransactionKey,
  aesWorkingKey,
} from "../../../src/core/parser/payloads/dukpt/aes-dukpt.ts";
import { STANDARD_SCHEME } from "../../../src/core/parser/payloads/dukpt/encryption-scheme.ts";
import { ksnCounter, readKsn } from "../../../src/core/parser/payloads/dukpt/ksn.ts";
import { ReadingKeys } from "../../../src/core/parser/payloads/dukpt/reading-keys.ts";
import {
  tdesTransactionKey,
  tdesWorkingKey,
} from "../../../src/core/parser/payloads/dukpt/tdes-dukpt.ts";
import { PayloadError } from "../../../src/core/parser/payloads/payload-error.ts";
import {
  AES,
  AES_CARRIES,
  AES_DATA,
  AES_READINGS,
  TDES,
  TDES_READINGS,
  TDES_RESPONSES,
} from "./published-keys.ts";
import { hex, tripleDes } from "./reference-dukpt.ts";

const upper = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex").toUpperCase();
const clearOf = (bytes: Buffer) => bytes.toString("latin1").replace(/\0+$/, "");

for (const [ksn, key, pinBlock, request] of TDES_READINGS) {
  test(`X9.24-1 A.4, reading ${ksn}`, () => {
    const transaction = tdesTransactionKey(hex(TDES.initialKey), hex(ksn));
    assert.equal(upper(transaction), key);
    const pin = tdesWorkingKey(transaction, { use: "pin", hasOneWayStep: false });
    assert.equal(upper(tripleDes(pin, hex(TDES.clearPinBlock))), pinBlock);
    const keys = new ReadingKeys(
      { kind: "tdes-2key", baseKey: "", key: hex(TDES.initialKey) },
      ksn,
    );
    assert.equal(clearOf(keys.decrypt(STANDARD_SCHEME, hex(request), undefined)), TDES.data);
  });
}

test("X9.24-1 A.4, data responses", () => {
  const scheme = { ...STANDARD_SCHEME, use: "data-response" } as const;
  for (const [ksn, response] of TDES_RESPONSES) {
    const key = hex(TDES.initialKey);
    const keys = new ReadingKeys({ kind: "tdes-2key", baseKey: "", key }, ksn);
    assert.equal(clearOf(keys.decrypt(scheme, hex(response), undefined)), TDES.data, ksn);
  }
});

for (const [ksn, key, pin, mac, data] of AES_READINGS) {
  test(`X9.24-3 AES-128, reading ${ksn}`, () => {
    const transaction = aesTransactionKey(hex(AES.initialKey), "aes-128", hex(ksn));
    const working = (use: "pin" | "mac-request" | "data-request") =>
      upper(aesWorkingKey(transaction, hex(ksn), { use, algorithm: "aes-128" }));
    assert.equal(upper(transaction), key);
    assert.deepEqual(
      [working("pin"), working("mac-request"), working("data-request")],
      [pin, mac, data],
    );
  });
}

for (const [ksn, key] of AES_CARRIES) {
  test(`X9.24-3 AES-128, transaction key ${ksn}`, () => {
    assert.equal(upper(aesTransactionKey(hex(AES.initialKey), "aes-128", hex(ksn))), key);
  });
}

for (const [ksn, request, response] of AES_DATA) {
  test(`X9.24-3 AES-128, data of ${ksn}`, () => {
    const keys = new ReadingKeys({ kind: "aes-128", baseKey: "", key: hex(AES.initialKey) }, ksn);
    assert.equal(clearOf(keys.decrypt(STANDARD_SCHEME, hex(request), undefined)), AES.data);
    const scheme = { ...STANDARD_SCHEME, use: "data-response" } as const;
    assert.equal(clearOf(keys.decrypt(scheme, hex(response), undefined)), AES.data);
  });
}

test("wipe() wipes the initial key too", () => {
  const key = hex(TDES.initialKey);
  new ReadingKeys({ kind: "tdes-2key", baseKey: "", key }, "FFFF9876543210E00001").wipe();
  assert.ok(key.every((byte) => byte === 0));
});

test("a short KSN is padded with F on the left; case and blanks do not matter", () => {
  assert.equal(readKsn("9876543210e00008", "here"), "FFFF9876543210E00008");
  assert.equal(readKsn(" FFFF 9876 5432 10E0 0008 ", "here"), "FFFF9876543210E00008");
  assert.equal(readKsn("123456789012345600000001", "here"), "123456789012345600000001");
});

test("the counter is the low 21 bits of a TDES KSN and the low 32 bits of an AES KSN", () => {
  assert.equal(ksnCounter("FFFF9876543210FFFC00"), 0x1ffc00);
  assert.equal(ksnCounter("123456789012345680000001"), 0x80000001);
});

const bad: [what: string, ksn: string][] = [
  ["no hex", "FFFF9876543210E0000G"],
  ["half a byte", "FFFF9876543210E0000"],
  ["eleven bytes", "FFFF9876543210E0000801"],
  ["thirteen bytes", "FFFF9876543210E00008010203"],
  ["no device", "E00008"],
  ["nothing", ""],
  ["eleven set bits, TDES", "FFFF9876543210E007FF"],
  ["seventeen set bits, AES", "12345678901234560001FFFF"],
];
for (const [what, ksn] of bad) {
  test(`a KSN with ${what} is refused, and the error does not repeat it`, () => {
    assert.throws(
      () => readKsn(ksn, "in the request"),
      (error) =>
        error instanceof PayloadError &&
        error.code === "bad_ksn" &&
        (ksn === "" || !error.message.includes(ksn)),
    );
  });
}
