/** A hosted payment form: what a merchant lets customers pay, and how. Its secret is not in it. */
import type { SecCode } from "../../values/bank.ts";
import type { Cents } from "../../values/money.ts";

export const PAYMENT_METHODS = ["card", "ach"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export type FormAmounts =
  | { readonly kind: "fixed"; readonly amountCents: Cents }
  | { readonly kind: "chosen"; readonly choicesCents: readonly Cents[] }
  /** The customer writes it; both bounds are included. */
  | { readonly kind: "free"; readonly minCents: Cents; readonly maxCents: Cents };

/** What a merchant sets, and may change. */
export interface FormSettings {
  readonly title: string;
  readonly methods: readonly PaymentMethod[];
  readonly amounts: FormAmounts;
  /** Of its ACH entries; null: the account's own default. */
  readonly achSecCode: SecCode | null;
  /** Names of fields whose values go to the transaction, its webhooks and reports. */
  readonly reportableFields: readonly string[];
  /** Where a customer may go with the signed result. */
  readonly returnUrl: string | null;
  /** Origins whose pages may show the form in a frame. */
  readonly frameAncestors: readonly string[];
  readonly sendsCustomerReceipt: boolean;
  readonly sendsMerchantReceipt: boolean;
}

export interface PaymentForm extends FormSettings {
  readonly accountId: string;
  /** The last part of its address. It stays as it is: the address may be on paper. */
  readonly name: string;
  readonly isActive: boolean;
  readonly hasReturnSecret: boolean;
}

/** The most that one payment may be. */
export const AMOUNT_MAX_CENTS = 99_999_999 as Cents;
const AMOUNT_MIN_CENTS = 1 as Cents;

/** A new form, where its maker says nothing else. */
export const DEFAULT_FORM_SETTINGS: Omit<FormSettings, "title"> = {
  methods: ["card"],
  amounts: { kind: "free", minCents: AMOUNT_MIN_CENTS, maxCents: AMOUNT_MAX_CENTS },
  achSecCode: null,
  reportableFields: [],
  returnUrl: null,
  frameAncestors: [],
  sendsCustomerReceipt: true,
  sendsMerchantReceipt: false,
};
