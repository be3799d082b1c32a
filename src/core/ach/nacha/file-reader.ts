/**
 * Reads a file line by line. It keeps only the header of the current batch, the current entry and the
 * sums in memory. It never throws because of the contents: it reports errors and continues.
 */
import { BatchReader, outOfPlace, padded } from "./batch-reader.ts";
import { EntrySums } from "./entry-sums.ts";
import { RECORD_WIDTH } from "./layout.ts";
import { NachaRecordReader } from "./nacha-record-reader.ts";
import { readFileHeader } from "./read-headers.ts";
import { type AchItem, errorItem, errorItems } from "./read-item.ts";
import { FILE_CONTROL, RECORDS_PER_BLOCK } from "./records.ts";

const RECORD_NAMES: Readonly<Record<string, string>> = {
  1: "file header",
  5: "batch header",
  6: "entry",
  7: "addenda",
  8: "batch control",
  9: "file control",
};
/** File headers and controls end in text, and some programs cut trailing blanks. */
const ENDS_IN_TEXT = new Set(["1", "9"]);
const FILL = /^9+ *$/;

export class AchFileReader {
  readonly #sums = new EntrySums();
  #isCounted = true;
  #line = 0;
  #recordCount = 0;
  #fillCount = 0;
  #batchCount = 0;
  #lastBatchNumber = -1;
  #batch: BatchReader | undefined;
  #isStarted = false;
  /** The file control and its line. */
  #control: { readonly text: string; readonly line: number } | undefined;

  /** Reads one line without its line end. Blank lines only count as lines. */
  read(rawLine: string): AchItem[] {
    this.#line += 1;
    const text = rawLine.trimEnd();
    if (text === "") return [];
    if (this.#control !== undefined) return this.#afterControl(text);
    this.#recordCount += 1;
    const items = this.#isStarted || text.startsWith("1") ? [] : this.#missingHeader();
    this.#isStarted = true;
    return [...items, ...this.#record(text)];
  }

  /** Reports errors that are known only at the end of the file. */
  end(): AchItem[] {
    const line = Math.max(this.#line, 1);
    if (!this.#isStarted) return [outOfPlace(line, "file header", "one at the start")];
    if (this.#control === undefined) {
      const items = this.#cutShort(line, "file control");
      return [...items, outOfPlace(line, "file control", "one at the end")];
    }
    return errorItems(this.#blockErrors(this.#control));
  }

  #missingHeader(): AchItem[] {
    return [outOfPlace(this.#line, "file header", "one at the start")];
  }

  #record(text: string): AchItem[] {
    const type = text.charAt(0);
    const name = RECORD_NAMES[type];
    if (name === undefined) return this.#unknown();
    const isShort = text.length < RECORD_WIDTH && !ENDS_IN_TEXT.has(type);
    if (isShort || text.length > RECORD_WIDTH) return this.#wrongLength(type, name, text.length);
    return this.#whole(type, text.padEnd(RECORD_WIDTH));
  }

  #whole(type: string, text: string): AchItem[] {
    switch (type) {
      case "1":
        return this.#fileHeader(text);
      case "5":
        return this.#batchHeader(text);
      case "6":
        return this.#batch?.entry(text, this.#line) ?? this.#stray("entry");
      case "7":
        return this.#batch?.addenda(text, this.#line) ?? this.#stray("addenda");
      case "8":
        return this.#batch === undefined ? this.#stray("batch control") : this.#batchEnd(text);
      default:
        return this.#fileControl(text);
    }
  }

  #fileHeader(text: string): AchItem[] {
    if (this.#recordCount > 1) return [outOfPlace(this.#line, "file header", "only one")];
    const { value: header, errors } = readFileHeader(text, this.#line);
    if (header === undefined) return errorItems(errors);
    return [{ kind: "file", line: this.#line, header }];
  }

  #batchHeader(text: string): AchItem[] {
    const missing = this.#cutShort(this.#line, "batch header");
    const { batch, items } = BatchReader.open(text, this.#line);
    this.#startBatch(batch);
    return [...missing, ...items, ...this.#orderItems(batch)];
  }

  #startBatch(batch: BatchReader): void {
    this.#batch = batch;
    this.#batchCount += 1;
  }

  #orderItems({ batchNumber }: BatchReader): AchItem[] {
    if (batchNumber === 0) return [];
    const isHigher = batchNumber > this.#lastBatchNumber;
    this.#lastBatchNumber = batchNumber;
    if (isHigher) return [];
    const expected = "a higher one than the batch before";
    const where = { line: this.#line, record: "batch header", field: "batch number" };
    return [errorItem({ ...where, expected })];
  }

  #batchEnd(text: string | undefined): AchItem[] {
    const batch = this.#batch;
    if (batch === undefined) return [];
    const items = batch.end(text, this.#line);
    this.#batch = undefined;
    this.#sums.addBatch(batch.sums);
    this.#isCounted &&= batch.isCounted;
    return items;
  }

  #fileControl(text: string): AchItem[] {
    const items = this.#cutShort(this.#line, "file control");
    if (FILL.test(text)) return [...items, outOfPlace(this.#line, "file control", "one before 9s")];
    this.#control = { text, line: this.#line };
    const control = new NachaRecordReader(FILE_CONTROL, text, this.#line);
    control.expectValue("batchCount", padded(this.#batchCount, 6));
    if (this.#isCounted) {
      control.expectValue("entryCount", padded(this.#sums.entryCount, 8));
      control.expectValue("entryHash", padded(this.#sums.entryHash, 10));
      control.expectValue("debitTotal", padded(this.#sums.debitCents, 12));
      control.expectValue("creditTotal", padded(this.#sums.creditCents, 12));
    }
    const end: AchItem = { kind: "file_end", line: this.#line, sums: this.#sums };
    return [...items, ...errorItems(control.errors), end];
  }

  #afterControl(text: string): AchItem[] {
    if (FILL.test(text)) {
      this.#fillCount += 1;
      return [];
    }
    return [outOfPlace(this.#line, RECORD_NAMES[text.charAt(0)] ?? "unknown record", "only 9s")];
  }

  /** The last block must be filled completely or, as some programs do, not at all. */
  #blockErrors({ text, line }: { readonly text: string; readonly line: number }) {
    const control = new NachaRecordReader(FILE_CONTROL, text, line);
    control.expectValue("blockCount", padded(Math.ceil(this.#recordCount / RECORDS_PER_BLOCK), 6));
    const total = this.#recordCount + this.#fillCount;
    const isWhole = this.#fillCount === 0 || total % RECORDS_PER_BLOCK === 0;
    if (isWhole) return control.errors;
    const expected = "9s up to a whole block, or none";
    return [...control.errors, { line: this.#line, record: "fill", field: "length", expected }];
  }

  /** Another record starts while a batch is open. */
  #cutShort(line: number, record: string): AchItem[] {
    if (this.#batch === undefined) return [];
    return [...this.#batchEnd(undefined), outOfPlace(line, record, "a batch control before")];
  }

  #stray(record: string): AchItem[] {
    this.#isCounted = false;
    return [outOfPlace(this.#line, record, "a batch header before")];
  }

  #unknown(): AchItem[] {
    this.#skip();
    const expected = "1, 5, 6, 7, 8 or 9";
    const where = { line: this.#line, record: "unknown record", field: "record type" };
    return [errorItem({ ...where, expected })];
  }

  /** The fields cannot be read, so only the order of records is checked. */
  #wrongLength(type: string, record: string, length: number): AchItem[] {
    const expected = `${RECORD_WIDTH} characters`;
    const where = { line: this.#line, record, field: "length" };
    const error = errorItem({ ...where, expected, found: String(length) });
    if (type === "5") {
      const missing = this.#cutShort(this.#line, record);
      this.#startBatch(new BatchReader(undefined, undefined));
      return [error, ...missing];
    }
    if (type === "8") return [error, ...this.#batchEnd(undefined)];
    if (type === "9") this.#control = { text: "", line: this.#line };
    this.#skip();
    return [error];
  }

  #skip(): void {
    this.#isCounted = false;
    this.#batch?.skip();
  }
}
