/** Converts transactions to headers and entries of an ACH file. Pure. Handles bank account numbers in the clear. */
import {
  checkNumberMax,
  isBankAccountNumber,
  isRoutingNumber,
  type SecCode,
} from "../../../values/bank.ts";
import { canWriteInLatin, toLatinText } from "../../../values/latin-text.ts";
import { isHarmless } from "../../../values/masking/harmless.ts";
import type { BankAccount } from "../../vault/vault.ts";
import type { BankConnection } from "../connections/bank-connection.ts";
import type {
  AchAddenda,
  AchBatchHeader,
  AchEntry,
  AchFileHeader,
  PaymentType,
} from "../nacha/ach-file.ts";
import { achText, achWidth } from "../nacha/ach-text.ts";
import { entryDescription, hasPaymentType, isCheckClass } from "../nacha/sec-classes.ts";
import { paymentCode, prenoteCode } from "../nacha/transaction-codes.ts";
import { ACH_ZONE } from "../settlement.ts";
import type { DraftBatch, DraftEntry } from "./draft-store.ts";
import type { OutboundFile } from "./outbound-file.ts";

const USUAL_DESCRIPTION = "PAYMENT";
/** Required for an entry that is presented again. */
const RETRY_DESCRIPTION = "RETRY PYMT";
const SEQUENCE_DIGITS = 7;
const ADDRESS_WIDTH = 10;
const ADDENDA_WIDTH = 80;
/** Payment types with one authorization for several debits. */
const REPEATED = ["RECURRING", "INSTALLMENT"];

export function fileHeader(file: OutboundFile, connection: BankConnection): AchFileHeader {
  const created = file.createdAt.toZonedDateTimeISO(ACH_ZONE);
  return {
    // A number of nine digits is preceded by a blank.
    destination: connection.destination.padStart(ADDRESS_WIDTH),
    origin: connection.origin.padStart(ADDRESS_WIDTH),
    createdOn: created.toPlainDate(),
    createdAt: created.toPlainTime(),
    modifier: file.idModifier,
    destinationName: connection.destinationName,
    originName: connection.originName,
    reference: "",
  };
}

export function batchHeader(
  file: OutboundFile,
  { odfi }: BankConnection,
  batch: DraftBatch,
): AchBatchHeader {
  return {
    serviceClass: `${batch.direction}s`,
    // The name of the account is not checked when the account is created.
    companyName: canWriteInLatin(batch.accountName) ? batch.accountName : batch.accountId,
    discretionaryData: "",
    companyId: companyId(batch.accountId),
    secCode: batch.secCode,
    entryDescription: batch.isRetry
      ? RETRY_DESCRIPTION
      : entryDescription(batch.secCode, batch.direction, USUAL_DESCRIPTION),
    descriptiveDate: "",
    effectiveDate: file.settlesOn,
    settlementDay: undefined,
    originatorStatus: "1",
    odfi,
    batchNumber: batch.number,
  };
}

/** 1 and the last nine digits of the account id. */
export function companyId(accountId: string): string {
  return `1${accountId.padStart(9, "0").slice(-9)}`;
}

export function traceNumber(odfi: string, sequence: number): string {
  return odfi + String(sequence).padStart(SEQUENCE_DIGITS, "0");
}

/** Returns undefined if the check number does not fit, or the name or bank account is invalid. */
export function toAchEntry(
  batch: DraftBatch,
  draft: DraftEntry,
  { bank, odfi }: { readonly bank: BankAccount; readonly odfi: string },
): AchEntry | undefined {
  const { secCode, direction } = batch;
  const accountNumber = bank.accountNumber.reveal();
  if (!isRoutingNumber(bank.routingNumber) || !isBankAccountNumber(accountNumber)) return undefined;
  const identification = isCheckClass(secCode)
    ? checkNumber(secCode, draft)
    : draft.transactionId.padStart(12, "0");
  const name = receiverName(secCode, draft);
  const isPrenote = draft.amountCents === 0;
  if (identification === undefined || achWidth(name) === 0) return undefined;
  return {
    transactionCode: (isPrenote ? prenoteCode : paymentCode)(direction, bank.accountType),
    routingNumber: bank.routingNumber,
    accountNumber,
    amountCents: draft.amountCents,
    identification,
    name,
    discretionaryData: "",
    ...(hasPaymentType(secCode) ? { paymentType: paymentType(draft) } : {}),
    terminal: { city: draft.city ?? "", state: draft.stateProvince ?? "" },
    trace: traceNumber(odfi, draft.sequence),
    addenda: batch.sendsAddenda && !isPrenote ? paymentAddenda(draft) : [],
  };
}

/** Returns undefined if the number is missing or too long. A part of it would be the number of another check. */
function checkNumber(secCode: SecCode, draft: DraftEntry): string | undefined {
  const number = draft.checkNumber ?? "";
  const width = achWidth(number);
  const isFit = width > 0 && width <= checkNumberMax(secCode) && isHarmless(toLatinText(number));
  return isFit ? number : undefined;
}

/** The invoice, or else the description. Without a text that can be written, there is no addenda. */
function paymentAddenda({ invoiceEntry, description }: DraftEntry): readonly AchAddenda[] {
  const texts = [invoiceEntry, description]
    // Digits of another script are written as ours, so a card number can appear only now.
    .filter((text) => isHarmless(toLatinText(text ?? "")))
    .map((text) => achText(text ?? "", ADDENDA_WIDTH));
  const information = texts.find((text) => text.trim() !== "");
  return information === undefined ? [] : [{ kind: "payment", information }];
}

function receiverName(secCode: string, { firstName, lastName, company }: DraftEntry): string {
  const person = [firstName, lastName].filter((name) => name !== null && name !== "").join(" ");
  return secCode === "CCD" && company !== null && company !== "" ? company : person;
}

function paymentType({ paymentType, recurringId }: DraftEntry): PaymentType {
  const isRepeated = REPEATED.includes(paymentType ?? "") || (recurringId ?? "") !== "";
  return isRepeated ? "R" : "S";
}
