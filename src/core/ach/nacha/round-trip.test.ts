/** Written files are read back unchanged, and one wrong character in an important field is detected. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  anyFile,
  SAMPLE_ADDENDA,
  sampleBatch,
  sampleEntry,
  sampleFile,
} from "../../../../test/kit/ach-samples.ts";
import { AchFileWriter, writeAchFile } from "./file-writer.ts";
import { readAchFile, readAchStream } from "./read-file.ts";

test("a written file is read back unchanged", () => {
  fc.assert(
    fc.property(anyFile, (file) => {
      const read = readAchFile(writeAchFile(file));
      assert.ok(read.kind === "read", JSON.stringify(read));
      assert.deepEqual(comparable(read.file), comparable(file));
    }),
    { numRuns: 60 },
  );
});

/** deepEqual does not compare Temporal values, so they are compared as JSON. */
function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

for (const [kind, addenda] of Object.entries(SAMPLE_ADDENDA)) {
  test(`addenda are read back unchanged: ${kind}`, () => {
    const isChange = kind === "change" || kind === "refused_change";
    const entry = sampleEntry(1, { addenda: [addenda], amountCents: isChange ? 0 : 100 });
    const secCode = kind === "other" ? "POS" : "CCD";
    const header = sampleBatch({ secCode, settlementDay: 321 });
    const file = sampleFile({ header, entries: [entry] });
    const read = readAchFile(writeAchFile(file));
    assert.ok(read.kind === "read", JSON.stringify(read));
    assert.deepEqual(comparable(read.file.batches), comparable(file.batches));
  });
}

/** Record types and their positions (from 1) in which every change must be detected. */
const GUARDED: Readonly<Record<string, readonly [first: number, last: number][]>> = {
  1: [
    [1, 3],
    [35, 40],
  ],
  5: [
    [1, 4],
    [41, 50],
    [80, 94],
  ],
  6: [
    [1, 1],
    [4, 12],
    [30, 39],
    [79, 87],
  ],
  7: [
    [1, 3],
    [84, 94],
  ],
  8: [
    [1, 54],
    [80, 94],
  ],
  9: [[1, 55]],
};

function guardedPlaces(text: string): [line: number, column: number][] {
  const lines = text.trimEnd().split("\n");
  return lines.flatMap((line, at) =>
    /^9{94}$/.test(line)
      ? []
      : (GUARDED[line.charAt(0)] ?? []).flatMap(([first, last]) =>
          Array.from({ length: last - first + 1 }, (_, n): [number, number] => [at, first - 1 + n]),
        ),
  );
}

function withCharacter(text: string, [line, column]: [number, number], character: string): string {
  const lines = text.split("\n");
  const old = lines[line] ?? "";
  lines[line] = old.slice(0, column) + character + old.slice(column + 1);
  return lines.join("\n");
}

test("one wrong character in a guarded field is an error or has the same meaning", () => {
  fc.assert(
    fc.property(
      anyFile,
      fc.nat(),
      fc.constantFrom(..."0123456789ABZ -?é"),
      (file, pick, character) => {
        const text = writeAchFile(file);
        const places = guardedPlaces(text);
        const wrong = withCharacter(text, places[pick % places.length] ?? [0, 0], character);
        const read = readAchFile(wrong);
        if (read.kind === "invalid") return assert.ok(read.errorCount > 0);
        assert.deepEqual(comparable(read.file), comparable(file));
      },
    ),
    { numRuns: 400 },
  );
});

test("damage never makes the reader throw, and no error contains an account number", () => {
  const secret = "55512345678901234";
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(..."0159 67RZ\n\r\tü")), {
        minLength: 1,
        maxLength: 8,
      }),
      (changes) => {
        const entries = [1, 2].map((number) => sampleEntry(number, { accountNumber: secret }));
        let text = writeAchFile(sampleFile({ header: sampleBatch(), entries }));
        for (const [at, character] of changes) {
          const place = at % text.length;
          text = text.slice(0, place) + character + text.slice(place + 1);
        }
        const read = readAchFile(text);
        const said = read.kind === "invalid" ? JSON.stringify(read.errors) : "";
        assert.doesNotMatch(said, /512345678/);
      },
    ),
    { numRuns: 300 },
  );
});

test("a large file is written and read in pieces", async () => {
  const entryCount = 20_000;
  let seen = 0;
  let cents = 0;
  for await (const item of readAchStream(bigFile(entryCount))) {
    assert.notEqual(item.kind, "error", JSON.stringify(item));
    if (item.kind === "entry") seen += 1;
    if (item.kind === "file_end") cents = item.sums.debitCents;
  }
  assert.equal(seen, entryCount);
  assert.equal(cents, entryCount * 1_250);
});

/** Creates each piece when it is requested, so the file is never in memory as a whole. */
function* bigFile(entryCount: number): Generator<string> {
  const writer = new AchFileWriter();
  yield writer.startFile(sampleFile().header);
  yield writer.startBatch(sampleBatch());
  for (let number = 1; number <= entryCount; number += 1) yield writer.entry(sampleEntry(number));
  yield writer.endBatch();
  yield writer.endFile();
}
