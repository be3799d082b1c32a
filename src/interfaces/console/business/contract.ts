/** Types shared by the merchant business screens and their API. */

import type { PosUser } from "../../../core/pos/users/pos-user.ts";
import type { Preset } from "../../../core/reports/presets.ts";
import type { TypeTotals } from "../../../core/reports/run/report-store.ts";
import type { Frequency } from "../../../core/reports/schedules/schedule-times.ts";
import type { DeliveryState, WebhookAttempt, WebhookEvent } from "../contract.ts";

/** A report filter. All values are text as typed, so that an address can hold them. */
export type ReportFilterName =
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

export type ReportFilters = Readonly<Partial<Record<ReportFilterName, string>>>;

/** The date that the period refers to: payment, batch, ACH update or settlement. */
export type DateKind = "transaction" | "batch" | "action" | "settled";
export type ReportFormatName = "CSV" | "JSON" | "XML";

export interface ReportChoices {
  readonly columns: readonly {
    /** As in the files. */
    readonly name: string;
    readonly label: string;
    /** Shown by default. */
    readonly isUsual: boolean;
  }[];
  /** Fields that payment forms ask customers for. Reports can show them. */
  readonly formFields: readonly string[];
  readonly presets: readonly {
    readonly name: Preset;
    /** YYYY-MM-DD, as of now. */
    readonly first: string;
    readonly last: string;
  }[];
  /** For agents only. */
  readonly subAccounts?: readonly { readonly id: string; readonly name: string }[];
  readonly timeZone: string;
  /** The time zone of batch dates, for all accounts. */
  readonly batchZone: string;
  /** How many reports the account may run at the same time. */
  readonly atOnce: number;
}

export type Cell = string | number | boolean;

export interface ReportPreview {
  readonly columns: readonly {
    readonly name: string;
    readonly label: string;
    readonly kind: "text" | "number" | "flag";
  }[];
  readonly rows: readonly (readonly Cell[])[];
  /** There are more rows than shown. */
  readonly hasMore: boolean;
}

/** Sums of the whole report, by type of transaction. */
export interface ReportTotals {
  readonly totals: readonly TypeTotals[];
}

export type { TypeTotals };

/** A report that is sent by email, as a link. */
export interface ReportScheduleLine {
  readonly id: string;
  readonly name: string;
  readonly question: ReportFilters;
  readonly every: Frequency;
  /** In the account's time zone. */
  readonly hour: number;
  readonly recipient: string;
  readonly nextAt: string;
  readonly lastSentAt: string | null;
}

export type { Frequency };

/** What the link of such an email shows. */
export interface SentReportView {
  readonly name: string;
  /** With the days that it covers. */
  readonly question: ReportFilters;
  /** Of these days. */
  readonly timeZone: string;
  readonly sentAt: string;
  readonly expiresAt: string;
}

export interface SavedReport {
  readonly id: string;
  readonly name: string;
  readonly question: ReportFilters;
  readonly savedBy: string;
  readonly updatedAt: string;
}

export interface Verification {
  /** Only operators can change it. */
  readonly isEnabled: boolean;
  readonly secCodes: readonly string[];
  /** Absent: verify every transaction. */
  readonly frequencyDays?: number;
  readonly coversRecurring: boolean;
  readonly coversReissue: boolean;
  readonly whenUnavailable: "decline" | "accept";
  /** The available choices. */
  readonly choices: {
    readonly secCodes: readonly string[];
    /** Always included. */
    readonly fixedSecCode: string;
    readonly frequencyStepDays: number;
    readonly frequencyMaxDays: number;
    /** The SEC code of a payment without one. */
    readonly defaultSecCode: string;
  };
}

/** Absent if the account has no ACH processor. */
export interface VerificationView {
  readonly verification?: Verification;
}

/** A webhook endpoint. */
export interface Webhook {
  readonly number: number;
  readonly url: string;
  readonly isOn: boolean;
  /** Absent for all events. */
  readonly events?: readonly string[];
  readonly switchedOffAt?: string;
  readonly switchedOffWhy?: string;
  /** Until then, the previous secret signs as well. */
  readonly previousSecretUntil?: string;
  readonly updatedAt: string;
}

export interface WebhookView {
  /** In the order of their numbers. */
  readonly webhooks: readonly Webhook[];
  /** How many endpoints an account can have. */
  readonly endpointsMax: number;
  readonly events: readonly WebhookEvent[];
  readonly allowsHttp: boolean;
}

/** Includes a new secret, which is shown only once. */
export interface WebhookSaved extends WebhookView {
  readonly secret?: string;
}

export interface Delivery {
  readonly id: string;
  /** The id of the event, the same for every endpoint. */
  readonly webhookId: string;
  /** The number of the endpoint. */
  readonly endpoint: number;
  readonly event: string;
  readonly transactionId?: string;
  readonly state: DeliveryState;
  readonly createdAt: string;
  /** The next attempt, while the delivery is pending. */
  readonly dueAt: string;
  readonly tries: number;
  readonly deliveredAt?: string;
  readonly failedAt?: string;
  readonly failureReason?: string;
}

export interface DeliveryDetails extends Delivery {
  /** JSON text. */
  readonly payload: string;
  readonly attempts: readonly WebhookAttempt[];
}

export interface AccessKey {
  /** An identifier that reveals nothing about the key. */
  readonly id: string;
  /** The first characters, or the last ones of a key that was created before these were stored. */
  readonly shownAs: string;
  readonly name?: string;
  readonly createdAt: string;
  /** An email address, "Operator" or "Command line". */
  readonly createdBy?: string;
  /** To a few minutes. Absent: not used yet. */
  readonly usedAt?: string;
  /** Absent: valid until it is replaced. */
  readonly expiresAt?: string;
}

export interface AccessKeys {
  readonly accountId: string;
  readonly keys: readonly AccessKey[];
}

/** Shown only once. */
export interface NewAccessKey extends AccessKeys {
  readonly accessKey: string;
}

export interface MerchantUser
  extends Pick<PosUser, "id" | "email" | "firstName" | "lastName" | "role" | "isActive"> {
  /** False until the invitation is accepted. */
  readonly hasPassword: boolean;
  /** When the link that was sent expires. */
  readonly linkUntil?: string;
  readonly seenAt?: string;
  readonly createdAt: string;
  /** The current user. */
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
  /** Set by operators and read-only here. */
  readonly terms: {
    readonly takesCards: boolean;
    readonly takesAch: boolean;
    readonly achSecCode: string;
    readonly allowsCredit: boolean;
    readonly allowsFreeCredit: boolean;
    readonly appliesAchChanges: boolean;
    readonly achRetryDays: number;
    readonly authorizationDays: number;
    /** 0: duplicates are not refused. */
    readonly duplicateMinutes: number;
    readonly declinesAvs: string;
    readonly declinesCvv: string;
    readonly amountMaxCents: number;
    readonly reportsAtOnce: number;
    readonly requestsPerSecond: number;
  };
}
