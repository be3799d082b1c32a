/** The names of the point-of-sale API, and its records with the client's names. */
import type { LeftOver, Renamed } from "../wire/names.ts";
import type { FormBody, JsonAnswer, MustBeNever, Query } from "../wire/wire-types.ts";

export const POS_NAMES = {
  accountId: "account_id",
  canonicalId: "canonical_id",
  cardBrand: "card_brand",
  cardToken: "token",
  categoryId: "category_id",
  createdAt: "created_at",
  customerEmail: "customer_email",
  endDate: "end_date",
  firstName: "first_name",
  isActive: "is_active",
  isRefunded: "is_refunded",
  itemId: "item_id",
  lastName: "last_name",
  lines: "line_items",
  maxTotal: "max_total",
  merchantEmail: "merchant_email",
  minTotal: "min_total",
  oldPassword: "old_password",
  paymentMethod: "payment_method",
  photoUrl: "photo_url",
  receiptEmail: "receipt_email",
  startDate: "start_date",
  taxBeforeDiscount: "tax_before_discount",
  taxRateId: "tax_rate_id",
  taxRateIds: "tax_rate_ids",
  timeZone: "time_zone",
  transactionId: "transaction_id",
  updatedAt: "updated_at",
  userId: "user_id",
} as const;

type Names = typeof POS_NAMES;
type Own<T> = Renamed<T, Names>;
/** A photo is a file: JPEG, PNG or WebP. */
type WithPhoto<T> = Readonly<Omit<T, "photo"> & { photo?: Blob }>;

export type PosUser = Own<JsonAnswer<"/api/json/users/{id}/">>;
export type PosUserInput = Own<FormBody<"/api/json/users/">>;
export type Category = Own<JsonAnswer<"/api/json/categories/{id}/">>;
export type CategoryInput = Own<FormBody<"/api/json/categories/">>;
export type TaxRate = Own<JsonAnswer<"/api/json/tax-rates/{id}/">>;
export type TaxRateInput = Own<FormBody<"/api/json/tax-rates/">>;
export type Item = Own<JsonAnswer<"/api/json/items/{id}/">>;
export type ItemInput = WithPhoto<Own<FormBody<"/api/json/items/">>>;
export type PosAccount = Own<JsonAnswer<"/api/json/account">>;
export type PosAccountInput = Own<FormBody<"/api/json/account">>;
export type Sale = Own<JsonAnswer<"/api/json/transactions/{id}/">>;
export type SaleFilters = Own<Omit<Query<"/api/json/transactions/">, "page" | "per_page">>;

type SaleForm = FormBody<"/api/json/transactions/">;
type LineForm = {
  [K in keyof SaleForm as K extends `line_items[0][${infer Name}]` ? Name : never]: SaleForm[K];
};
type HeadForm = {
  [K in keyof SaleForm as K extends `line_items[${string}` ? never : K]: SaleForm[K];
};

/** A catalog item (itemId or canonicalId), or a line of your own (name and price). */
export type LineInput = WithPhoto<Own<LineForm>>;
export type NewSale = Own<HeadForm> & { readonly lines: readonly LineInput[] };

type RefundForm = FormBody<"/api/json/transactions/{id}/refund/">;
/** Without amount and lines, everything that is left is refunded. */
export interface SaleRefund {
  readonly amount?: NonNullable<RefundForm["refund_amount"]>;
  /** The ids of lines. */
  readonly lines?: NonNullable<RefundForm["line_items[]"]>;
}

type Wire =
  | JsonAnswer<"/api/json/users/{id}/">
  | JsonAnswer<"/api/json/items/{id}/">
  | JsonAnswer<"/api/json/account">
  | JsonAnswer<"/api/json/transactions/{id}/">
  | FormBody<"/api/json/users/">
  | FormBody<"/api/json/items/">
  | FormBody<"/api/json/account">
  | LineForm
  | HeadForm;

/** Does not compile if the document has a name that the client does not know. */
export type EveryNameIsKnown = MustBeNever<LeftOver<Wire, Names>>;
