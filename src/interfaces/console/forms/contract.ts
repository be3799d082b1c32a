/** Types shared by the screens of payment forms and their API. */

export interface FormSettings {
  readonly title: string;
  readonly methods: readonly ("card" | "ach")[];
  readonly amounts:
    | { readonly kind: "fixed"; readonly amountCents: number }
    | { readonly kind: "chosen"; readonly choicesCents: readonly number[] }
    | { readonly kind: "free"; readonly minCents: number; readonly maxCents: number };
  /** Absent for the account's default. */
  readonly achSecCode?: string;
  readonly reportableFields: readonly string[];
  readonly returnUrl?: string;
  readonly frameAncestors: readonly string[];
  readonly sendsCustomerReceipt: boolean;
  readonly sendsMerchantReceipt: boolean;
}

export interface FormView extends FormSettings {
  /** The last part of its address. It never changes. */
  readonly name: string;
  readonly isActive: boolean;
  readonly hasReturnSecret: boolean;
  readonly address: string;
}

/** Includes a new secret, which is shown only once. */
export interface FormSaved {
  readonly form: FormView;
  readonly returnSecret?: string;
}

export interface FormChoices {
  readonly takesCards: boolean;
  readonly takesAch: boolean;
  readonly secCodes: readonly string[];
  readonly defaultSecCode: string;
  readonly amountMaxCents: number;
  /** The address for the merchant's receipt copies. */
  readonly receiptEmail?: string;
}

/** The look of all payment forms of the account. */
export interface FormBrandView {
  /** As in CSS: "#11615b". Absent: the default. */
  readonly color?: string;
  /** Absent: "Pay". */
  readonly buttonText?: string;
  readonly logo?: {
    readonly hash: string;
    readonly width: number;
    readonly height: number;
    readonly url: string;
  };
  readonly defaultColor: string;
  readonly buttonTextMax: number;
  readonly logoBytesMax: number;
}

export type ColorCheck =
  | { readonly isAllowed: true }
  | {
      readonly isAllowed: false;
      readonly message: string;
      /** The same color, dark enough. Absent if the text is not a color. */
      readonly nearest?: string;
    };
