/** A hosted payment form: its amounts, payment methods and other settings, without its secret. */
import type { SecCode } from "../../values/bank.ts";
import type { Cents } from "../../values/money.ts";

export const PAYMENT_METHODS = ["card", "ach"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export type FormAmounts =
  | { readonly kind: "fixed"; readonly amountCents: Cents }
  | { readonly kind: "chosen"; readonly choicesCents: readonly Cents[] }
  /** The customer enters it; both limits are included. */
  | { readonly kind: "free"; readonly minCents: Cents; readonly maxCents: Cents };

/** The settings that a merchant may change. */
export interface FormSettings {
  readonly title: string;
  readonly methods: readonly PaymentMethod[];
  readonly amounts: FormAmounts;
  /** For its ACH entries. Null: the account's default. */
  readonly achSecCode: SecCode | null;
  /** Names of fields whose values go to the transaction, its webhooks and reports. */
  readonly reportableFields: readonly string[];
  /** The address that the customer can return to, with the signed result. */
  readonly returnUrl: string | null;
  /** Origins whose pages may show the form in a frame. */
  readonly frameAncestors: readonly string[];
  readonly sendsCustomerReceipt: boolean;
  readonly sendsMerchantReceipt: boolean;
}

export interface PaymentForm extends FormSettings {
  readonly accountId: string;
  /** The last part of its address. It cannot change, because the address may be printed. */
  readonly name: string;
  readonly isActive: boolean;
  readonly hasReturnSecret: boolean;
}

/** The largest amount of a payment. */
export const AMOUNT_MAX_CENTS = 99_999_999 as Cents;
const AMOUNT_MIN_CENTS = 1 as Cents;

/** The settings of a new form. */
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
