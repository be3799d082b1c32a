/** Reads an entry record and checks everything that does not depend on its addenda. */
import { routingCheckDigit } from "../../../values/bank.ts";
import type { AchBatchHeader, AchEntry } from "./ach-file.ts";
import { NachaRecordReader, type RecordReading } from "./nacha-record-reader.ts";
import { ENTRY, POP_ENTRY } from "./records.ts";
import { hasPaymentType } from "./sec-classes.ts";
import { serviceClassAllows } from "./service-class.ts";
import { describeTransactionCode } from "./transaction-codes.ts";

export type EntryRecord = Omit<AchEntry, "addenda"> & { readonly hasAddenda: boolean };

/** The values that batch sums need, even of an entry with other errors. */
export interface EntryFigures {
  readonly routingNumber: string;
  readonly direction: "credit" | "debit";
  readonly amountCents: number;
}

export function readEntryFigures(text: string): EntryFigures | undefined {
  const record = new NachaRecordReader(ENTRY, text, 0);
  const code = describeTransactionCode(record.raw("transactionCode"));
  const routingNumber = record.digits("routingNumber");
  const amountCents = record.number("amount");
  if (code === undefined || record.errors.length > 0) return undefined;
  return { routingNumber, direction: code.direction, amountCents };
}

type EntryFields = NachaRecordReader<
  Exclude<keyof typeof ENTRY.fields & keyof typeof POP_ENTRY.fields, "identification">
>;

export function readEntry(
  text: string,
  line: number,
  batch: AchBatchHeader,
): RecordReading<EntryRecord> {
  if (batch.secCode === "POP") return readPopEntry(text, line, batch);
  const record = new NachaRecordReader(ENTRY, text, line);
  const identification = record.text("identification");
  return record.done({ ...usualFields(record, batch), identification });
}

function readPopEntry(
  text: string,
  line: number,
  batch: AchBatchHeader,
): RecordReading<EntryRecord> {
  const record = new NachaRecordReader(POP_ENTRY, text, line);
  const identification = record.text("identification");
  const terminal = { city: record.text("terminalCity"), state: record.text("terminalState") };
  return record.done({ ...usualFields(record, batch), identification, terminal });
}

function usualFields(record: EntryFields, batch: AchBatchHeader) {
  return {
    transactionCode: readTransactionCode(record, batch),
    routingNumber: readRoutingNumber(record),
    accountNumber: record.filled("accountNumber"),
    amountCents: record.number("amount"),
    name: record.text("name"),
    ...readDiscretionaryData(record, batch.secCode),
    hasAddenda: record.matching("addendaIndicator", /^[01]$/, "0 or 1") === "1",
    trace: record.digits("traceNumber"),
  };
}

function readTransactionCode(record: EntryFields, { serviceClass }: AchBatchHeader): string {
  const code = record.raw("transactionCode");
  const described = describeTransactionCode(code);
  if (described === undefined) record.error("transactionCode", "a transaction code");
  else if (!serviceClassAllows(serviceClass, described.direction)) {
    record.error("transactionCode", `one of ${serviceClass}, as the batch header says`);
  }
  return code;
}

/** Checks only the check digit. The bank was verified when the entry was accepted. */
function readRoutingNumber(record: EntryFields): string {
  const routingNumber = record.digits("routingNumber");
  const isWhole = /^\d{9}$/.test(routingNumber);
  if (isWhole && !routingNumber.endsWith(routingCheckDigit(routingNumber.slice(0, 8)))) {
    record.error("routingNumber", "another check digit");
  }
  return routingNumber;
}

function readDiscretionaryData(
  record: EntryFields,
  secCode: string,
): Pick<AchEntry, "discretionaryData" | "paymentType"> {
  const discretionaryData = record.text("discretionaryData");
  const isPaymentType = discretionaryData === "R" || discretionaryData === "S";
  if (!hasPaymentType(secCode) || !isPaymentType) return { discretionaryData };
  return { discretionaryData: "", paymentType: discretionaryData };
}
