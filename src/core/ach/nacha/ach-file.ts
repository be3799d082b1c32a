/** The contents of an ACH file, without the positions of fields. Types only. */

export type ServiceClass = "mixed" | "credits" | "debits";
/** WEB and TEL: recurring (R) or single (S). */
export type PaymentType = "R" | "S";

export interface AchFileHeader {
  /** The bank: its routing number, or ten characters that it assigned. */
  readonly destination: string;
  readonly origin: string;
  readonly createdOn: Temporal.PlainDate;
  readonly createdAt: Temporal.PlainTime | undefined;
  /** A to Z, then 0 to 9. Distinguishes the files of one day. */
  readonly modifier: string;
  readonly destinationName: string;
  readonly originName: string;
  readonly reference: string;
}

export interface AchBatchHeader {
  readonly serviceClass: ServiceClass;
  readonly companyName: string;
  readonly discretionaryData: string;
  readonly companyId: string;
  /** A class that we send, COR for notifications of change, or another class that was returned. */
  readonly secCode: string;
  readonly entryDescription: string;
  readonly descriptiveDate: string;
  /** Often missing in returns. */
  readonly effectiveDate: Temporal.PlainDate | undefined;
  /** Day of the year, filled in by the ACH operator. */
  readonly settlementDay: number | undefined;
  readonly originatorStatus: string;
  /** The first eight digits of the originating bank's routing number. */
  readonly odfi: string;
  readonly batchNumber: number;
}

export interface AchEntry {
  readonly transactionCode: string;
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly amountCents: number;
  /** Identifies the receiver. For POP, ARC and RCK the serial number of the check. */
  readonly identification: string;
  readonly name: string;
  readonly discretionaryData: string;
  readonly paymentType?: PaymentType;
  /** POP: where the check was accepted. */
  readonly terminal?: { readonly city: string; readonly state: string };
  /** Fifteen digits. The first eight identify the bank that assigned it. */
  readonly trace: string;
  readonly addenda: readonly AchAddenda[];
}

/** Addenda 05. */
export interface PaymentAddenda {
  readonly kind: "payment";
  readonly information: string;
}

/** Addenda 99 of the receiving bank. */
export interface ReturnAddenda {
  readonly kind: "return";
  readonly code: string;
  readonly originalTrace: string;
  /** R14 and R15. */
  readonly dateOfDeath: Temporal.PlainDate | undefined;
  /** The first eight digits of the routing number that the entry was sent to. */
  readonly originalRdfi: string;
  readonly information: string;
  readonly trace: string;
}

/** Addenda 99 of the originating bank, which dishonors a return. */
export interface DishonoredAddenda {
  readonly kind: "dishonored";
  readonly code: string;
  readonly originalTrace: string;
  readonly originalRdfi: string;
  readonly returnTrace: string;
  readonly returnSettlementDay: number | undefined;
  readonly returnCode: string;
  readonly information: string;
  readonly trace: string;
}

/** Addenda 99 of the receiving bank, which contests a dishonored return. */
export interface ContestedAddenda {
  readonly kind: "contested";
  readonly code: string;
  readonly originalTrace: string;
  readonly returnedOn: Temporal.PlainDate | undefined;
  readonly originalRdfi: string;
  readonly originalSettlementDay: number | undefined;
  readonly returnTrace: string;
  readonly returnSettlementDay: number | undefined;
  readonly returnCode: string;
  readonly dishonoredTrace: string;
  readonly dishonoredSettlementDay: number | undefined;
  readonly dishonoredCode: string;
  readonly trace: string;
}

/** Addenda 98: corrected values for future entries. */
export interface ChangeAddenda {
  readonly kind: "change";
  readonly code: string;
  readonly originalTrace: string;
  readonly originalRdfi: string;
  readonly correctedData: string;
  readonly trace: string;
}

/** Addenda 98 of the originating bank, which refuses a notification of change. */
export interface RefusedChangeAddenda {
  readonly kind: "refused_change";
  readonly code: string;
  readonly originalTrace: string;
  readonly originalRdfi: string;
  readonly correctedData: string;
  readonly changeCode: string;
  /** The last seven digits of the change's trace number. */
  readonly changeSequence: string;
  readonly trace: string;
}

/** Addenda of classes that we never send, unchanged. */
export interface OtherAddenda {
  readonly kind: "other";
  readonly typeCode: string;
  readonly information: string;
}

export type AchAddenda =
  | PaymentAddenda
  | ReturnAddenda
  | DishonoredAddenda
  | ContestedAddenda
  | ChangeAddenda
  | RefusedChangeAddenda
  | OtherAddenda;

export interface AchBatch {
  readonly header: AchBatchHeader;
  readonly entries: readonly AchEntry[];
}

export interface AchFile {
  readonly header: AchFileHeader;
  readonly batches: readonly AchBatch[];
}
