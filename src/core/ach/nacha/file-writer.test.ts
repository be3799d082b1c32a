/** Written files, checked by a reader that shares no code with the writer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  anyFile,
  SAMPLE_HEADER,
  sampleBatch,
  sampleEntry,
  sampleFile,
} from "../../../../test/kit/ach-samples.ts";
import { at, readPlainly } from "../../../../test/kit/plain-nacha.ts";
import type { AchEntry, AchFile } from "./ach-file.ts";
import { AchFileWriter, writeAchFile } from "./file-writer.ts";
import { entryDescription } from "./sec-classes.ts";
import { describeTransactionCode, paymentCode, returnedCode } from "./transaction-codes.ts";

function writtenLine(file: AchFile, number: number): string {
  return writeAchFile(file).split("\n")[number - 1] ?? "";
}

function entryLine(entry: AchEntry, secCode = "PPD"): string {
  return writtenLine(sampleFile({ header: sampleBatch({ secCode }), entries: [entry] }), 3);
}

test("a small file matches the Nacha layout character by character", () => {
  const file = sampleFile({
    header: sampleBatch({ secCode: "WEB", entryDescription: "PURCHASE" }),
    entries: [
      sampleEntry(1, { paymentType: "S" }),
      sampleEntry(2, {
        paymentType: "R",
        addenda: [{ kind: "payment", information: "thank you" }],
      }),
    ],
  });
  assert.deepEqual(writeAchFile(file).split("\n").slice(0, 7), [
    "101 06100014612345678902611161700A094101SIMULATED BANK         SIXDOORS                       ",
    "5225MAIN ST BOOKS                       1120000001WEBPURCHASE        261117   1061000140000001",
    "627231380104744567899        0000001250INVOICE 1      ANN EXAMPLE           S 0061000140000001",
    "627231380104744567899        0000001250INVOICE 1      ANN EXAMPLE           R 1061000140000002",
    "705THANK YOU                                                                       00010000002",
    "822500000300462760200000000025000000000000001120000001                         061000140000001",
    "9000001000001000000030046276020000000002500000000000000                                       ",
  ]);
});

test("an independent reader reads every field of a written file", () => {
  fc.assert(
    fc.property(anyFile, (file) => {
      const plain = readPlainly(writeAchFile(file));
      assert.equal(plain.batches.length, file.batches.length);
      for (const [n, batch] of file.batches.entries()) {
        const read = plain.batches[n];
        assert.equal(at(read?.header ?? "", 51, 53), batch.header.secCode);
        assert.equal(at(read?.header ?? "", 5, 20).trimEnd(), batch.header.companyName);
        assert.deepEqual(
          read?.entries.map(({ addenda, ...entry }) => entry),
          batch.entries.map(plainly),
        );
      }
    }),
    { numRuns: 60 },
  );
});

function plainly(entry: AchEntry) {
  const { terminal, identification } = entry;
  const middle =
    terminal === undefined
      ? identification.padEnd(15)
      : identification.padEnd(9) + terminal.city.padEnd(4) + terminal.state;
  return {
    code: entry.transactionCode,
    routing: entry.routingNumber,
    account: entry.accountNumber,
    cents: BigInt(entry.amountCents),
    middle,
    name: entry.name,
    discretionary: entry.paymentType ?? "",
    trace: entry.trace,
  };
}

test("a bank account number of more than 17 digits is cut to its first 17", () => {
  const line = entryLine(sampleEntry(1, { accountNumber: "12345678901234567890" }));
  assert.equal(at(line, 13, 29), "12345678901234567");
});

test("text is upper-case ASCII, cut to its field", () => {
  const name = (text: string) => at(entryLine(sampleEntry(1, { name: text })), 55, 76).trimEnd();
  assert.equal(name("Zoë O’Brien"), "ZOE O'BRIEN");
  assert.equal(name("Łukasz Straße"), "LUKASZ STRASSE");
  assert.equal(name("王 Wei 😀"), "WANG WEI");
  assert.equal(name("tab\tand\nline"), "TAB AND LINE");
  assert.equal(name("A very long name that does not fit"), "A VERY LONG NAME THAT");
});

test("POP entries have the terminal's city and state, checks have their serial number", () => {
  const pop = { identification: "1234567890", terminal: { city: "ATLANTA", state: "GA" } };
  assert.equal(at(entryLine(sampleEntry(1, pop), "POP"), 40, 54), "123456789ATLAGA");
  for (const secCode of ["ARC", "RCK"]) {
    const line = entryLine(sampleEntry(1, { identification: "123456789012345" }), secCode);
    assert.equal(at(line, 40, 54), "123456789012345");
  }
});

test("WEB debits and RCK have an entry description of their own", () => {
  assert.equal(entryDescription("WEB", "debit", "BOOKS"), "PURCHASE");
  assert.equal(entryDescription("RCK", "debit", "BOOKS"), "REDEPCHECK");
  assert.equal(entryDescription("PPD", "credit", "BOOKS"), "BOOKS");
});

test("a transaction code gives the direction and the kind of account", () => {
  assert.equal(paymentCode("credit", "checking"), "22");
  assert.equal(paymentCode("debit", "checking"), "27");
  assert.equal(paymentCode("credit", "savings"), "32");
  assert.equal(paymentCode("debit", "savings"), "37");
  assert.deepEqual(["22", "27", "32", "37"].map(returnedCode), ["21", "26", "31", "36"]);
  assert.equal(describeTransactionCode("28")?.use, "prenote");
  assert.equal(describeTransactionCode("55")?.direction, "debit");
  for (const none of ["", "2", "20", "25", "12", "57", "2a", "227"]) {
    assert.equal(describeTransactionCode(none), undefined, none);
  }
});

test("a file can have CR LF line ends", () => {
  const file = sampleFile({ header: sampleBatch(), entries: [sampleEntry(1)] });
  assert.equal(writeAchFile(file, "\r\n"), writeAchFile(file).replaceAll("\n", "\r\n"));
});

test("a file whose last block is full has no fill records", () => {
  const entries = [1, 2, 3, 4, 5, 6].map((number) => sampleEntry(number));
  const text = writeAchFile(sampleFile({ header: sampleBatch(), entries }));
  assert.equal(text.split("\n").length - 1, 10);
  assert.equal(readPlainly(text).batches[0]?.entries.length, 6);
});

test("invalid values throw, and the error never contains an account number", () => {
  const wrong: Partial<AchEntry>[] = [
    { amountCents: 10_000_000_000 },
    { amountCents: -1 },
    { amountCents: 1.5 },
    { transactionCode: "22" },
    { transactionCode: "99" },
    { routingNumber: "231380105" },
    { trace: "091000010000001" },
    { trace: "0610001" },
  ];
  for (const changes of wrong) {
    const entry = sampleEntry(1, { accountNumber: "5551234567", ...changes });
    assert.throws(
      () => entryLine(entry),
      (error) => error instanceof RangeError && !/555123/.test(error.message),
      JSON.stringify(changes),
    );
  }
});

test("records must be written in order", () => {
  const writer = new AchFileWriter();
  writer.startFile(SAMPLE_HEADER);
  assert.throws(() => writer.entry(sampleEntry(1)), RangeError);
  assert.throws(() => writer.endBatch(), RangeError);
  writer.startBatch(sampleBatch());
  assert.throws(() => writer.startBatch(sampleBatch()), RangeError);
  assert.throws(() => writer.endFile(), RangeError);
  writer.entry(sampleEntry(2));
  assert.throws(() => writer.entry(sampleEntry(2)), RangeError);
  writer.endBatch();
  assert.equal(writer.sums.debitCents, 1_250);
});
