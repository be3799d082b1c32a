/** The requests that the payment core takes from every interface. */
import type { CardReadout } from "../../ports/card-readout.ts";
import type { BankAccountType, SecCode } from "../../values/bank.ts";
import type { CardBrand } from "../../values/card.ts";
import type { Cents } from "../../values/money.ts";
import type { Secret } from "../../values/secret.ts";
import type { BankAccount } from "../vault/vault.ts";
import type { PaymentDetails } from "./payment-details.ts";
import type { EntryMode, TenderType } from "./transaction.ts";

export interface Card {
  readonly number: Secret;
  readonly brand: CardBrand;
  /** MMYY. */
  readonly expiration: string;
  /** Goes to the card host and nowhere else. */
  readonly verification: Secret | undefined;
  readonly entryMode: EntryMode;
  /** Name and address on the card, used if the request has none. */
  readonly holder?: PaymentDetails | undefined;
  /** Tracks and chip data. They go to the card host and nowhere else. */
  readonly readout?: CardReadout | undefined;
}

export interface CardSource {
  readonly kind: "card";
  readonly card: Card;
  /** For a reissue: the earlier transaction gives names and address, the card that was sent pays. */
  readonly tokenId?: string | undefined;
}

/** Pays again with what an earlier transaction was paid with. */
export interface TokenSource {
  readonly kind: "token";
  readonly tokenId: string;
  /** Sent with this request; replaces the stored one. */
  readonly expiration: string | undefined;
  readonly verification: Secret | undefined;
}

/** Encrypted card data from a device. It is read before the payment is processed. */
export interface PayloadSource {
  readonly kind: "payload";
  readonly device: DevicePayload;
  /** Sent with the payload; replaces the one inside it. */
  readonly verification: Secret | undefined;
  readonly tokenId?: string | undefined;
}

export interface DevicePayload {
  readonly deviceType: string;
  readonly payload: Secret;
  /** Sent if the payload does not name its device. */
  readonly serial: string | undefined;
  /** Sent if the payload has no key serial number. */
  readonly ksn: string | undefined;
}

interface AnyRequest {
  /** An id fetched in advance. */
  readonly transactionId: string | undefined;
  /** Does the same as an id, for every kind of request. */
  readonly idempotencyKey: string | undefined;
  /** Fields that have no effect on this request. A repetition must have the same ones. */
  readonly beside?: Secret | undefined;
  readonly details: PaymentDetails;
  readonly sendsCustomerReceipt: boolean;
  readonly sendsMerchantReceipt: boolean;
  /** The network of the caller, for limits. It is not part of what is requested. */
  readonly callerNetwork?: string | undefined;
}

interface AnyCardPayment<Source> extends AnyRequest {
  readonly type: "SALE" | "AUTHORIZATION" | "CREDIT" | "STORE" | "FORCE";
  /** The account's guard against duplicates lets it through. */
  readonly allowsDuplicate?: boolean;
  readonly amount: Cents;
  readonly source: Source;
  /** For a sale that was authorized by voice. */
  readonly authorizationCode: string | undefined;
  readonly allowsPartial: boolean;
  /** The account's AVS result codes do not decline this payment. */
  readonly ignoresAvs: boolean;
  /** The account's CVV result codes do not decline this payment. */
  readonly ignoresCvv: boolean;
}

export type CardPayment = AnyCardPayment<CardSource | TokenSource>;
export type PayloadPayment = AnyCardPayment<PayloadSource>;

/** The bank account that was sent or that a token stands for, and the options of the ACH entry. */
export interface BankSource {
  readonly sent: BankAccount | undefined;
  /** If a reissue does not send it, the type of the original is used. */
  readonly accountType: BankAccountType | undefined;
  /** For a reissue. */
  readonly tokenId: string | undefined;
  /** Undefined if no code or DEF was sent. */
  readonly secCode: SecCode | undefined;
  /** Whether to verify the bank account, if the request says so. */
  readonly validates: boolean | undefined;
  /** Whether to send the entry on the same day, if the request says so. */
  readonly sameDay?: boolean | undefined;
}

export interface BankPayment extends AnyRequest {
  readonly type: "SALE" | "CREDIT" | "STORE";
  /** The account's guard against duplicates lets it through. */
  readonly allowsDuplicate?: boolean;
  readonly amount: Cents;
  readonly bank: BankSource;
}

export type NewPayment = CardPayment | PayloadPayment | BankPayment;

interface AnyChange extends AnyRequest {
  readonly originalId: string;
  /** If sent: the tender that the original must have. */
  readonly tender?: TenderType | undefined;
}

export interface Capture extends AnyChange {
  readonly type: "CAPTURE";
  readonly amount: Cents;
}

export interface Refund extends AnyChange {
  readonly type: "REFUND";
  /** Undefined: the whole remaining amount. */
  readonly amount: Cents | undefined;
}

export interface Reversal extends AnyChange {
  readonly type: "REVERSAL";
  /** Undefined: the amount of the original. Any other amount is refused. */
  readonly amount: Cents | undefined;
}

export interface BatchClose extends AnyRequest {
  readonly type: "SETTLE-BATCH";
}

export type Change = Capture | Refund | Reversal;
export type PaymentRequest = NewPayment | Change | BatchClose;
