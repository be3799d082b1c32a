/** Wrong keys and missing ones: every type notices. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PayloadInput } from "../../../src/core/parser/payloads/reading.ts";
import { errorOf, KEYS, keysOf } from "./keys.ts";
import {
  AES_KSN,
  asBinary,
  enhancedRecord,
  framed,
  latin1,
  NUMBER,
  seal,
  TRACK_2,
  upper,
} from "./made-payloads.ts";
import * as published from "./published-payloads.ts";

const serial = "S1";

for (const [what, input] of [
  ["TDES", { deviceType: "vendorc", payload: published.VENDORC_SWIPE, serial }],
  [
    "AES",
    {
      deviceType: "generic",
      payload: upper(seal(latin1(TRACK_2), { ksn: AES_KSN })),
      serial,
      ksn: AES_KSN,
    },
  ],
] as const) {
  test(`no base key for a KSN, ${what}: no_base_key`, async () => {
    assert.equal((await errorOf(input, keysOf()))?.code, "no_base_key");
  });
}

const all: readonly PayloadInput[] = [
  { deviceType: "vendora", payload: published.VENDORA_SWIPE },
  {
    deviceType: "vendora",
    payload: framed(asBinary(enhancedRecord({ tracks: ["", TRACK_2, ""] }))),
  },
  { deviceType: "vendorb-rba", payload: published.VENDORB_RBA_EMV, serial },
  { deviceType: "vendorc", payload: published.VENDORC_SWIPE, serial },
  { deviceType: "vendorc", payload: published.VENDORC_CHIP, serial },
  { deviceType: "vendord", payload: published.VENDORD_SWIPE, serial },
  { deviceType: "vendore", payload: published.VENDORE_CHIP, serial },
  { deviceType: "vendorf", payload: published.VENDORF_TRACK1, ksn: "02820620140175E0001D" },
  { deviceType: "vendorf2", payload: published.VENDORF2_CHIP, serial },
];
for (const input of all) {
  test(`a wrong base key is unreadable, ${input.deviceType}`, async () => {
    const wrong = keysOf("0123456789ABCDEFFEDCBA9876543211".replace("0123", "1023"));
    const error = await errorOf(input, wrong);
    assert.equal(error?.code, "unreadable");
    assert.ok(!error?.message.includes(NUMBER));
    assert.equal(await errorOf(input, KEYS), undefined);
  });
}
