/** What a payment is told: a card or a bank account, an amount, the customer and further details. */
import type {
  BANK_ACCOUNT_NAMES,
  CARD_NAMES,
  CUSTOMER_NAMES,
  DETAIL_NAMES,
  PaymentForm,
} from "./payment-names.ts";

/** Flags are booleans outside and "1" or "0" on the wire. */
type Value<Wire> = string extends Wire ? string : "1" extends Wire ? boolean : Wire;

type Values<Table extends Readonly<Record<string, keyof PaymentForm>>> = {
  readonly [K in keyof Table]: Value<NonNullable<PaymentForm[Table[K]]>>;
};

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };
type Some<T, Required extends keyof T, May extends keyof T = never> = Pick<T, Required> &
  Optional<Pick<T, May>>;

type CardValues = Values<typeof CARD_NAMES>;
type BankValues = Values<typeof BANK_ACCOUNT_NAMES>;
type Details = Values<typeof DETAIL_NAMES>;

export type Card =
  | Some<CardValues, "number" | "expiration", "verification">
  | Some<CardValues, "tracks">
  | Some<CardValues, "payload" | "deviceType", "deviceSerial" | "ksn">
  | Some<CardValues, "token", "expiration" | "verification">;

type BankAccountRules = "accountType" | "secCode" | "checkNumber" | "verify";
export type BankAccount =
  | Some<BankValues, "routingNumber" | "accountNumber", BankAccountRules>
  | Some<BankValues, "token", BankAccountRules>;

export type Customer = Optional<Values<typeof CUSTOMER_NAMES>>;

/** Exactly one of them. */
export type Source =
  | { readonly card: Card; readonly bankAccount?: undefined }
  | { readonly bankAccount: BankAccount; readonly card?: undefined };

type CommonDetails = Optional<Omit<Details, "amount" | "authorizationCode">> & {
  readonly customer?: Customer | undefined;
};

export type SaleInput = Source & Pick<Details, "amount"> & CommonDetails;
export type AuthorizeInput = { readonly card: Card } & Pick<Details, "amount"> & CommonDetails;
export type CreditInput = SaleInput;
export type ForceInput = AuthorizeInput & Pick<Details, "authorizationCode">;
export type StoreInput = Source & CommonDetails;

/** Level 2 and restaurant data. */
type PurchaseDetail =
  | "tax"
  | "destinationZip"
  | "orderId"
  | "merchantReference"
  | "serverId"
  | "gratuity";

/** A change of an earlier payment, named by its id. */
type ChangeDetails = Optional<
  Pick<Details, "customId" | "customData" | "cashier" | "description" | "group">
> &
  Optional<Pick<Details, PurchaseDetail>> &
  Optional<Pick<Details, "sendCustomerReceipt" | "sendMerchantReceipt">> & {
    readonly customer?: Customer | undefined;
  };

/** Without an amount, everything that is left is refunded. */
export type RefundInput = ChangeDetails &
  Optional<Pick<Details, "id">> &
  Partial<Pick<Details, "amount">>;
export type ReverseInput = RefundInput;

export type CaptureInput = ChangeDetails & Pick<Details, "amount"> & KeyInput;

export interface KeyInput {
  /** A key of your own that is unique in the account. If it is absent, the client creates one. */
  readonly idempotencyKey?: string | undefined;
}
