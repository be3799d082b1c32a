/** EMV item lists (contract B, payload rules 2 and 3). */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PayloadInput } from "../../../src/core/parser/payloads/reading.ts";
import { read, readError } from "./keys.ts";
import * as made from "./made-payloads.ts";
import { VENDORB_RBA_EMV, VENDORB_RBA_FF1F } from "./published-payloads.ts";
import { hex } from "./reference-dukpt.ts";

const serial = "S1";
const item = (tag: string, bytes: Uint8Array) =>
  `T${tag}:${bytes.length.toString(16)}:h${made.upper(bytes)}`;
const modeOf = async (input: PayloadInput) => (await read(input)).mode;

test("payload rule 3: the length of FF1F counts characters, whatever its type", async () => {
  const whole = VENDORB_RBA_EMV.replace("TFF1F:DD:a", "TFF1F:DD:h");
  const bare = `TFF1F:DD:h${VENDORB_RBA_FF1F}T9F39:01:h07`;
  assert.equal(await modeOf({ deviceType: "vendorb-rba", payload: whole, serial }), "emv");
  assert.equal(await modeOf({ deviceType: "vendorb-rba", payload: bare, serial }), "contactless");
  for (const length of ["DC", "DE"]) {
    const payload = whole.replace("TFF1F:DD", `TFF1F:${length}`);
    const error = await readError({ deviceType: "vendorb-rba", payload, serial });
    assert.equal(error?.code, "broken_tlv", length);
  }
});

test("vendore: an item list may have the tags of the TLV", async () => {
  const iv = hex("0102030405060708");
  const sealed = made.seal(made.tlv("57", made.EQUIVALENT), { iv });
  const list = [item("DF9020", sealed), item("DF9021", hex(made.KSN)), item("DF9022", iv)];
  for (const payload of [list.join("[FS]"), `[STX]33.03.00[FS]${list.join("")}[ETX][LRC]`]) {
    assert.equal(await modeOf({ deviceType: "vendore", payload, serial }), "emv");
  }
});

test("vendora: an item list may have the swipe record in DFEE23", async () => {
  const record = made.asBinary(made.enhancedRecord({ tracks: [made.TRACK_1, made.TRACK_2, ""] }));
  const payload = `[STX]${item("9F39", hex("80"))}[FS]${item("DFEE23", record)}[ETX][LRC]`;
  const reading = await read({ deviceType: "vendora", payload });
  assert.deepEqual([reading.mode, reading.isFallback], ["swiped", true]);
});
