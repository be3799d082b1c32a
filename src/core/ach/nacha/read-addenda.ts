/** Reads addenda records of all kinds. */
import { isRefusal } from "../codes/change-code.ts";
import { returnStage } from "../codes/return-code.ts";
import type {
  AchAddenda,
  ChangeAddenda,
  ContestedAddenda,
  DishonoredAddenda,
  PaymentAddenda,
  RefusedChangeAddenda,
  ReturnAddenda,
} from "./ach-file.ts";
import { NachaRecordReader, type RecordReading } from "./nacha-record-reader.ts";
import {
  CHANGE_ADDENDA,
  CONTESTED_ADDENDA,
  DISHONORED_ADDENDA,
  OTHER_ADDENDA,
  PAYMENT_ADDENDA,
  REFUSED_CHANGE_ADDENDA,
  RETURN_ADDENDA,
} from "./records.ts";
import { hasTerminalAddenda } from "./sec-classes.ts";
import type { AddendaPlace } from "./write-addenda.ts";

const RETURN_CODE = /^R\d\d$/;
const CHANGE_CODE = /^C\d\d$/;
const SEQUENCE_DIGITS = 7;

export function readAddenda(
  text: string,
  line: number,
  place: AddendaPlace & { readonly secCode: string },
): RecordReading<AchAddenda> {
  const record = new NachaRecordReader(RETURN_ADDENDA, text, line);
  const typeCode = record.raw("typeCode");
  if (typeCode === "02" && hasTerminalAddenda(place.secCode)) return readOther(text, line);
  switch (typeCode) {
    case "05":
      return readPayment(text, line, place);
    case "98":
      return isRefusal(record.raw("code")) ? readRefusal(text, line) : readChange(text, line);
    case "99":
      return readAnyReturn(record.raw("code"), text, line);
    default:
      record.error("typeCode", "05, 98 or 99");
      return record.done<AchAddenda>(undefined);
  }
}

function readAnyReturn(code: string, text: string, line: number): RecordReading<AchAddenda> {
  switch (returnStage(code)) {
    case "dishonor":
      return readDishonored(text, line);
    case "contest":
      return readContested(text, line);
    case "return":
      return readReturn(text, line);
  }
}

function readPayment(
  text: string,
  line: number,
  place: AddendaPlace,
): RecordReading<PaymentAddenda> {
  const record = new NachaRecordReader(PAYMENT_ADDENDA, text, line);
  record.expectValue("addendaSequence", String(place.addendaSequence).padStart(4, "0"));
  record.expectValue("entrySequence", place.entryTrace.slice(-SEQUENCE_DIGITS));
  return record.done({ kind: "payment", information: record.text("information") });
}

function readReturn(text: string, line: number): RecordReading<ReturnAddenda> {
  const record = new NachaRecordReader(RETURN_ADDENDA, text, line);
  return record.done({
    kind: "return",
    ...answeredEntry(record, RETURN_CODE),
    dateOfDeath: record.dateOrNone("dateOfDeath"),
    information: record.text("information"),
  });
}

function readDishonored(text: string, line: number): RecordReading<DishonoredAddenda> {
  const record = new NachaRecordReader(DISHONORED_ADDENDA, text, line);
  return record.done({
    kind: "dishonored",
    ...answeredEntry(record, RETURN_CODE),
    returnTrace: record.digits("returnTrace"),
    returnSettlementDay: record.dayOrNone("returnSettlementDate"),
    returnCode: `R${record.digits("returnCode")}`,
    information: record.text("information"),
  });
}

function readContested(text: string, line: number): RecordReading<ContestedAddenda> {
  const record = new NachaRecordReader(CONTESTED_ADDENDA, text, line);
  return record.done({
    kind: "contested",
    ...answeredEntry(record, RETURN_CODE),
    returnedOn: record.dateOrNone("returnDate"),
    originalSettlementDay: record.dayOrNone("originalSettlementDate"),
    returnTrace: record.digits("returnTrace"),
    returnSettlementDay: record.dayOrNone("returnSettlementDate"),
    returnCode: `R${record.digits("returnCode")}`,
    dishonoredTrace: record.digits("dishonoredTrace"),
    dishonoredSettlementDay: record.dayOrNone("dishonoredSettlementDate"),
    dishonoredCode: `R${record.digits("dishonoredCode")}`,
  });
}

function readChange(text: string, line: number): RecordReading<ChangeAddenda> {
  const record = new NachaRecordReader(CHANGE_ADDENDA, text, line);
  const correctedData = record.text("correctedData");
  return record.done({ kind: "change", ...answeredEntry(record, CHANGE_CODE), correctedData });
}

function readRefusal(text: string, line: number): RecordReading<RefusedChangeAddenda> {
  const record = new NachaRecordReader(REFUSED_CHANGE_ADDENDA, text, line);
  return record.done({
    kind: "refused_change",
    ...answeredEntry(record, CHANGE_CODE),
    correctedData: record.text("correctedData"),
    changeCode: record.matching("changeCode", CHANGE_CODE, "C and two digits"),
    changeSequence: record.digits("changeSequence"),
  });
}

function readOther(text: string, line: number): RecordReading<AchAddenda> {
  const record = new NachaRecordReader(OTHER_ADDENDA, text, line);
  const information = record.text("information");
  return record.done({ kind: "other", typeCode: record.raw("typeCode"), information });
}

type AnswerRecord = NachaRecordReader<"code" | "originalTrace" | "originalRdfi" | "traceNumber">;

/** The fields that identify the returned or changed entry. */
function answeredEntry(record: AnswerRecord, pattern: RegExp) {
  const letter = pattern === RETURN_CODE ? "R" : "C";
  return {
    code: record.matching("code", pattern, `${letter} and two digits`),
    originalTrace: record.digits("originalTrace"),
    originalRdfi: record.digits("originalRdfi"),
    trace: record.digits("traceNumber"),
  };
}
