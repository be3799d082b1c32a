/** Reads file and batch headers. */
import type { AchBatchHeader, AchFileHeader } from "./ach-file.ts";
import { parseNachaTime } from "./dates.ts";
import { RECORD_WIDTH } from "./layout.ts";
import { NachaRecordReader, type RecordReading } from "./nacha-record-reader.ts";
import { BATCH_HEADER, FILE_HEADER, RECORDS_PER_BLOCK } from "./records.ts";
import { isReadableClass } from "./sec-classes.ts";
import { parseServiceClass } from "./service-class.ts";

/** The classes that we send, and those of returns and changes. */
const CLASSES = "CCD, PPD, WEB, TEL, POP, ARC, RCK, COR or another domestic class";

export function readFileHeader(text: string, line: number): RecordReading<AchFileHeader> {
  const record = new NachaRecordReader(FILE_HEADER, text, line);
  record.expectValue("priorityCode", "01");
  record.expectValue("recordSize", String(RECORD_WIDTH).padStart(3, "0"));
  record.expectValue("blockingFactor", String(RECORDS_PER_BLOCK));
  record.expectValue("formatCode", "1");
  const createdOn = record.date("creationDate");
  return record.done(
    createdOn && {
      // In a bank's file the destination is our company number, which has no check digit.
      destination: record.filled("destination"),
      origin: record.filled("origin"),
      createdOn,
      createdAt: readCreationTime(record),
      modifier: record.matching("fileModifier", /^[A-Z0-9]$/, "A to Z or 0 to 9"),
      destinationName: record.text("destinationName"),
      originName: record.text("originName"),
      reference: record.text("referenceCode"),
    },
  );
}

type FileHeaderRecord = NachaRecordReader<keyof typeof FILE_HEADER.fields>;

function readCreationTime(record: FileHeaderRecord): Temporal.PlainTime | undefined {
  const digits = record.text("creationTime");
  const time = parseNachaTime(digits);
  if (digits !== "" && time === undefined) record.error("creationTime", "HHMM or nothing");
  return time;
}

export function readBatchHeader(text: string, line: number): RecordReading<AchBatchHeader> {
  const record = new NachaRecordReader(BATCH_HEADER, text, line);
  const serviceClass = parseServiceClass(record.raw("serviceClass"));
  if (serviceClass === undefined) record.error("serviceClass", "200, 220 or 225");
  const secCode = record.text("entryClass");
  if (!isReadableClass(secCode)) record.error("entryClass", CLASSES);
  return record.done(
    serviceClass && {
      serviceClass,
      companyName: record.filled("companyName"),
      discretionaryData: record.text("discretionaryData"),
      companyId: record.filled("companyId"),
      secCode,
      entryDescription: record.text("entryDescription"),
      descriptiveDate: record.text("descriptiveDate"),
      effectiveDate: record.dateOrNone("effectiveDate"),
      settlementDay: record.dayOrNone("settlementDate"),
      originatorStatus: record.matching("originatorStatus", /^[012]$/, "0, 1 or 2"),
      odfi: record.digits("odfi"),
      batchNumber: record.number("batchNumber"),
    },
  );
}
