/** Types shared by the operator screens and their API. */

export interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly isActive: boolean;
  readonly isAgent: boolean;
  readonly parentId: string | null;
  readonly parentName: string | null;
  readonly cardProcessor: string | null;
  readonly achProcessor: string | null;
  readonly createdAt: string;
}

/** All settings of an account. Null if a setting has no value. */
export interface AccountSettingsView {
  readonly name: string;
  readonly timeZone: string;
  readonly isAgent: boolean;
  readonly parentId: string | null;
  readonly receiptEmail: string | null;
  readonly cardProcessor: string | null;
  readonly achProcessor: string | null;
  readonly achSecCode: string;
  readonly allowsCredit: boolean;
  readonly declinesAvs: string;
  readonly declinesCvv: string;
  readonly authorizationDays: number;
  readonly partnerId: string | null;
}

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
  readonly account: AccountSettingsView & {
    readonly id: string;
    readonly currency: string;
    readonly isActive: boolean;
    readonly createdAt: string;
  };
  readonly parent?: { readonly id: string; readonly name: string };
  readonly partner?: { readonly id: string; readonly name: string; readonly reference: string };
  readonly subAccountCount: number;
  /** The active keys. The one without an expiration is last. */
  readonly keys: readonly AccessKeyRow[];
  readonly webhook?: AccountWebhookView;
}

export interface AccessKeyRow {
  readonly id: string;
  readonly endsWith: string | null;
  readonly createdAt: string;
  /** Null: valid until it is replaced. */
  readonly expiresAt: string | null;
}

export interface RotatedKey {
  readonly accessKey: string;
  /** Absent: existing keys have expired. */
  readonly previousUntil?: string;
}

export interface AccountWebhookView {
  readonly url: string;
  readonly isOn: boolean;
  readonly switchedOffAt?: string;
  readonly switchedOffWhy?: string;
  readonly updatedAt: string;
}

export interface SavedWebhook {
  readonly url: string;
  readonly isOn: boolean;
  /** Only for a new webhook. Shown only once. */
  readonly secret?: string;
}

export interface WebhookEventRow {
  readonly eventId: string;
  readonly event: string;
  readonly transactionId?: string;
  readonly state: "waiting" | "delivered" | "set_aside";
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

export interface PartnerRow {
  readonly id: string;
  readonly name: string;
  readonly reference: string;
  readonly isActive: boolean;
  readonly parentId: string | null;
  readonly parentName: string | null;
  readonly createdAt: string;
}

export interface PartnerDetail {
  readonly partner: PartnerRow;
  /** The name used by the parser. */
  readonly parserName: string;
  readonly allowList: readonly string[];
  /** Counts include all sub-partners. */
  readonly size: {
    readonly subPartners: number;
    readonly clients: number;
    readonly locations: number;
    readonly users: number;
    readonly devices: number;
  };
  readonly accountCount: number;
}

export interface CreatedPartner {
  readonly id: string;
  /** Shown only once. */
  readonly partnerKey: string;
}

export interface OperatorRow {
  readonly id: string;
  readonly userName: string;
  readonly isActive: boolean;
  readonly mustChangePassword: boolean;
  readonly hasAuthenticator: boolean;
  readonly createdAt: string;
  /** The current user. */
  readonly isYou: boolean;
}

export interface GivenPassword {
  readonly userName: string;
  /** Shown only once. */
  readonly password: string;
}

export interface BaseKeyRow {
  readonly name: string;
  readonly kind: string;
  /** Null: all key serial numbers (KSN) that no other key claims. */
  readonly ksi: string | null;
  readonly state: "pending" | "active" | "retired" | "abandoned";
  /** Of the first component while pending, then of the key. */
  readonly checkValue: string;
  readonly startedBy: string | null;
  readonly finishedBy: string | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly retiredAt: string | null;
  /** Devices whose payloads were decrypted with this key. */
  readonly devices: number;
  readonly lastUsedAt: string | null;
}

export interface BaseKeys {
  readonly items: readonly BaseKeyRow[];
  readonly kinds: readonly string[];
}
