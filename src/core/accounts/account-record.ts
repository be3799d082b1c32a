/** An account as those who run the installation see it: every setting of it, and none of its secrets. */

export interface AccountSettings {
  readonly name: string;
  readonly timeZone: string;
  readonly isAgent: boolean;
  /** The agent that it is below. */
  readonly parentId: string | null;
  readonly receiptEmail: string | null;
  readonly cardProcessor: string | null;
  readonly achProcessor: string | null;
  /** For requests that name no code. */
  readonly achSecCode: string;
  readonly allowsCredit: boolean;
  /** Letters that turn an approval into a decline. */
  readonly declinesAvs: string;
  readonly declinesCvv: string;
  readonly authorizationDays: number;
  /** The partner under which its terminals are known. */
  readonly partnerId: string | null;
}

export interface AccountRecord extends AccountSettings {
  readonly id: string;
  /** Its payments are in it, so it never changes. */
  readonly currency: string;
  readonly isActive: boolean;
  readonly createdAt: Temporal.Instant;
}

/** What a setting is called in outcomes: those of every account, and those that never change. */
export type SettingName = keyof AccountSettings | "id" | "currency";

/** The value is not one that the setting can have here. */
export interface BadSetting {
  readonly kind: "bad_setting";
  readonly setting: SettingName;
}

export interface NotFound {
  readonly kind: "not_found";
}

/** The account above is not there, or is no agent. */
export interface ParentNoAgent {
  readonly kind: "parent_no_agent";
}

const ID = /^0*([1-9][0-9]{0,11})$/;

/** The number as it is kept, without leading zeros. */
export function readAccountId(text: string): string | undefined {
  return ID.exec(text)?.[1];
}
