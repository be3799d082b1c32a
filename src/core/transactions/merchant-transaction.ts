/** A transaction as merchants see it. It has no field for a card or bank account number. */
import type { TenderType, TransactionState, TransactionType } from "../payments/transaction.ts";

/** A row of the transaction list. */
export interface MerchantTransaction {
  readonly id: string;
  readonly authorizedAt: Temporal.Instant;
  readonly type: TransactionType;
  readonly tender: TenderType;
  readonly state: TransactionState;
  readonly isBatched: boolean;
  readonly message: string;
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly currency: string;
  readonly originalId: string | null;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly entryMode: string | null;
  readonly name: string | null;
  readonly company: string | null;
  readonly email: string | null;
  readonly description: string | null;
  readonly customId: string | null;
  readonly invoice: string | null;
  readonly cashier: string | null;
  readonly authorizationCode: string | null;
  readonly avs: string | null;
  readonly cvv: string | null;
  readonly secCode: string | null;
  readonly returnCode: string | null;
}

/** All stored fields of a transaction. */
export interface FullTransaction extends MerchantTransaction {
  readonly requestedCents: number;
  readonly expiration: string | null;
  readonly street: string | null;
  readonly street2: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly zip: string | null;
  readonly country: string | null;
  readonly phone: string | null;
  readonly ipAddress: string | null;
  readonly customData: string | null;
  readonly group: string | null;
  readonly paymentType: string | null;
  readonly recurringId: string | null;
  readonly installment: string | null;
  readonly checkNumber: string | null;
  readonly bankAccountType: string | null;
  readonly verificationPassed: boolean | null;
  readonly verificationMessage: string | null;
  readonly traceNumber: string | null;
  readonly batchId: number | null;
  readonly batchedAt: Temporal.Instant | null;
  readonly settleAt: Temporal.Instant | null;
  readonly changeNotice: string | null;
  readonly taxCents: number | null;
  readonly destinationZip: string | null;
  readonly orderId: string | null;
  readonly merchantReference: string | null;
  readonly serverId: string | null;
  readonly gratuityCents: number | null;
  readonly formName: string | null;
  readonly formFields: Readonly<Record<string, unknown>> | null;
}
