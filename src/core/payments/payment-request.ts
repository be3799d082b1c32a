/** What a caller asks of the payment core, whichever interface it came through. */
import type { BankAccountType, SecCode } from "../../values/bank.ts";
import type { CardBrand } from "../../values/card.ts";
import type { Cents } from "../../values/money.ts";
import type { Secret } from "../../values/secret.ts";
import type { BankAccount } from "../vault/vault.ts";
import type { EntryMode, TenderType } from "./transaction.ts";
import type { FormFields } from "./transaction-columns.ts";

/** What a request says of the customer and the order, by column. Never card or bank data. */
export type Details = Readonly<Record<string, string | number | FormFields | undefined>>;

export interface Card {
  readonly number: Secret;
  readonly brand: CardBrand;
  /** MMYY. */
  readonly expiration: string;
  /** Goes to the card host and nowhere else. */
  readonly verification: Secret | undefined;
  readonly entryMode: EntryMode;
  /** What the track says of the holder, by column, for what was not sent. */
  readonly holder?: Details | undefined;
}

export interface SentCard {
  readonly card: Card;
  /** Of a reissue: it gives names and address, and the card that was sent pays. */
  readonly tokenId?: string | undefined;
}

/** Pays again with what an earlier transaction was paid with. */
export interface Token {
  readonly tokenId: string;
  /** Sent with this request: it goes before what was stored. */
  readonly expiration: string | undefined;
  readonly verification: Secret | undefined;
}

interface AnyRequest {
  /** An id fetched in advance. */
  readonly transactionId: string | undefined;
  /** Does the same as an id, for every kind of request. */
  readonly idempotencyKey: string | undefined;
  /** What was said beside it and means nothing to it: a request that says otherwise is another. */
  readonly beside?: Secret | undefined;
  readonly details: Details;
  readonly sendsCustomerReceipt: boolean;
  readonly sendsMerchantReceipt: boolean;
  /** Where the call came from, as addresses are counted. It is no part of what is asked for. */
  readonly callerNetwork?: string | undefined;
}

export interface CardPayment extends AnyRequest {
  readonly type: "SALE" | "AUTHORIZATION" | "CREDIT" | "STORE" | "FORCE";
  readonly amount: Cents;
  readonly source: SentCard | { readonly token: Token };
  /** Of a sale that was authorised by voice. */
  readonly authorizationCode: string | undefined;
  readonly allowsPartial: boolean;
  /** Letters that would decline do not, this time. */
  readonly ignoresAvs: boolean;
  readonly ignoresCvv: boolean;
}

/** A bank account that was sent, or the one behind a token; and what was said of the entry. */
export interface BankSource {
  readonly sent: BankAccount | undefined;
  /** Where it was said; a reissue keeps the original's otherwise. */
  readonly accountType: BankAccountType | undefined;
  /** Of a reissue. */
  readonly tokenId: string | undefined;
  /** Undefined where nothing was sent, or the account's default was asked for. */
  readonly secCode: SecCode | undefined;
  /** Whether the bank account is to be verified, where the request says so. */
  readonly validates: boolean | undefined;
}

export interface BankPayment extends AnyRequest {
  readonly type: "SALE" | "CREDIT" | "STORE";
  readonly amount: Cents;
  readonly bank: BankSource;
}

export type NewPayment = CardPayment | BankPayment;

interface AnyChange extends AnyRequest {
  readonly originalId: string;
  /** Where it was said: what the original must have been paid with. */
  readonly tender?: TenderType | undefined;
}

export interface Capture extends AnyChange {
  readonly type: "CAPTURE";
  readonly amount: Cents;
}

export interface Refund extends AnyChange {
  readonly type: "REFUND";
  /** Undefined: all that is left. */
  readonly amount: Cents | undefined;
}

export interface Reversal extends AnyChange {
  readonly type: "REVERSAL";
  /** Undefined: whatever it was. Any other than that is a mistake. */
  readonly amount: Cents | undefined;
}

export interface BatchClose extends AnyRequest {
  readonly type: "SETTLE-BATCH";
}

export type Change = Capture | Refund | Reversal;
export type PaymentRequest = NewPayment | Change | BatchClose;
