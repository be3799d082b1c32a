/** `ach view` shows the content of a file without whole account numbers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { GOOD } from "../../../test/kit/ach-errors.ts";
import {
  SAMPLE_ADDENDA,
  sampleBatch,
  sampleEntry,
  sampleFile,
} from "../../../test/kit/ach-samples.ts";
import { writeAchFile } from "../../core/ach/nacha/file-writer.ts";
import { viewAchFile } from "./ach-view.ts";

test("a file is shown with its batches, entries, addenda and totals", () => {
  assert.deepEqual(viewAchFile(GOOD.join("\n")).split("\n"), [
    "File A of 2026-11-16 17:00, to 061000146 SIMULATED BANK, from 1234567890 SIXDOORS",
    "",
    'Batch 1: PPD debits, MAIN ST BOOKS (1120000001), "PAYMENT", effective 2026-11-17, bank 06100014',
    "  Trace            What                        Routing    Account          Amount  Identification   Name",
    "  061000140000001  27 debit checking           231380104  ****7899          12.50  INVOICE 1        ANN EXAMPLE",
    "  061000140000002  27 debit checking           231380104  ****7899          12.50  INVOICE 1        ANN EXAMPLE",
    "    addenda: INVOICE 12 OF 2026",
    "  Batch: 3 entries and addenda, hash 0046276020, debits 25.00, credits 0.00",
    "",
    "File: 3 entries and addenda, hash 0046276020, debits 25.00, credits 0.00",
    "The file has no errors.",
    "",
  ]);
});

test("returns and notifications of change are shown in words", () => {
  const kinds = ["return", "dishonored", "contested", "change", "refused_change"] as const;
  const entries = kinds.map((kind, at) => {
    const amountCents = kind.endsWith("change") ? 0 : 100;
    return sampleEntry(at + 1, { addenda: [SAMPLE_ADDENDA[kind]], amountCents });
  });
  const view = viewAchFile(writeAchFile(sampleFile({ header: sampleBatch(), entries })));
  const said = view.split("\n").filter((line) => line.startsWith("    "));
  assert.deepEqual(
    said.map((line) => line.trim()),
    [
      "R01 Insufficient funds, entry 061000140000007",
      "dishonored R01: R68 Untimely return, entry 061000140000007",
      "contested R68: R73 Timely original return, entry 061000140000007",
      "change C01 account ****7766, entry 061000140000007",
      "C65 Incorrectly formatted corrected data: change C02 routing ??",
    ],
  );
});

test("the fields that differ between SEC codes are shown", () => {
  const pop = sampleEntry(1, { identification: "42", terminal: { city: "ATLA", state: "GA" } });
  const web = sampleEntry(2, { paymentType: "R" });
  const view = viewAchFile(
    writeAchFile(
      sampleFile(
        { header: sampleBatch({ secCode: "POP" }), entries: [pop] },
        { header: sampleBatch({ secCode: "WEB", batchNumber: 2 }), entries: [web] },
      ),
    ),
  );
  assert.match(view, /42 +ANN EXAMPLE +at ATLA GA/);
  assert.match(view, /ANN EXAMPLE +recurring/);
});

test("long numbers in free text are hidden, and errors come last", () => {
  const addenda = [{ kind: "payment", information: "ACCOUNT 5551234567" } as const];
  const entry = sampleEntry(1, { accountNumber: "5551234567", addenda });
  const text = writeAchFile(sampleFile({ header: sampleBatch(), entries: [entry] }));
  const view = viewAchFile(text.replace("9000001", "9000002"));
  assert.doesNotMatch(view, /55512/);
  assert.ok(view.endsWith("batch count: expected 000001, found 000002\n"));
  assert.match(viewAchFile("rubbish\n".repeat(500)), /and 402 more\n$/);
});
