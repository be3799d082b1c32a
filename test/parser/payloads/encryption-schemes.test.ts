/** Encryption schemes that an operator sets for a base key, and the wiping of keys. */
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
import * as made from "./made-payloads.ts";
import { VENDORC_SWIPE } from "./published-payloads.ts";
import { encryptBps } from "./reference-dukpt.ts";

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

test("a base key may have its own tweak", async () => {
  const tweak = { left: 0x01020304, right: 0xa0b0c0d0 };
  const close = (digits: string) => encryptBps(made.workingKey(), digits, 0x01020304a0b0c0d0n);
  const usual = `${encryptBps(made.workingKey(), made.NUMBER)}=${encryptBps(made.workingKey(), "22122011758928889")}`;
  const payload = made
    .cardBlock()
    .replace(usual, `${close(made.NUMBER)}=${close("22122011758928889")}`);
  const input = { deviceType: "vendorb-rba", payload, serial } as const;
  assert.equal(await readBy([{ ...DIGITS_SCHEME, tweak }], input), made.NUMBER);
  await assert.rejects(readBy([DIGITS_SCHEME], input), PayloadError);
});

test("a base key may use ECB, or a variant without the one-way step", async () => {
  const key = made.workingKey();
  const clear = made.latin1(made.TRACK_2.padEnd(40, "\0"));
  const cipher = createCipheriv("des-ede3-ecb", Buffer.concat([key, key.subarray(0, 8)]), null);
  const payload = made.upper(cipher.setAutoPadding(false).update(clear));
  const input = { deviceType: "vendorf", payload, ksn: made.KSN } as const;
  assert.equal(await readBy([{ ...STANDARD_SCHEME, mode: "ecb" }], input), made.NUMBER);
  const pin = made.upper(made.seal(made.latin1(made.TRACK_2), { use: "pin" }));
  const variant: EncryptionScheme = { ...STANDARD_SCHEME, use: "pin", hasOneWayStep: false };
  assert.equal(await readBy([variant], { ...input, payload: pin }), made.NUMBER);
});

test("schemes with another block size are skipped; without a fitting scheme it is an error", async () => {
  const input = {
    deviceType: "vendorf",
    payload: made.upper(made.seal(made.latin1(made.TRACK_2))),
    ksn: made.KSN,
  } as const;
  assert.equal(
    await readBy([{ ...STANDARD_SCHEME, cipher: "aes" }, STANDARD_SCHEME], input),
    made.NUMBER,
  );
  await assert.rejects(readBy([{ ...STANDARD_SCHEME, cipher: "aes" }], input), PayloadError);
});

test("the initial key is wiped whether or not the payload could be read", async () => {
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
  const bad = inspectPayload({
    deviceType: "generic",
    payload: "AA".repeat(24),
    serial,
    ksn: made.KSN,
  });
  await assert.rejects(readPayload({ keys: spying(KEYS) }, bad), PayloadError);
  assert.equal(given.length, 2);
  for (const { key } of given) assert.ok(key.every((byte) => byte === 0));
});

test("an error of key custody is passed on unchanged", async () => {
  const keys = { initialKey: () => Promise.reject(new Error("key custody is unavailable")) };
  const good = inspectPayload({ deviceType: "vendorc", payload: VENDORC_SWIPE, serial });
  await assert.rejects(readPayload({ keys }, good), /key custody is unavailable/);
});
