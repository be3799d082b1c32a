/**
 * The values of a transaction: those in the request, those known before the card host is asked, and
 * those that the outcome adds. Only the stores know which column stores which value.
 */
import type { HostMerchant } from "../../ports/processor.ts";
import type { EntryMode, TenderType, TransactionState, TransactionType } from "./transaction.ts";

/** What a customer entered in the reportable fields of a payment form, by field name. */
export type FormFields = Readonly<Record<string, string>>;

/** Values about the customer and the order. Never card or bank data. */
export interface PaymentDetails {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly company?: string | undefined;
  readonly streetAddress1?: string | undefined;
  readonly streetAddress2?: string | undefined;
  readonly city?: string | undefined;
  readonly stateProvince?: string | undefined;
  readonly zip?: string | undefined;
  readonly country?: string | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly ipAddress?: string | undefined;
  readonly cashier?: string | undefined;
  readonly customId?: string | undefined;
  readonly customData?: string | undefined;
  readonly description?: string | undefined;
  readonly transactionGroup?: string | undefined;
  readonly inputGroup?: string | undefined;
  readonly invoiceEntry?: string | undefined;
  readonly paymentType?: string | undefined;
  readonly installmentNumber?: number | undefined;
  readonly installmentCount?: number | undefined;
  readonly recurringId?: string | undefined;
  readonly checkNumber?: string | undefined;
  /** Level 2: sales tax, as part of the amount. */
  readonly taxCents?: number | undefined;
  /** Level 2: the ZIP code that goods are sent to. */
  readonly destinationZip?: string | undefined;
  /** Level 2: the merchant's order. */
  readonly orderId?: string | undefined;
  /** Level 2: what the merchant calls the customer or the purchase. */
  readonly merchantReference?: string | undefined;
  /** Restaurants: who served. */
  readonly serverId?: string | undefined;
  /** Restaurants: the tip, as part of the amount. */
  readonly gratuityCents?: number | undefined;
  readonly formName?: string | undefined;
  readonly formFields?: FormFields | undefined;
}

type DetailsOfType<Value> = {
  [Name in keyof PaymentDetails]-?: PaymentDetails[Name] extends Value | undefined ? Name : never;
}[keyof PaymentDetails];

export type TextDetail = DetailsOfType<string>;
export type NumberDetail = DetailsOfType<number>;

/** A transaction before the card host or the verification provider is asked. */
export interface DraftTransaction extends PaymentDetails {
  readonly tenderType: TenderType;
  readonly currency: string;
  readonly originalId?: string | undefined;
  readonly cardBrand?: string | undefined;
  readonly last4?: string | undefined;
  /** MMYY. */
  readonly cardExpiration?: string | undefined;
  readonly entryMode?: EntryMode | undefined;
  /** The named card host that gets the order. */
  readonly cardHost?: string | undefined;
  /** The account's numbers at that host. Changes of the payment repeat them. */
  readonly hostMerchant?: HostMerchant | undefined;
  readonly secCode?: string | undefined;
  /** The code in the request or in the original of a reissue; absent if the default applies. */
  readonly secCodeSent?: string | undefined;
  readonly bankAccountType?: string | undefined;
  /** The same-day window that the entry waits for, in ISO 8601. */
  readonly sameDayAt?: string | undefined;
  /** The stored bank account whose prenote must be out before the entry. A prenote has its own id. */
  readonly prenoteId?: string | undefined;
}

/** The values that the outcome adds to a draft. */
export interface TransactionResult {
  readonly transactionType: TransactionType;
  readonly state: TransactionState;
  readonly isApproved: boolean;
  readonly amountCents: number;
  readonly requestAmountCents: number;
  readonly message: string;
  readonly authorizationCode?: string | undefined;
  readonly avsResponse?: string | undefined;
  readonly cvvResponse?: string | undefined;
  readonly verificationPassed?: boolean | undefined;
  readonly verificationMessage?: string | undefined;
  /** After a partial approval: those of the draft that fit into the approved amount. */
  readonly taxCents?: number | undefined;
  readonly gratuityCents?: number | undefined;
}

/** The values that are present, so that spreading them over others replaces nothing by undefined. */
export function presentValues<Values extends object>(values: Values): Partial<Values> {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Partial<Values>;
}
