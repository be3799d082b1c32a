/** The differences between the standard entry classes in a file. */
import type { SecCode } from "../../../values/bank.ts";
import type { Direction } from "./transaction-codes.ts";

/** Classes whose entries have the usual fields. Any of them can be returned. */
const READABLE = new Set(
  "CCD PPD WEB TEL POP ARC RCK COR BOC POS SHR MTE CIE XCK TRC TRX CTX ATX ACK DNE ENR".split(" "),
);
const CHECKS = new Set(["POP", "ARC", "RCK", "BOC", "XCK"]);
const WITH_PAYMENT_TYPE = new Set(["WEB", "TEL"]);
/** Card payments at a terminal, described in addenda 02. */
const AT_TERMINALS = new Set(["POS", "SHR", "MTE"]);
/** The maximum number of addenda 05 of an entry. Classes that we do not send are not limited. */
const PAYMENT_ADDENDA_MAX: Readonly<Record<string, number>> = {
  CCD: 1,
  PPD: 1,
  WEB: 1,
  TEL: 0,
  POP: 0,
  ARC: 0,
  RCK: 0,
};
const ANY_MAX = 9_999;

export function isReadableClass(secCode: string): boolean {
  return READABLE.has(secCode);
}

export function isCheckClass(secCode: string): boolean {
  return CHECKS.has(secCode);
}

export function hasTerminalAddenda(secCode: string): boolean {
  return AT_TERMINALS.has(secCode);
}

export function hasPaymentType(secCode: string): boolean {
  return WITH_PAYMENT_TYPE.has(secCode);
}

export function paymentAddendaMax(secCode: string): number {
  return PAYMENT_ADDENDA_MAX[secCode] ?? ANY_MAX;
}

/** The text on the receiver's statement. Two classes require a fixed text. */
export function entryDescription(secCode: SecCode, direction: Direction, usual: string): string {
  if (secCode === "RCK") return "REDEPCHECK";
  if (secCode === "WEB" && direction === "debit") return "PURCHASE";
  return usual;
}
