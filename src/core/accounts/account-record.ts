/** An account as operators see it: all settings, no secrets. */

export interface AccountSettings {
  readonly name: string;
  readonly timeZone: string;
  readonly isAgent: boolean;
  /** The agent that the account belongs to. */
  readonly parentId: string | null;
  readonly receiptEmail: string | null;
  /** The simulator, the card host of the settings ("host"), or a named card host. */
  readonly cardProcessor: string | null;
  /** What the acquirer of the card host gave the merchant. */
  readonly cardMerchantId: string | null;
  readonly cardTerminalId: string | null;
  /** Four digits: the kind of business. */
  readonly cardCategoryCode: string | null;
  readonly achProcessor: string | null;
  /** The SEC code of requests without one. */
  readonly achSecCode: string;
  /** Entries go out on the same day if the bank has a window for it. */
  readonly achSameDay: boolean;
  /** CCD and PPD entries have an addenda record with the invoice or the description. */
  readonly achAddenda: boolean;
  /** A stored bank account is checked by an entry of zero dollars. */
  readonly achPrenotes: boolean;
  /** New debits are refused while a return rate is above its limit. */
  readonly achReturnStop: boolean;
  readonly allowsCredit: boolean;
  /** ACH credits by the token of a sale are not tied to it. */
  readonly allowsFreeCredit: boolean;
  /** Notifications of change replace the bank account of later entries. */
  readonly appliesAchChanges: boolean;
  /** Days after which a debit that was returned for lack of funds is presented again. 0: never. */
  readonly achRetryDays: number;
  /** Result codes that turn an approval into a decline. */
  readonly declinesAvs: string;
  readonly declinesCvv: string;
  readonly authorizationDays: number;
  /** How long the same payment again is refused as a duplicate. 0: never. */
  readonly duplicateMinutes: number;
  /** The partner that manages the account's terminals. */
  readonly partnerId: string | null;
  /** A second operator approves changes of its banks, of its credits and of this setting. */
  readonly dualControl: boolean;
  /** Credits without a sale above this amount wait for an operator. Null: none does. */
  readonly creditApprovalCents: number | null;
}

export interface AccountRecord extends AccountSettings {
  readonly id: string;
  /** The currency of all its payments, so it never changes. */
  readonly currency: string;
  readonly isActive: boolean;
  readonly createdAt: Temporal.Instant;
}

/** The names of settings in outcomes, including those that never change. */
export type SettingName = keyof AccountSettings | "id" | "currency";

/** The value is not allowed for this setting. */
export interface BadSetting {
  readonly kind: "bad_setting";
  readonly setting: SettingName;
}

export interface NotFound {
  readonly kind: "not_found";
}

/** The parent does not exist or is not an agent. */
export interface ParentNoAgent {
  readonly kind: "parent_no_agent";
}

const ID = /^0*([1-9][0-9]{0,11})$/;

/** Returns the account number without leading zeros, or undefined if it is not valid. */
export function readAccountId(text: string): string | undefined {
  return ID.exec(text)?.[1];
}
