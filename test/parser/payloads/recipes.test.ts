/** What an operator states of a key set, and what happens to keys when a reading is over. */
import assert from "node:assert/strict";
import { createCipheriv } from "node:crypto";
import { test } from "node:test";
import {
  DIGITS_SCHEME,
  type EncryptionScheme,
  STANDARD_SCHEME,
} from "../../../src/core/parser/payloads/dukpt/encryption-scheme.ts";
import { inspectPayload } from "../../../src/core/parser/payloads/inspect-payload.ts";
import { PayloadError } from "../../../src/core/parser/payloads/payload-error.ts";
import { readPayload } from "../../../src/core/parser/payloads/read-payload.ts";
import type { PayloadInput } from "../../../src/core/parser/payloads/reading.ts";
import type { InitialKey, TerminalKeys } from "../../../src/ports/key-custody.ts";
import { KEYS } from "./keys.ts";
import {
  cardBlock,
  KSN,
  latin1,
  NUMBER,
  seal,
  TRACK_2,
  upper,
  workingKey,
} from "./made-payloads.ts";
import { VENDORC_SWIPE } from "./published-payloads.ts";
import { referenceBps } from "./reference-dukpt.ts";

const serial = "S1";

async function readBy(schemes: readonly EncryptionScheme[], input: PayloadInput): Promise<string> {
  const asked: string[] = [];
  const findSchemes = (baseKey: string, deviceType: string) => {
    asked.push(`${baseKey}/${deviceType}`);
    return schemes;
  };
  const reading = await readPayload({ keys: KEYS, findSchemes }, inspectPayload(input));
  assert.deepEqual(asked, [`test/${input.deviceType}`]);
  return reading.extracted.PAN.reveal();
}

test("a key set may have a tweak of its own", async () => {
  const tweak = { left: 0x01020304, right: 0xa0b0c0d0 };
  const close = (digits: string) => referenceBps(workingKey(), digits, 0x01020304a0b0c0d0n);
  const usual = `${referenceBps(workingKey(), NUMBER)}=${referenceBps(workingKey(), "22122011758928889")}`;
  const payload = cardBlock().replace(usual, `${close(NUMBER)}=${close("22122011758928889")}`);
  const input = { deviceType: "vendorb-rba", payload, serial } as const;
  assert.equal(await readBy([{ ...DIGITS_SCHEME, tweak }], input), NUMBER);
  await assert.rejects(readBy([DIGITS_SCHEME], input), PayloadError);
});

test("a key set may use ECB, or the variant as it is", async () => {
  const key = workingKey();
  const clear = latin1(TRACK_2.padEnd(40, "\0"));
  const cipher = createCipheriv("des-ede3-ecb", Buffer.concat([key, key.subarray(0, 8)]), null);
  const payload = upper(cipher.setAutoPadding(false).update(clear));
  const input = { deviceType: "vendorf", payload, ksn: KSN } as const;
  assert.equal(await readBy([{ ...STANDARD_SCHEME, mode: "ecb" }], input), NUMBER);
  const pin = upper(seal(latin1(TRACK_2), { use: "pin" }));
  const variant: EncryptionScheme = { ...STANDARD_SCHEME, use: "pin", hasOneWayStep: false };
  assert.equal(await readBy([variant], { ...input, payload: pin }), NUMBER);
});

test("schemes whose blocks do not fit are passed over, and none left is an error", async () => {
  const input = { deviceType: "vendorf", payload: upper(seal(latin1(TRACK_2))), ksn: KSN } as const;
  assert.equal(
    await readBy([{ ...STANDARD_SCHEME, cipher: "aes" }, STANDARD_SCHEME], input),
    NUMBER,
  );
  await assert.rejects(readBy([{ ...STANDARD_SCHEME, cipher: "aes" }], input), PayloadError);
});

test("the key that custody gave is wiped, whether the payload could be read or not", async () => {
  const given: InitialKey[] = [];
  const spying = (keys: TerminalKeys): TerminalKeys => ({
    async initialKey(ksn) {
      const key = await keys.initialKey(ksn);
      if (key !== undefined) given.push(key);
      return key;
    },
  });
  const good = inspectPayload({ deviceType: "vendorc", payload: VENDORC_SWIPE, serial });
  await readPayload({ keys: spying(KEYS) }, good);
  const bad = inspectPayload({ deviceType: "generic", payload: "AA".repeat(24), serial, ksn: KSN });
  await assert.rejects(readPayload({ keys: spying(KEYS) }, bad), PayloadError);
  assert.equal(given.length, 2);
  for (const { key } of given) assert.ok(key.every((byte) => byte === 0));
});

test("what custody throws comes through as it is", async () => {
  const keys = { initialKey: () => Promise.reject(new Error("custody is away")) };
  const good = inspectPayload({ deviceType: "vendorc", payload: VENDORC_SWIPE, serial });
  await assert.rejects(readPayload({ keys }, good), /custody is away/);
});
