/** Types shared by the operator screens and their API. */
import type { OperatorRole } from "../../../core/access/operator-role.ts";
import type { ListedAccount } from "../../../core/accounts/account-list-store.ts";
import type { AccountRecord, AccountSettings } from "../../../core/accounts/account-record.ts";
import type { Approval } from "../../../core/approvals/approval.ts";
import type { DirectoryEntry } from "../../../core/management/partners/partner-directory-store.ts";
import type { PartnerSize } from "../../../core/management/partners/partner-size-store.ts";
import type { BaseKeyEntry } from "../../../ports/key-custody.ts";
import type { AsJson } from "../as-json.ts";
import type { AccessKey } from "../business/contract.ts";
import type { DeliveryState } from "../contract.ts";

export type AccountRow = AsJson<ListedAccount>;

/** All settings of an account. Null if a setting has no value. */
export type AccountSettingsView = AccountSettings;

/** Empty text removes an optional value. */
export type AccountChanges = {
  readonly [Name in keyof AccountSettingsView]?: Exclude<AccountSettingsView[Name], null>;
};

export interface NewAccountForm extends AccountChanges {
  readonly name: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly isAgent: boolean;
  /** Absent: the next free number. */
  readonly id?: string;
}

export interface CreatedAccount {
  readonly id: string;
  /** Shown only once. */
  readonly accessKey: string;
}

export interface AccountDetail {
  readonly account: AsJson<AccountRecord>;
  readonly parent?: { readonly id: string; readonly name: string };
  readonly partner?: { readonly id: string; readonly name: string; readonly reference: string };
  readonly subAccountCount: number;
  /** The active keys. The one without an expiration is last. */
  readonly keys: readonly AccessKey[];
  /** The first endpoint. */
  readonly webhook?: AccountWebhookView;
  /** All endpoints, in the order of their numbers. */
  readonly webhooks: readonly AccountWebhookView[];
  /** In the answer to a change: a part of it waits for a second operator. */
  readonly isHeld?: boolean;
}

export type ApprovalLine = AsJson<Approval>;

export interface RotatedKey {
  readonly accessKey: string;
  /** Absent: existing keys have expired. */
  readonly previousUntil?: string;
}

export interface AccountWebhookView {
  readonly number: number;
  readonly url: string;
  readonly isOn: boolean;
  readonly switchedOffAt?: string;
  readonly switchedOffWhy?: string;
  readonly updatedAt: string;
}

export interface WebhookEventRow {
  readonly eventId: string;
  readonly event: string;
  readonly transactionId?: string;
  /** The number of the endpoint. */
  readonly endpoint: number;
  readonly state: DeliveryState;
  readonly createdAt: string;
  readonly tries: number;
}

export interface AccountVerificationView {
  readonly isEnabled: boolean;
  readonly secCodes: readonly string[];
  /** Days, or "every" for every transaction. */
  readonly frequency: string;
  readonly coversRecurring: boolean;
  readonly coversReissue: boolean;
  readonly whenUnavailable: string;
}

export interface AccountUser {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
  readonly isActive: boolean;
  readonly createdAt: string;
}

/** The choices for the account forms. */
export interface AccountChoices {
  readonly timeZones: readonly string[];
  readonly currencies: readonly string[];
  readonly cardProcessors: readonly string[];
  readonly achProcessors: readonly string[];
  readonly secCodes: readonly string[];
  readonly avsCodes: readonly string[];
  readonly cvvCodes: readonly string[];
  readonly frequencies: readonly string[];
}

export interface CardHostRow {
  readonly name: string;
  /** Every setting as text, as the form has it. */
  readonly settings: Readonly<Partial<Record<string, string>>>;
  /** Of the process that answers. Absent: it has not opened the host, or is not connected all the time. */
  readonly connections?: { readonly ready: number; readonly wanted: number } | undefined;
  readonly problem?: string | undefined;
}

export interface CardHostList {
  readonly items: readonly CardHostRow[];
}

export type PartnerRow = AsJson<DirectoryEntry>;

export interface PartnerDetail {
  readonly partner: PartnerRow;
  /** The name used by the parser. */
  readonly parserName: string;
  readonly allowList: readonly string[];
  /** Counts include all sub-partners. */
  readonly size: PartnerSize;
  readonly accountCount: number;
}

export interface CreatedPartner {
  readonly id: string;
  /** Shown only once. */
  readonly partnerKey: string;
}

export type { OperatorRole };

export interface OperatorRow {
  readonly id: string;
  readonly userName: string;
  readonly role: OperatorRole;
  readonly isActive: boolean;
  readonly mustChangePassword: boolean;
  readonly hasAuthenticator: boolean;
  readonly hasPasskeys: boolean;
  readonly createdAt: string;
  /** The current user. */
  readonly isYou: boolean;
}

export interface GivenPassword {
  readonly userName: string;
  /** Shown only once. */
  readonly password: string;
}

export interface BaseKeyRow extends AsJson<BaseKeyEntry> {
  /** Devices whose payloads were decrypted with this key. */
  readonly devices: number;
  readonly lastUsedAt: string | null;
}

export interface BaseKeys {
  readonly items: readonly BaseKeyRow[];
  readonly kinds: readonly string[];
}
