/** What the card host gets of published payloads: tracks, and chip data without card data. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { collectReadout } from "../../../src/core/parser/card-readout.ts";
import { inspectPayload } from "../../../src/core/parser/payloads/inspect-payload.ts";
import { readPayload } from "../../../src/core/parser/payloads/read-payload.ts";
import type { PayloadInput } from "../../../src/core/parser/payloads/reading.ts";
import { HOST_CHIP_TAGS } from "../../../src/values/chip-tags.ts";
import { CORPUS } from "./corpus.ts";
import { KEYS } from "./keys.ts";
import * as published from "./published-payloads.ts";

async function readout(input: PayloadInput) {
  const inspected = inspectPayload(input);
  const reading = await readPayload({ keys: KEYS }, inspected);
  const { track1, track2, chip } = collectReadout(reading, inspected.parsed.clearTags) ?? {};
  const tags = chip && Object.fromEntries([...chip].map(([tag, value]) => [tag, hex(value)]));
  return { mode: reading.mode, track1: track1?.reveal(), track2: track2?.reveal(), tags };
}

const hex = (value: Uint8Array) => Buffer.from(value).toString("hex").toUpperCase();

test("vendorc sends the chip's data in clear beside the encrypted card", async () => {
  const { track2, tags } = await readout({
    deviceType: "vendorc",
    payload: published.VENDORC_CHIP,
    serial: "S1",
  });
  assert.equal(track2, "4761739001010012234=151220114524040");
  assert.deepEqual([tags?.["9F26"], tags?.["9F36"]], ["52A5A96394EDA96D", "0006"]);
  assert.deepEqual([tags?.["5F34"], tags?.["9F02"]], ["11", "000000000695"]);
});

test("vendorf2 sends the chip's data in an encrypted template", async () => {
  const { track2, tags } = await readout({
    deviceType: "vendorf2",
    payload: published.VENDORF2_CHIP,
    serial: "S1",
  });
  assert.equal(track2, "623061571010175284=231222086038214069");
  assert.equal(tags?.["9F10"], "07010103A02000010A01000000000013F6C042");
  assert.deepEqual([tags?.["95"], tags?.["9F34"]], ["088004E000", "420300"]);
});

test("vendorb-rba sends the chip's data as an item list", async () => {
  const { tags } = await readout({
    deviceType: "vendorb-rba",
    payload: published.VENDORB_RBA_EMV,
    serial: "S1",
  });
  assert.deepEqual([tags?.["9F27"], tags?.["82"], tags?.["4F"]], ["80", "2000", "A0000000031010"]);
});

test("every card of the corpus that was not typed has a track, and only tags for hosts", async () => {
  for (const input of CORPUS) {
    const { mode, track1, track2, tags = {} } = await readout(input);
    const hasTrack = track1 !== undefined || track2 !== undefined;
    assert.equal(hasTrack, mode !== "keyed", `${input.deviceType}, ${mode}`);
    for (const tag of Object.keys(tags)) assert.ok(HOST_CHIP_TAGS.has(tag), tag);
  }
});
