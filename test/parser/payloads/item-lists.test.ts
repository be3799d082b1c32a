/** EMV item lists (B, payload rules 2 and 3): the tag that a type needs is found in any of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PayloadInput } from "../../../src/core/parser/payloads/reading.ts";
import { errorOf, read } from "./keys.ts";
import {
  asBinary,
  EQUIVALENT,
  enhancedRecord,
  KSN,
  seal,
  TRACK_1,
  TRACK_2,
  tlv,
  upper,
} from "./made-payloads.ts";
import { VENDORB_RBA_EMV, VENDORB_RBA_FF1F } from "./published-payloads.ts";
import { hex } from "./reference-dukpt.ts";

const serial = "S1";
const item = (tag: string, bytes: Uint8Array) =>
  `T${tag}:${bytes.length.toString(16)}:h${upper(bytes)}`;
const modeOf = async (input: PayloadInput) => (await read(input)).mode;

test("B, payload rule 3: FF1F is as many characters as its length says, whatever its type", async () => {
  const whole = VENDORB_RBA_EMV.replace("TFF1F:DD:a", "TFF1F:DD:h");
  const bare = `TFF1F:DD:h${VENDORB_RBA_FF1F}T9F39:01:h07`;
  assert.equal(await modeOf({ deviceType: "vendorb-rba", payload: whole, serial }), "emv");
  assert.equal(await modeOf({ deviceType: "vendorb-rba", payload: bare, serial }), "contactless");
  for (const length of ["DC", "DE"]) {
    const payload = whole.replace("TFF1F:DD", `TFF1F:${length}`);
    const error = await errorOf({ deviceType: "vendorb-rba", payload, serial });
    assert.equal(error?.code, "broken_tlv", length);
  }
});

test("vendore: an item list has the tags that its TLV has", async () => {
  const iv = hex("0102030405060708");
  const sealed = seal(tlv("57", EQUIVALENT), { iv });
  const list = [item("DF9020", sealed), item("DF9021", hex(KSN)), item("DF9022", iv)];
  for (const payload of [list.join("[FS]"), `[STX]33.03.00[FS]${list.join("")}[ETX][LRC]`]) {
    assert.equal(await modeOf({ deviceType: "vendore", payload, serial }), "emv");
  }
});

test("vendora: an item list may hold the swipe record, in DFEE23", async () => {
  const record = asBinary(enhancedRecord({ tracks: [TRACK_1, TRACK_2, ""] }));
  const payload = `[STX]${item("9F39", hex("80"))}[FS]${item("DFEE23", record)}[ETX][LRC]`;
  const reading = await read({ deviceType: "vendora", payload });
  assert.deepEqual([reading.mode, reading.isFallback], ["swiped", true]);
});
