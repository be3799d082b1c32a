/**
 * Writes a file record by record and keeps only its sums in memory. Entries must be valid: an invalid one
 * is a bug and throws an error, without account numbers.
 */
import { isRoutingNumber } from "../../../values/bank.ts";
import type { AchBatchHeader, AchEntry, AchFile, AchFileHeader } from "./ach-file.ts";
import { writeDate, writeDayOfYear, writeTime } from "./dates.ts";
import { type ControlSums, EntrySums } from "./entry-sums.ts";
import { RECORD_WIDTH, writeNachaRecord } from "./layout.ts";
import {
  BATCH_CONTROL,
  BATCH_HEADER,
  ENTRY,
  FILE_CONTROL,
  FILE_HEADER,
  FILL_RECORD,
  POP_ENTRY,
  RECORDS_PER_BLOCK,
} from "./records.ts";
import { SERVICE_CLASS_CODES, serviceClassAllows } from "./service-class.ts";
import { describeTransactionCode, type TransactionCode } from "./transaction-codes.ts";
import { writeAddenda } from "./write-addenda.ts";

/** Longer account numbers are cut to their first digits (F). */
const ACCOUNT_WIDTH = 17;
/** A routing number is preceded by a blank. */
const BANK_WIDTH = 10;

export type LineEnd = "\n" | "\r\n";

export class AchFileWriter {
  readonly #lineEnd: LineEnd;
  readonly #fileSums = new EntrySums();
  #batchSums = new EntrySums();
  #batch: AchBatchHeader | undefined;
  #batchCount = 0;
  #recordCount = 0;
  #lastTrace = "";

  constructor(lineEnd: LineEnd = "\n") {
    this.#lineEnd = lineEnd;
  }

  /** The sums of all batches that have ended. */
  get sums(): ControlSums {
    return this.#fileSums;
  }

  startFile(header: AchFileHeader): string {
    const { createdOn, createdAt } = header;
    return this.#records(
      writeNachaRecord(FILE_HEADER, {
        ...header,
        destination: header.destination.padStart(BANK_WIDTH),
        origin: header.origin.padStart(BANK_WIDTH),
        recordType: 1,
        priorityCode: "01",
        creationDate: writeDate(createdOn),
        creationTime: createdAt === undefined ? "" : writeTime(createdAt),
        fileModifier: header.modifier,
        recordSize: RECORD_WIDTH,
        blockingFactor: RECORDS_PER_BLOCK,
        formatCode: 1,
        referenceCode: header.reference,
      }),
    );
  }

  startBatch(header: AchBatchHeader): string {
    if (this.#batch !== undefined) throw new RangeError("The previous batch has not ended.");
    this.#batch = header;
    this.#batchSums = new EntrySums();
    this.#lastTrace = "";
    const { effectiveDate } = header;
    return this.#records(
      writeNachaRecord(BATCH_HEADER, {
        ...header,
        recordType: 5,
        serviceClass: SERVICE_CLASS_CODES[header.serviceClass],
        entryClass: header.secCode,
        effectiveDate: effectiveDate === undefined ? "" : writeDate(effectiveDate),
        settlementDate: writeDayOfYear(header.settlementDay),
      }),
    );
  }

  /** The entry and its addenda. */
  entry(entry: AchEntry): string {
    const batch = this.#openBatch();
    const { direction } = this.#checked(entry, batch);
    const addenda = entry.addenda.map((each, at) =>
      writeAddenda(each, { entryTrace: entry.trace, addendaSequence: at + 1 }),
    );
    this.#batchSums.addEntry(entry.routingNumber, direction, entry.amountCents);
    this.#batchSums.addAddenda(addenda.length);
    return this.#records(writeEntry(entry, batch.secCode), ...addenda);
  }

  endBatch(): string {
    const { serviceClass, companyId, odfi, batchNumber } = this.#openBatch();
    const sums = this.#batchSums;
    this.#fileSums.addBatch(sums);
    this.#batch = undefined;
    this.#batchCount += 1;
    const values = {
      recordType: 8,
      serviceClass: SERVICE_CLASS_CODES[serviceClass],
      authenticationCode: "",
      companyId,
      odfi,
      batchNumber,
    };
    return this.#records(writeNachaRecord(BATCH_CONTROL, { ...values, ...controlValues(sums) }));
  }

  /** Returns the file control and the fill records. */
  endFile(): string {
    if (this.#batch !== undefined) throw new RangeError("The last batch has not ended.");
    const blockCount = Math.ceil((this.#recordCount + 1) / RECORDS_PER_BLOCK);
    const control = writeNachaRecord(FILE_CONTROL, {
      recordType: 9,
      batchCount: this.#batchCount,
      blockCount,
      ...controlValues(this.#fileSums),
    });
    const fill = blockCount * RECORDS_PER_BLOCK - this.#recordCount - 1;
    return this.#records(control, ...Array<string>(fill).fill(FILL_RECORD));
  }

  #checked(entry: AchEntry, batch: AchBatchHeader): TransactionCode {
    const code = describeTransactionCode(entry.transactionCode);
    if (code === undefined) throw new RangeError("The transaction code of an entry is invalid.");
    if (!serviceClassAllows(batch.serviceClass, code.direction)) {
      throw new RangeError(`A ${code.direction} entry is in a batch of ${batch.serviceClass}.`);
    }
    if (!isRoutingNumber(entry.routingNumber))
      throw new RangeError("The routing number of an entry is invalid.");
    if (!entry.trace.startsWith(batch.odfi) || entry.trace <= this.#lastTrace) {
      throw new RangeError("A trace number is not the bank's, or is out of order.");
    }
    this.#lastTrace = entry.trace;
    return code;
  }

  #openBatch(): AchBatchHeader {
    if (this.#batch === undefined) throw new RangeError("No batch has been started.");
    return this.#batch;
  }

  #records(...records: readonly string[]): string {
    this.#recordCount += records.length;
    return records.map((record) => record + this.#lineEnd).join("");
  }
}

/** Writes a whole small file. */
export function writeAchFile({ header, batches }: AchFile, lineEnd: LineEnd = "\n"): string {
  const writer = new AchFileWriter(lineEnd);
  const pieces = [writer.startFile(header)];
  for (const batch of batches) {
    pieces.push(writer.startBatch(batch.header));
    for (const entry of batch.entries) pieces.push(writer.entry(entry));
    pieces.push(writer.endBatch());
  }
  pieces.push(writer.endFile());
  return pieces.join("");
}

function writeEntry(entry: AchEntry, secCode: string): string {
  const values = {
    recordType: 6,
    transactionCode: entry.transactionCode,
    routingNumber: entry.routingNumber,
    accountNumber: entry.accountNumber.slice(0, ACCOUNT_WIDTH),
    amount: entry.amountCents,
    identification: entry.identification,
    name: entry.name,
    discretionaryData: entry.paymentType ?? entry.discretionaryData,
    addendaIndicator: entry.addenda.length === 0 ? 0 : 1,
    traceNumber: entry.trace,
  };
  if (secCode !== "POP") return writeNachaRecord(ENTRY, values);
  const { city, state } = entry.terminal ?? { city: "", state: "" };
  return writeNachaRecord(POP_ENTRY, { ...values, terminalCity: city, terminalState: state });
}

function controlValues({ entryCount, entryHash, debitCents, creditCents }: ControlSums) {
  return { entryCount, entryHash, debitTotal: debitCents, creditTotal: creditCents };
}
