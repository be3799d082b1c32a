/** References of orders that contain a trace number. */
import assert from "node:assert/strict";
import { randomUUIDv7 } from "node:crypto";
import { test } from "node:test";
import {
  readReferenceTime,
  readTraceNumber,
  TRACE_NUMBER_MAX,
  withTraceNumber,
} from "./order-reference.ts";

const REFERENCE = "019a9190-6400-7abc-8def-0123456789ab";

test("a reference gives back its trace number", () => {
  for (const number of [1, 2, 65_536, 999_998, TRACE_NUMBER_MAX]) {
    assert.equal(readTraceNumber(withTraceNumber(REFERENCE, number)), number);
  }
});

test("a trace number changes nothing else: time, version, variant and the rest", () => {
  assert.equal(withTraceNumber(REFERENCE, 0xabcde), "019a9190-6400-7abc-8def-abcde56789ab");
});

test("a reference without a trace number has one from 1 to 999999", () => {
  assert.equal(readTraceNumber("019a9190-6400-7abc-8def-0000056789ab"), TRACE_NUMBER_MAX);
  for (let round = 0; round < 1_000; round++) {
    const number = readTraceNumber(randomUUIDv7());
    assert.ok(number >= 1 && number <= TRACE_NUMBER_MAX, String(number));
  }
});

test("a reference tells when it was made", () => {
  const before = Date.now();
  const made = readReferenceTime(randomUUIDv7()).epochMilliseconds;
  assert.ok(made >= before && made <= Date.now());
});
