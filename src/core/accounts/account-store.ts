/** Finds accounts by API key, for logins, and by id. */
import type { Database } from "../../db/database.ts";
import type { HostMerchant } from "../../ports/processor.ts";
import type { SecCode } from "../../values/bank.ts";
import { namedCardHost } from "../card-hosts/card-host-names.ts";

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly isAgent: boolean;
  readonly cardProcessor: string | undefined;
  /** The named card host that gets its orders. Undefined: the one of the settings, or the simulator. */
  readonly cardHost?: string | undefined;
  readonly hostMerchant?: HostMerchant | undefined;
  readonly achProcessor: string | undefined;
  /** The SEC code of ACH requests without one. */
  readonly achSecCode: SecCode;
  /** ACH entries go out on the same day if the bank has a window for it. */
  readonly achSameDay?: boolean | undefined;
  /** A stored bank account is checked by an entry of zero dollars. */
  readonly achPrenotes?: boolean | undefined;
  /** New debits are refused while a return rate is above its limit. */
  readonly achReturnStop?: boolean | undefined;
  /** Credits without an earlier sale are allowed. */
  readonly allowsCredit: boolean;
  /** ACH credits by the token of a sale are not tied to it. */
  readonly allowsFreeCredit: boolean;
  /** Credits without a sale above this amount wait for an operator. Undefined: none does. */
  readonly creditApprovalCents?: number | undefined;
  /** Result codes that turn an approval into a decline. */
  readonly declinesAvs: string;
  readonly declinesCvv: string;
  /** How many days an authorization can be captured. */
  readonly authorizationDays: number;
  /** How long the same payment again is refused as a duplicate. 0: never. */
  readonly duplicateMinutes: number;
  readonly receiptEmail: string | undefined;
  /** The partner that manages the account's terminals. */
  readonly partnerId?: string | undefined;
  /** Whether it has an enabled webhook. */
  readonly hasWebhook: boolean;
}

/** An account that was found by one of its keys. */
export interface KeyedAccount {
  readonly account: Account;
  /** Undefined: the key does not expire. */
  readonly keyExpiresAt: Temporal.Instant | undefined;
}

/** A stored key. */
export interface SealedKey {
  readonly digest: Uint8Array;
  readonly sealed: Uint8Array;
}

/** A new key. Its first and last characters are stored in clear, so that people can recognize it. */
export interface NewSealedKey extends SealedKey {
  readonly startsWith: string;
  readonly endsWith: string;
}

interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly time_zone: string;
  readonly currency: string;
  readonly is_agent: boolean;
  readonly card_processor: string | null;
  readonly card_merchant_id: string | null;
  readonly card_terminal_id: string | null;
  readonly card_category_code: string | null;
  readonly ach_processor: string | null;
  readonly ach_default_sec_code: SecCode;
  readonly ach_same_day: boolean;
  readonly ach_prenotes: boolean;
  readonly ach_return_stop: boolean;
  readonly allows_credit: boolean;
  readonly allows_free_credit: boolean;
  readonly credit_approval_cents: number | null;
  readonly declines_avs: string;
  readonly declines_cvv: string;
  readonly authorization_days: number;
  readonly duplicate_minutes: number;
  readonly receipt_email: string | null;
  readonly partner_id: string | null;
  readonly has_webhook: boolean;
}

type KeyedRow = AccountRow & { readonly expires_at: Temporal.Instant | null };

export class AccountStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Finds the active account with a valid key of this digest. */
  async findByKey(
    id: string,
    keyDigest: Uint8Array,
    now: Temporal.Instant,
  ): Promise<KeyedAccount | undefined> {
    const [row] = await this.#db.rows<KeyedRow>`
      select id, name, time_zone, currency, is_agent, card_processor, card_merchant_id,
        card_terminal_id, card_category_code, ach_processor, ach_default_sec_code, ach_same_day,
        ach_prenotes, ach_return_stop, allows_credit, allows_free_credit,
        credit_approval_cents::float8, declines_avs,
        declines_cvv, authorization_days, duplicate_minutes, receipt_email, partner_id,
        exists (select from all_webhook_endpoints endpoint
          where endpoint.account_id = id and is_on) as has_webhook,
        expires_at
      from accounts join account_keys key on key.account_id = id
      where id = ${id} and is_active and digest = ${keyDigest}
        and (expires_at is null or expires_at > ${now})`;
    return row && { account: toAccount(row), keyExpiresAt: row.expires_at ?? undefined };
  }

  /** Finds enabled and disabled accounts. */
  async findAccount(id: string): Promise<Account | undefined> {
    const [row] = await this.#db.rows<AccountRow>`
      select id, name, time_zone, currency, is_agent, card_processor, card_merchant_id,
        card_terminal_id, card_category_code, ach_processor, ach_default_sec_code, ach_same_day,
        ach_prenotes, ach_return_stop, allows_credit, allows_free_credit,
        credit_approval_cents::float8, declines_avs,
        declines_cvv, authorization_days, duplicate_minutes, receipt_email,
        exists (select from all_webhook_endpoints endpoint
          where endpoint.account_id = id and is_on) as has_webhook
      from accounts where id = ${id}`;
    return row && toAccount(row);
  }

  /** The valid keys of an active account. None for a disabled account. */
  async findGoodKeys(id: string, now: Temporal.Instant): Promise<readonly SealedKey[]> {
    return this.#db.rows<SealedKey>`
      select digest, sealed from accounts join account_keys on account_id = id
      where id = ${id} and is_active and (expires_at is null or expires_at > ${now})`;
  }
}

function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    timeZone: row.time_zone,
    currency: row.currency,
    isAgent: row.is_agent,
    cardProcessor: row.card_processor ?? undefined,
    cardHost: namedCardHost(row.card_processor),
    hostMerchant: toHostMerchant(row),
    achProcessor: row.ach_processor ?? undefined,
    achSecCode: row.ach_default_sec_code,
    achSameDay: row.ach_same_day,
    achPrenotes: row.ach_prenotes,
    achReturnStop: row.ach_return_stop,
    allowsCredit: row.allows_credit,
    allowsFreeCredit: row.allows_free_credit,
    creditApprovalCents: row.credit_approval_cents ?? undefined,
    declinesAvs: row.declines_avs,
    declinesCvv: row.declines_cvv,
    authorizationDays: row.authorization_days,
    duplicateMinutes: row.duplicate_minutes,
    receiptEmail: row.receipt_email ?? undefined,
    partnerId: row.partner_id ?? undefined,
    hasWebhook: row.has_webhook,
  };
}

function toHostMerchant(row: AccountRow): HostMerchant | undefined {
  const { card_merchant_id, card_terminal_id, card_category_code } = row;
  if (card_merchant_id === null || card_terminal_id === null) return undefined;
  return {
    merchantId: card_merchant_id,
    terminalId: card_terminal_id,
    categoryCode: card_category_code ?? NO_CATEGORY,
  };
}

/** For hosts that know the category from the merchant's number. */
const NO_CATEGORY = "0000";
