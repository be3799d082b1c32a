/** Writes addenda records of all kinds. */
import type { AchAddenda, ContestedAddenda, DishonoredAddenda, ReturnAddenda } from "./ach-file.ts";
import { writeDate, writeDayOfYear } from "./dates.ts";
import { writeNachaRecord } from "./layout.ts";
import {
  CHANGE_ADDENDA,
  CONTESTED_ADDENDA,
  DISHONORED_ADDENDA,
  OTHER_ADDENDA,
  PAYMENT_ADDENDA,
  REFUSED_CHANGE_ADDENDA,
  RETURN_ADDENDA,
} from "./records.ts";

const RETURN = { recordType: 7, typeCode: 99 };
const CHANGE = { recordType: 7, typeCode: 98 };
const SEQUENCE_DIGITS = 7;

/** The entry that the addenda belongs to, and its number within the entry. */
export interface AddendaPlace {
  readonly entryTrace: string;
  readonly addendaSequence: number;
}

export function writeAddenda(addenda: AchAddenda, place: AddendaPlace): string {
  switch (addenda.kind) {
    case "payment":
      return writePayment(addenda.information, place);
    case "return":
      return writeReturn(addenda);
    case "dishonored":
      return writeDishonored(addenda);
    case "contested":
      return writeContested(addenda);
    case "change":
      return writeNachaRecord(CHANGE_ADDENDA, {
        ...CHANGE,
        ...addenda,
        traceNumber: addenda.trace,
      });
    case "refused_change":
      return writeNachaRecord(REFUSED_CHANGE_ADDENDA, {
        ...CHANGE,
        ...addenda,
        traceNumber: addenda.trace,
      });
    case "other":
      return writeNachaRecord(OTHER_ADDENDA, { recordType: 7, ...addenda });
  }
}

function writePayment(information: string, { entryTrace, addendaSequence }: AddendaPlace): string {
  const entrySequence = entryTrace.slice(-SEQUENCE_DIGITS);
  const values = { recordType: 7, typeCode: "05", information, addendaSequence, entrySequence };
  return writeNachaRecord(PAYMENT_ADDENDA, values);
}

function writeReturn(addenda: ReturnAddenda): string {
  const { dateOfDeath, trace } = addenda;
  return writeNachaRecord(RETURN_ADDENDA, {
    ...RETURN,
    ...addenda,
    dateOfDeath: dateOfDeath === undefined ? "" : writeDate(dateOfDeath),
    traceNumber: trace,
  });
}

function writeDishonored(addenda: DishonoredAddenda): string {
  return writeNachaRecord(DISHONORED_ADDENDA, {
    ...RETURN,
    ...addenda,
    returnSettlementDate: writeDayOfYear(addenda.returnSettlementDay),
    returnCode: codeDigits(addenda.returnCode),
    traceNumber: addenda.trace,
  });
}

function writeContested(addenda: ContestedAddenda): string {
  const { returnedOn, trace } = addenda;
  return writeNachaRecord(CONTESTED_ADDENDA, {
    ...RETURN,
    ...addenda,
    returnDate: returnedOn === undefined ? "" : writeDate(returnedOn),
    originalSettlementDate: writeDayOfYear(addenda.originalSettlementDay),
    returnSettlementDate: writeDayOfYear(addenda.returnSettlementDay),
    returnCode: codeDigits(addenda.returnCode),
    dishonoredSettlementDate: writeDayOfYear(addenda.dishonoredSettlementDay),
    dishonoredCode: codeDigits(addenda.dishonoredCode),
    traceNumber: trace,
  });
}

/** Earlier codes are written as two digits: R01 is 01. */
function codeDigits(code: string): string {
  return code.slice(1);
}
