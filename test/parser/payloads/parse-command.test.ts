/** The command `parse`, which explains a payload to support staff without showing its data. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runHere } from "../../kit/command-process.ts";
import { cardBlock, NUMBER } from "./made-payloads.ts";
import * as published from "./published-payloads.ts";

const parse = (words: readonly string[], input = "") => runHere(["parse", ...words], {}, input);

test("a swipe record is shown with its frame, fields, offsets, lengths, serial number, KSN and counter", async () => {
  const { code, stdout } = await parse(["idtech"], published.VENDORA_SWIPE);
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^vendora, 624 characters\nFrame {3}02 … 03; length, LRC and checksum are correct\n/,
  );
  assert.match(stdout, /^ {6}7 {4}79 bytes {7}masked track 1$/m);
  assert.match(stdout, /^ {4}126 {4}80 bytes {7}encrypted track 1$/m);
  assert.match(stdout, /^Serial {2}310T061040$/m);
  assert.match(
    stdout,
    /^KSN {5}FFFFFF0200110940000F, from the payload: TDES DUKPT, device FFFFFF0200110940, counter 15$/m,
  );
});

test("TLV is shown as an indented tree with tag names", async () => {
  const { stdout } = await parse(["vendorc", published.VENDORC_SWIPE]);
  assert.match(stdout, /^ {6}0 {3}186 bytes {7}E1 template$/m);
  assert.match(stdout, /^ {6}7 {3}124 bytes {9}DFAE02 encrypted data$/m);
  assert.match(stdout, /^Cipher {2}DFAE02: 120 bytes$/m);
});

test("an item list is shown with its items and the card-read block", async () => {
  const { stdout } = await parse(["vendorb-rba", "-"], published.VENDORB_RBA_EMV);
  assert.match(stdout, /^Frame {3}\d+ characters, 8 fields, no LRC$/m);
  assert.match(stdout, /FF1F card-read block$/m);
  assert.match(stdout, /characters {2}KSN extension$/m);
});

test("the KSN of the request is explained if the payload has none", async () => {
  const words = ["vendorf", published.VENDORF_TRACK1, "--ksn", "02820620140175E0001D"];
  assert.match(
    (await parse(words)).stdout,
    /from the request: TDES DUKPT, device 02820620140175E0, counter 29/,
  );
});

test("an error is shown, and the exit code is 1", async () => {
  const { code, stdout } = await parse(["vendorc", published.VENDORC_SWIPE.slice(0, 90)]);
  assert.equal(code, 1);
  assert.match(stdout, /^Error {3}vendorc: at byte 0 tag E1 says 183 bytes, 42 are left\.$/m);
});

test("data that the terminal did not encrypt is not shown", async () => {
  const block = cardBlock({ flag: "0", name: "DOE/JO" });
  for (const words of [
    ["vendorb-rba", block],
    ["vendorb-rba", block, "--json"],
    ["vendord", published.VENDORD_SWIPE],
  ]) {
    const { code, stdout } = await parse(words);
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, new RegExp(`${NUMBER}|DOE|476173|2212201|7676760707`));
  }
});

test("--json prints one document", async () => {
  const { stdout } = await parse(["vendore", published.VENDORE_CHIP, "--json"]);
  const { layout, ksns, blocks, lines } = JSON.parse(stdout);
  assert.deepEqual([layout, lines], ["vendore", undefined]);
  assert.deepEqual(blocks, [{ name: "DF9020", size: "64 bytes" }]);
  assert.deepEqual(ksns, [
    {
      ksn: "FFFF987654325800004A",
      from: "payload",
      kind: "TDES",
      device: "FFFF987654325800",
      counter: 74,
    },
  ]);
});

test("an unknown device type is one sentence", async () => {
  const { code, stderr } = await parse(["nosuch", "00"]);
  assert.equal(code, 1);
  assert.match(stderr, /^Unknown device type. Known types: generic, vendora, /);
});
