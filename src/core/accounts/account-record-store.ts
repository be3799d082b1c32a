/** Reads and changes accounts for operators. The rules are in create-account and update-account. */
import type { Database } from "../../db/database.ts";
import { allConditions, type Sql, sql } from "../../db/sql.ts";
import type { CardHostKind } from "../../ports/card-host-settings.ts";
import type { AccountRecord, AccountSettings } from "./account-record.ts";

export interface AccountFilter {
  /** Only accounts of this agent. */
  readonly parentId?: string | undefined;
  /** The id of the last account of the previous page. */
  readonly after?: string | undefined;
  readonly take: number;
}

export type NewRecord = AccountSettings & Pick<AccountRecord, "id" | "currency">;

const TAKE_MAX = 500;
const SUB_ACCOUNTS_MAX = 5_000;
/** The first id that is given automatically. */
const FIRST_ID = "120000000001";
/** The error for each constraint on an account's references. */
const LINK_ERRORS: Readonly<Record<string, LinkError>> = {
  accounts_parent_is_agent: "parent_no_agent",
  accounts_parent_id_fkey: "parent_no_agent",
  accounts_partner_id_fkey: "no_partner",
};

export type LinkError = "parent_no_agent" | "no_partner";

const COLUMNS = sql`id, name, time_zone as "timeZone", currency, is_active as "isActive",
  is_agent as "isAgent", parent_id as "parentId", receipt_email as "receiptEmail",
  card_processor as "cardProcessor", card_merchant_id as "cardMerchantId",
  card_terminal_id as "cardTerminalId", card_category_code as "cardCategoryCode",
  ach_processor as "achProcessor",
  ach_default_sec_code as "achSecCode", ach_same_day as "achSameDay",
  ach_addenda as "achAddenda", ach_prenotes as "achPrenotes",
  ach_return_stop as "achReturnStop", allows_credit as "allowsCredit",
  allows_free_credit as "allowsFreeCredit",
  applies_ach_changes as "appliesAchChanges", ach_retry_days as "achRetryDays",
  declines_avs as "declinesAvs", declines_cvv as "declinesCvv",
  authorization_days as "authorizationDays", duplicate_minutes as "duplicateMinutes",
  partner_id as "partnerId", dual_control as "dualControl",
  credit_approval_cents::float8 as "creditApprovalCents", created_at as "createdAt"`;

/**
 * After a LinkError the transaction has failed: nothing of it is stored.
 */
export class AccountRecordStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async findAccount(id: string): Promise<AccountRecord | undefined> {
    const [row] = await this.#db.rows<AccountRecord>`
      select ${COLUMNS} from accounts where id = ${id}`;
    return row;
  }

  /** Locks the account against other changes until the transaction ends. Payments continue. */
  async lockAccount(id: string): Promise<AccountRecord | undefined> {
    const [row] = await this.#db.rows<AccountRecord>`
      select ${COLUMNS} from accounts where id = ${id} for no key update`;
    return row;
  }

  /** One page, sorted by id. */
  async listAccounts(filter: AccountFilter): Promise<readonly AccountRecord[]> {
    return this.#db.rows<AccountRecord>`
      select ${COLUMNS} from accounts where ${allConditions(filterConditions(filter))}
      order by id limit ${Math.min(filter.take, TAKE_MAX)}`;
  }

  /** For pages that offer them in a list, sorted by id. */
  listSubAccounts(agentId: string): Promise<Pick<AccountRecord, "id" | "name">[]> {
    return this.#db.rows<Pick<AccountRecord, "id" | "name">>`
      select id, name from accounts where parent_id = ${agentId}
      order by id limit ${SUB_ACCOUNTS_MAX}`;
  }

  /** Whether the account is one of this agent's. */
  async isSubAccount(id: string, agentId: string): Promise<boolean> {
    const rows = await this.#db.rows`
      select from accounts parent join accounts below on below.parent_id = parent.id
      where below.id = ${id} and parent.id = ${agentId} and parent.is_agent`;
    return rows.length > 0;
  }

  async countSubAccounts(id: string): Promise<number> {
    const [row] = await this.#db.rows<{ below: number }>`
      select count(*)::integer as below from accounts where parent_id = ${id}`;
    return row?.below ?? 0;
  }

  /** Undefined: all ids are taken. Accounts are never deleted, so a free id was never used. */
  async nextFreeId(): Promise<string | undefined> {
    const [row] = await this.#db.rows<{ id: string }>`
      select candidate as id
      from (
        select ${FIRST_ID}::bigint as candidate
        union all
        select id + 1 from accounts where id >= ${FIRST_ID} and id < 999999999999) free
      where not exists (select from accounts where id = candidate)
      order by candidate limit 1`;
    return row?.id;
  }

  async insertAccount(account: NewRecord): Promise<AccountRecord | "id_taken" | LinkError> {
    return orLinkError(async () => {
      const [row] = await this.#db.rows<AccountRecord>`
        insert into accounts (id, name, time_zone, currency, is_agent, parent_id, receipt_email,
          card_processor, card_merchant_id, card_terminal_id, card_category_code, ach_processor,
          ach_default_sec_code, ach_same_day, ach_addenda, ach_prenotes, ach_return_stop,
          allows_credit, allows_free_credit, applies_ach_changes, ach_retry_days, declines_avs,
          declines_cvv, authorization_days, duplicate_minutes,
          partner_id, dual_control, credit_approval_cents)
        values (${account.id}, ${account.name}, ${account.timeZone}, ${account.currency},
          ${account.isAgent}, ${account.parentId}, ${account.receiptEmail},
          ${account.cardProcessor}, ${account.cardMerchantId}, ${account.cardTerminalId},
          ${account.cardCategoryCode}, ${account.achProcessor}, ${account.achSecCode},
          ${account.achSameDay}, ${account.achAddenda}, ${account.achPrenotes},
          ${account.achReturnStop}, ${account.allowsCredit}, ${account.allowsFreeCredit},
          ${account.appliesAchChanges}, ${account.achRetryDays}, ${account.declinesAvs},
          ${account.declinesCvv}, ${account.authorizationDays}, ${account.duplicateMinutes},
          ${account.partnerId}, ${account.dualControl}, ${account.creditApprovalCents})
        on conflict do nothing
        returning ${COLUMNS}`;
      return row ?? "id_taken";
    });
  }

  async saveSettings(id: string, settings: AccountSettings): Promise<"saved" | LinkError> {
    return orLinkError(async () => {
      await this.#db.rows`
        update accounts set name = ${settings.name}, time_zone = ${settings.timeZone},
          is_agent = ${settings.isAgent}, parent_id = ${settings.parentId},
          receipt_email = ${settings.receiptEmail}, card_processor = ${settings.cardProcessor},
          card_merchant_id = ${settings.cardMerchantId},
          card_terminal_id = ${settings.cardTerminalId},
          card_category_code = ${settings.cardCategoryCode},
          ach_processor = ${settings.achProcessor}, ach_default_sec_code = ${settings.achSecCode},
          ach_same_day = ${settings.achSameDay}, ach_addenda = ${settings.achAddenda},
          ach_prenotes = ${settings.achPrenotes}, ach_return_stop = ${settings.achReturnStop},
          allows_credit = ${settings.allowsCredit},
          allows_free_credit = ${settings.allowsFreeCredit},
          applies_ach_changes = ${settings.appliesAchChanges},
          ach_retry_days = ${settings.achRetryDays},
          declines_avs = ${settings.declinesAvs}, declines_cvv = ${settings.declinesCvv},
          authorization_days = ${settings.authorizationDays},
          duplicate_minutes = ${settings.duplicateMinutes}, partner_id = ${settings.partnerId},
          dual_control = ${settings.dualControl},
          credit_approval_cents = ${settings.creditApprovalCents}
        where id = ${id}`;
      return "saved" as const;
    });
  }

  /** Returns false if the agent has active accounts. */
  async resignAsAgent(id: string): Promise<boolean> {
    const ended = await orLinkError(
      () => this.#db.count`update accounts set is_agent = false where id = ${id}`,
    );
    return ended !== "parent_no_agent";
  }

  async setAccountActive(id: string, isActive: boolean): Promise<"switched" | LinkError> {
    return orLinkError(async () => {
      await this.#db.rows`update accounts set is_active = ${isActive} where id = ${id}`;
      return "switched" as const;
    });
  }

  async findPartnerId(reference: string): Promise<string | undefined> {
    const [row] = await this.#db.rows<{ id: string }>`
      select id from partners where reference = ${reference}`;
    return row?.id;
  }

  /** Undefined: no card host has this name. */
  async findCardHostKind(name: string): Promise<CardHostKind | undefined> {
    const [row] = await this.#db.rows<{ kind: CardHostKind }>`
      select kind from card_hosts where name = ${name} for key share`;
    return row?.kind;
  }

  async hasBankConnection(name: string): Promise<boolean> {
    const rows = await this.#db.rows`select from bank_connections where name = ${name}`;
    return rows.length === 1;
  }
}

function filterConditions({ parentId, after }: AccountFilter): readonly Sql[] {
  const conditions: Sql[] = [];
  if (parentId !== undefined) conditions.push(sql`parent_id = ${parentId}`);
  if (after !== undefined) conditions.push(sql`id > ${after}`);
  return conditions;
}

async function orLinkError<Result>(statement: () => Promise<Result>): Promise<Result | LinkError> {
  try {
    return await statement();
  } catch (error) {
    const { constraint = "" } = error as { constraint?: string };
    const problem = LINK_ERRORS[constraint];
    if (problem !== undefined) return problem;
    throw error;
  }
}
