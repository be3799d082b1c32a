/**
 * A second reader of ACH files for tests. It shares no code with the product's reader. It cuts
 * fields by their positions in the published layout and checks every sum in whole numbers.
 */
import assert from "node:assert/strict";

export interface PlainEntry {
  readonly code: string;
  readonly routing: string;
  readonly account: string;
  readonly cents: bigint;
  /** Positions 40 to 54, whose meaning depends on the SEC code. */
  readonly middle: string;
  readonly name: string;
  readonly discretionary: string;
  readonly trace: string;
  readonly addenda: string[];
}

export interface PlainBatch {
  readonly header: string;
  readonly entries: PlainEntry[];
}

export interface PlainFile {
  readonly header: string;
  readonly batches: PlainBatch[];
}

/** Positions count from 1 and include both ends. */
export function at(line: string, first: number, last: number): string {
  return line.slice(first - 1, last);
}

export function readPlainly(text: string): PlainFile {
  assert.ok(text.endsWith("\n"));
  const lines = text.slice(0, -1).split("\n");
  assert.equal(lines.length % 10, 0, "whole blocks");
  for (const line of lines) assert.match(line, /^[ -~]{94}$/);
  const end = lines.findIndex((line) => /^9[0-8]/.test(line) || /^90/.test(line));
  assert.ok(end > 0, "a file has a file control");
  for (const fill of lines.slice(end + 1)) assert.equal(fill, "9".repeat(94));
  assert.ok(lines.length - end <= 10, "the fill is less than one block");
  const [header = "", ...records] = lines.slice(0, end);
  assert.match(header, /^101/);
  assert.equal(at(header, 35, 40), "094101");
  const batches = splitBatches(records).map(readBatch);
  checkFileControl(lines[end] ?? "", batches, lines.length / 10);
  return { header, batches };
}

function splitBatches(records: readonly string[]): string[][] {
  const batches: string[][] = [];
  for (const record of records) {
    if (record.startsWith("5")) batches.push([]);
    const batch = batches.at(-1);
    assert.ok(batch, "a batch begins with its header");
    assert.ok(!batch.at(-1)?.startsWith("8"), "nothing is between a control and the next header");
    batch.push(record);
  }
  return batches;
}

function readBatch(records: readonly string[]): PlainBatch {
  const [header = "", ...rest] = records;
  const control = rest.pop() ?? "";
  assert.ok(control.startsWith("8"), "a batch ends with its control");
  const entries: PlainEntry[] = [];
  for (const record of rest) {
    if (record.startsWith("6")) entries.push(readEntry(record));
    else entries.at(-1)?.addenda.push(record);
  }
  checkEntries(entries, rest, header);
  assert.equal(at(control, 2, 4), at(header, 2, 4));
  assert.equal(at(control, 45, 54), at(header, 41, 50));
  assert.equal(at(control, 80, 94), at(header, 80, 94));
  assert.equal(BigInt(at(control, 5, 10)), BigInt(rest.length));
  checkSums(control, [11, 21, 33], entries);
  return { header, entries };
}

function readEntry(record: string): PlainEntry {
  return {
    code: at(record, 2, 3),
    routing: at(record, 4, 12),
    account: at(record, 13, 29).trimEnd(),
    cents: BigInt(at(record, 30, 39)),
    middle: at(record, 40, 54),
    name: at(record, 55, 76).trimEnd(),
    discretionary: at(record, 77, 78).trimEnd(),
    trace: at(record, 80, 94),
    addenda: [],
  };
}

function checkEntries(entries: readonly PlainEntry[], records: string[], header: string): void {
  const heads = records.filter((record) => record.startsWith("6"));
  let before = "";
  for (const [n, entry] of entries.entries()) {
    assert.equal(at(heads[n] ?? "", 79, 79), entry.addenda.length > 0 ? "1" : "0");
    assert.ok(entry.trace > before, "trace numbers increase");
    assert.equal(entry.trace.slice(0, 8), at(header, 80, 87));
    assert.equal(weightedSum(entry.routing) % 10, 0, "the check digit is correct");
    for (const [m, addenda] of entry.addenda.entries()) {
      if (!addenda.startsWith("705")) continue;
      assert.equal(at(addenda, 84, 94), String(m + 1).padStart(4, "0") + entry.trace.slice(-7));
    }
    before = entry.trace;
  }
}

function weightedSum(routing: string): number {
  return [...routing].reduce((sum, digit, n) => sum + Number(digit) * ([3, 7, 1][n % 3] ?? 0), 0);
}

/** The positions where the hash, the debits and the credits begin. */
function checkSums(
  control: string,
  [hash, debits, credits]: readonly [number, number, number],
  entries: readonly PlainEntry[],
): void {
  const hashed = entries.reduce((sum, { routing }) => sum + BigInt(routing.slice(0, 8)), 0n);
  assert.equal(at(control, hash, hash + 9), String(hashed).padStart(10, "0").slice(-10));
  const total = (wanted: RegExp) =>
    entries.reduce((sum, { code, cents }) => sum + (wanted.test(code) ? cents : 0n), 0n);
  assert.equal(BigInt(at(control, debits, debits + 11)), total(/[6-9]$/));
  assert.equal(BigInt(at(control, credits, credits + 11)), total(/[0-4]$/));
}

function checkFileControl(control: string, batches: readonly PlainBatch[], blocks: number): void {
  const entries = batches.flatMap((batch) => batch.entries);
  const records = entries.reduce((count, entry) => count + 1 + entry.addenda.length, 0);
  assert.equal(Number(at(control, 2, 7)), batches.length);
  assert.equal(Number(at(control, 8, 13)), blocks);
  assert.equal(Number(at(control, 14, 21)), records);
  checkSums(control, [22, 32, 44], entries);
}
