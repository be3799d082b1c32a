/** What sets the entry classes apart in a file. */
import type { SecCode } from "../../../values/bank.ts";
import type { Direction } from "./transaction-codes.ts";

/** Classes whose entries have the usual fields, ours or not: any of them can come back. */
const READABLE = new Set(
  "CCD PPD WEB TEL POP ARC RCK COR BOC POS SHR MTE CIE XCK TRC TRX CTX ATX ACK DNE ENR".split(" "),
);
const CHECKS = new Set(["POP", "ARC", "RCK", "BOC", "XCK"]);
const WITH_PAYMENT_TYPE = new Set(["WEB", "TEL"]);
/** Card payments at a terminal, told of in addenda 02. */
const AT_TERMINALS = new Set(["POS", "SHR", "MTE"]);
/** How many addenda 05 an entry may have. Classes that we do not send are not judged. */
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

/** What receivers read on their statement; two classes have a word of their own. */
export function entryDescription(secCode: SecCode, direction: Direction, usual: string): string {
  if (secCode === "RCK") return "REDEPCHECK";
  if (secCode === "WEB" && direction === "debit") return "PURCHASE";
  return usual;
}
