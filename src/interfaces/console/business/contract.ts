/** What a merchant's screens about its business and their interface tell each other: types only. */

import type { PosRole } from "../../../core/pos/users/pos-user.ts";
import type { Preset } from "../../../core/reports/presets.ts";
import type { WebhookEvent } from "../contract.ts";

/** A part of a report's question. Each is text, as it was typed; so an address can carry them all. */
export type ReportPart =
  | "dateKind"
  | "preset"
  | "startDate"
  | "endDate"
  | "day"
  | "status"
  | "tenderType"
  | "amount"
  | "amountMin"
  | "amountMax"
  | "name"
  | "cashier"
  | "customId"
  | "group"
  | "transactionId"
  | "subAccounts"
  | "columns"
  | "formFields";

export type ReportQuestion = Readonly<Partial<Record<ReportPart, string>>>;

/** The date that days are about: of the payment, its batch, the network's word, the settlement. */
export type DateKind = "transaction" | "batch" | "action" | "settled";
export type ReportFormatName = "CSV" | "JSON" | "XML";

export interface ReportChoices {
  readonly columns: readonly {
    readonly name: string;
    /** Shown where nobody chose. */
    readonly isUsual: boolean;
  }[];
  /** What payment forms ask customers for, and reports can show. */
  readonly formFields: readonly string[];
  readonly presets: readonly {
    readonly name: Preset;
    /** YYYY-MM-DD, as of now. */
    readonly first: string;
    readonly last: string;
  }[];
  /** Of agents alone. */
  readonly subAccounts?: readonly { readonly id: string; readonly name: string }[];
  readonly timeZone: string;
  /** Days of batches are this zone's, whoever asks. */
  readonly batchZone: string;
  /** How many reports may run at once for the account. */
  readonly atOnce: number;
}

export type Cell = string | number | boolean;

export interface ReportPreview {
  readonly columns: readonly { readonly name: string; readonly kind: "text" | "number" | "flag" }[];
  readonly rows: readonly (readonly Cell[])[];
  /** There is more than is shown. */
  readonly hasMore: boolean;
}

export interface SavedReport {
  readonly id: string;
  readonly name: string;
  readonly question: ReportQuestion;
  readonly savedBy: string;
  readonly updatedAt: string;
}

export interface Verification {
  /** Only operators switch it. */
  readonly isEnabled: boolean;
  readonly secCodes: readonly string[];
  /** Absent: every transaction. */
  readonly frequencyDays?: number;
  readonly coversRecurring: boolean;
  readonly coversReissue: boolean;
  readonly whenUnavailable: "decline" | "accept";
  /** What there is to choose from. */
  readonly choices: {
    readonly secCodes: readonly string[];
    /** It is always among them. */
    readonly fixedSecCode: string;
    readonly frequencyStepDays: number;
    readonly frequencyMaxDays: number;
    /** The code of a payment that names none. */
    readonly defaultSecCode: string;
  };
}

/** Nothing to verify: the account has no ACH processor. */
export interface VerificationView {
  readonly verification?: Verification;
}

export interface Webhook {
  readonly url: string;
  readonly isOn: boolean;
  /** Absent: all. */
  readonly events?: readonly string[];
  readonly switchedOffAt?: string;
  readonly switchedOffWhy?: string;
  /** While the secret before this one signs as well. */
  readonly previousSecretUntil?: string;
  readonly updatedAt: string;
}

export interface WebhookView {
  readonly webhook?: Webhook;
  readonly events: readonly WebhookEvent[];
  readonly allowsHttp: boolean;
}

/** With a secret, where one was made: it is shown this once. */
export interface WebhookSaved extends WebhookView {
  readonly secret?: string;
}

export type DeliveryState = "waiting" | "delivered" | "set_aside";

export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly transactionId?: string;
  readonly state: DeliveryState;
  readonly createdAt: string;
  /** When it is tried next, while it waits. */
  readonly dueAt: string;
  readonly tries: number;
  readonly deliveredAt?: string;
  readonly setAsideAt?: string;
  readonly setAsideWhy?: string;
}

export interface DeliveryDetails extends Delivery {
  /** JSON text. */
  readonly payload: string;
  readonly attempts: readonly {
    readonly at: string;
    readonly durationMs: number;
    readonly outcome: string;
    readonly status?: number;
    readonly failure?: string;
    readonly answer?: string;
  }[];
}

export interface AccessKey {
  /** A name that tells nothing about the key. */
  readonly id: string;
  readonly createdAt: string;
  /** Absent: until it is replaced. */
  readonly expiresAt?: string;
}

export interface AccessKeys {
  readonly accountId: string;
  readonly keys: readonly AccessKey[];
}

/** It is shown this once. */
export interface NewAccessKey extends AccessKeys {
  readonly accessKey: string;
}

export interface PosPerson {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: PosRole;
  readonly isActive: boolean;
  /** False until the invitation is answered. */
  readonly hasPassword: boolean;
  /** Until when a link that was sent is good. */
  readonly linkUntil?: string;
  readonly seenAt?: string;
  readonly createdAt: string;
  /** Whoever is looking. */
  readonly isYou: boolean;
}

export interface AccountView {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly receiptEmail?: string;
  readonly isTaxedBeforeDiscount: boolean;
  readonly currency: string;
  readonly createdAt: string;
  readonly isAgent: boolean;
  readonly parentId?: string;
  /** What operators have set: shown, and changed by them. */
  readonly terms: {
    readonly takesCards: boolean;
    readonly takesAch: boolean;
    readonly achSecCode: string;
    readonly allowsCredit: boolean;
    readonly authorizationDays: number;
    readonly declinesAvs: string;
    readonly declinesCvv: string;
    readonly amountMaxCents: number;
    readonly reportsAtOnce: number;
    readonly requestsPerSecond: number;
  };
}

export interface FormSettings {
  readonly title: string;
  readonly methods: readonly ("card" | "ach")[];
  readonly amounts:
    | { readonly kind: "fixed"; readonly amountCents: number }
    | { readonly kind: "chosen"; readonly choicesCents: readonly number[] }
    | { readonly kind: "free"; readonly minCents: number; readonly maxCents: number };
  /** Absent: the account's own default. */
  readonly achSecCode?: string;
  readonly reportableFields: readonly string[];
  readonly returnUrl?: string;
  readonly frameAncestors: readonly string[];
  readonly sendsCustomerReceipt: boolean;
  readonly sendsMerchantReceipt: boolean;
}

export interface FormView extends FormSettings {
  /** The last part of its address, for good. */
  readonly name: string;
  readonly isActive: boolean;
  readonly hasReturnSecret: boolean;
  readonly address: string;
}

/** With a secret, where one was made: it is shown this once. */
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
  /** Where the merchant's own receipts go. */
  readonly receiptEmail?: string;
}
