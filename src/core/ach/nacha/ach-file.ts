/** What an ACH file says, once it is read and before it is written. Knows no positions. */

export type ServiceClass = "mixed" | "credits" | "debits";
/** WEB and TEL: one of many that were agreed to at once, or one agreed to by itself. */
export type PaymentType = "R" | "S";

export interface AchFileHeader {
  /** The bank: its routing number, or ten characters that it has given. */
  readonly destination: string;
  readonly origin: string;
  readonly createdOn: Temporal.PlainDate;
  readonly createdAt: Temporal.PlainTime | undefined;
  /** A to Z, then 0 to 9: tells files of one day apart. */
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
  /** One of ours, COR for notifications of change, or another class that came back. */
  readonly secCode: string;
  readonly entryDescription: string;
  readonly descriptiveDate: string;
  /** Returns often leave it out. */
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
  /** What the receiver is known by; for POP, ARC and RCK the serial number of the check. */
  readonly identification: string;
  readonly name: string;
  readonly discretionaryData: string;
  readonly paymentType?: PaymentType;
  /** POP: where the check was taken. */
  readonly terminal?: { readonly city: string; readonly state: string };
  /** Fifteen digits, of which the first eight are the bank's that gave it. */
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

/** Addenda 99 of the originating bank, which does not accept a return. */
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

/** Addenda 99 of the receiving bank, which stands by its return. */
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

/** Addenda 98: what should be different next time. */
export interface ChangeAddenda {
  readonly kind: "change";
  readonly code: string;
  readonly originalTrace: string;
  readonly originalRdfi: string;
  readonly correctedData: string;
  readonly trace: string;
}

/** Addenda 98 of the originating bank, which cannot use a change. */
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

/** Addenda of classes that we never send, kept as they are. */
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
