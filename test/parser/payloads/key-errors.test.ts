/** Wrong and missing keys are detected for every device type. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PayloadInput } from "../../../src/core/parser/payloads/reading.ts";
import { KEYS, readError, terminalKeys } from "./keys.ts";
import * as made from "./made-payloads.ts";
import * as published from "./published-payloads.ts";

const serial = "S1";

for (const [what, input] of [
  ["TDES", { deviceType: "vendorc", payload: published.VENDORC_SWIPE, serial }],
  [
    "AES",
    {
      deviceType: "generic",
      payload: made.upper(made.seal(made.latin1(made.TRACK_2), { ksn: made.AES_KSN })),
      serial,
      ksn: made.AES_KSN,
    },
  ],
] as const) {
  test(`a KSN without a base key is no_base_key, ${what}`, async () => {
    assert.equal((await readError(input, terminalKeys()))?.code, "no_base_key");
  });
}

const all: readonly PayloadInput[] = [
  { deviceType: "vendora", payload: published.VENDORA_SWIPE },
  {
    deviceType: "vendora",
    payload: made.framed(made.asBinary(made.enhancedRecord({ tracks: ["", made.TRACK_2, ""] }))),
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
    const wrong = terminalKeys("0123456789ABCDEFFEDCBA9876543211".replace("0123", "1023"));
    const error = await readError(input, wrong);
    assert.equal(error?.code, "unreadable");
    assert.ok(!error?.message.includes(made.NUMBER));
    assert.equal(await readError(input, KEYS), undefined);
  });
}
