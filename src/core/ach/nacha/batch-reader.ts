/** Reads one batch line by line and compares its sums with the batch control. */
import type { AchAddenda, AchBatchHeader } from "./ach-file.ts";
import { EntrySums } from "./entry-sums.ts";
import { judgeEntry } from "./judge-entry.ts";
import { NachaRecordReader } from "./nacha-record-reader.ts";
import { readAddenda } from "./read-addenda.ts";
import { type EntryRecord, readEntry, readEntryFigures } from "./read-entry.ts";
import { readBatchHeader } from "./read-headers.ts";
import { type AchItem, errorItem, errorItems } from "./read-item.ts";
import { BATCH_CONTROL, BATCH_HEADER, ENTRY } from "./records.ts";

interface OpenEntry {
  /** Undefined if it has an error. */
  readonly record: EntryRecord | undefined;
  readonly line: number;
  readonly addenda: AchAddenda[];
  addendaCount: number;
}

export class BatchReader {
  readonly sums = new EntrySums();
  /** False if a line could not be counted. Then no sums are compared. */
  isCounted = true;
  readonly #text: string | undefined;
  readonly #header: AchBatchHeader | undefined;
  #entry: OpenEntry | undefined;
  #lastTrace = "";

  /** If the header is damaged, there is no text, and the batch is only followed to its end. */
  constructor(text: string | undefined, header: AchBatchHeader | undefined) {
    this.#text = text;
    this.#header = header;
  }

  static open(text: string, line: number): { batch: BatchReader; items: AchItem[] } {
    const { value: header, errors } = readBatchHeader(text, line);
    const batch = new BatchReader(text, header);
    const opened: AchItem[] = header === undefined ? [] : [{ kind: "batch", line, header }];
    return { batch, items: [...errorItems(errors), ...opened] };
  }

  get batchNumber(): number {
    return this.#header?.batchNumber ?? 0;
  }

  entry(text: string, line: number): AchItem[] {
    const items = this.#endEntry();
    this.#count(text);
    if (this.#header === undefined) return items;
    const { value: record, errors } = readEntry(text, line, this.#header);
    this.#entry = { record, line, addenda: [], addendaCount: 0 };
    return [...items, ...errorItems(errors), ...this.#traceItems(text, line)];
  }

  addenda(text: string, line: number): AchItem[] {
    this.sums.addAddenda(1);
    const entry = this.#entry;
    if (this.#header === undefined) return [];
    const { secCode } = this.#header;
    if (entry === undefined) return [outOfPlace(line, "addenda", "an entry before")];
    entry.addendaCount += 1;
    // Addenda of an entry with errors are not checked.
    if (entry.record === undefined) return [];
    const entryTrace = entry.record.trace;
    const place = { secCode, entryTrace, addendaSequence: entry.addendaCount };
    const { value, errors } = readAddenda(text, line, place);
    if (value !== undefined) entry.addenda.push(value);
    return errorItems(errors);
  }

  /** Skips a line of this batch that cannot be read. */
  skip(): void {
    this.isCounted = false;
    this.#entry = undefined;
  }

  /** `text` is the batch control. Undefined if it is missing or damaged. */
  end(text: string | undefined, line: number): AchItem[] {
    const items = this.#endEntry();
    const compared = text === undefined ? [] : this.#compare(text, line);
    return [...items, ...compared, { kind: "batch_end", line, sums: this.sums }];
  }

  #count(text: string): void {
    const figures = readEntryFigures(text);
    if (figures === undefined) this.isCounted = false;
    else this.sums.addEntry(figures.routingNumber, figures.direction, figures.amountCents);
  }

  #traceItems(text: string, line: number): AchItem[] {
    const record = new NachaRecordReader(ENTRY, text, line);
    const trace = record.raw("traceNumber");
    if (trace <= this.#lastTrace) record.error("traceNumber", "a higher one than the entry before");
    this.#lastTrace = trace;
    return errorItems(record.errors);
  }

  /** An entry is complete when the next one starts, or the batch ends. */
  #endEntry(): AchItem[] {
    const [open, batch] = [this.#entry, this.#header];
    this.#entry = undefined;
    if (open?.record === undefined || batch === undefined) return [];
    const { hasAddenda, ...fields } = open.record;
    const entry = { ...fields, addenda: open.addenda };
    // Unreadable addenda were reported already. Their entry is incomplete without them.
    if (open.addenda.length < open.addendaCount) return [];
    const errors = judgeEntry({ entry, hasAddenda, line: open.line }, batch);
    if (errors.length > 0) return errorItems(errors);
    return [{ kind: "entry", line: open.line, batch, entry }];
  }

  #compare(text: string, line: number): AchItem[] {
    const control = new NachaRecordReader(BATCH_CONTROL, text, line);
    this.#compareHeader(control);
    if (this.isCounted) {
      control.expectValue("entryCount", padded(this.sums.entryCount, 6));
      control.expectValue("entryHash", padded(this.sums.entryHash, 10));
      control.expectValue("debitTotal", padded(this.sums.debitCents, 12));
      control.expectValue("creditTotal", padded(this.sums.creditCents, 12));
    }
    return errorItems(control.errors);
  }

  #compareHeader(control: NachaRecordReader<keyof typeof BATCH_CONTROL.fields>): void {
    if (this.#text === undefined) return;
    const header = new NachaRecordReader(BATCH_HEADER, this.#text, 0);
    for (const name of ["serviceClass", "companyId", "odfi", "batchNumber"] as const) {
      control.expectValue(name, header.raw(name).trim());
    }
  }
}

export function padded(count: number, width: number): string {
  return String(count).padStart(width, "0");
}

export function outOfPlace(line: number, record: string, expected: string): AchItem {
  return errorItem({ line, record, field: "sequence", expected });
}
