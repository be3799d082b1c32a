/** Searches all accounts of the installation for operators. */
import type { Database } from "../../db/database.ts";
import { allConditions, type Sql, sql } from "../../db/sql.ts";

export interface AccountQuestion {
  /** Part of the name, or the beginning of the account number. */
  readonly text?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly isAgent?: boolean | undefined;
  /** Null: only accounts without one. */
  readonly achProcessor?: string | null | undefined;
  readonly parentId?: string | undefined;
  readonly partnerId?: string | undefined;
  readonly take: number;
  readonly skip: number;
}

export interface ListedAccount {
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
  readonly createdAt: Temporal.Instant;
}

export interface AccountPage {
  readonly items: readonly ListedAccount[];
  readonly total: number;
}

export class AccountListStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Sorted by name, then by account number. */
  async searchAccounts(question: AccountQuestion): Promise<AccountPage> {
    const condition = allConditions(searchConditions(question));
    const items = await this.#db.rows<ListedAccount>`
      select account.id, account.name, account.time_zone as "timeZone", account.currency,
        account.is_active as "isActive", account.is_agent as "isAgent",
        account.parent_id as "parentId", parent.name as "parentName",
        account.card_processor as "cardProcessor", account.ach_processor as "achProcessor",
        account.created_at as "createdAt"
      from accounts account left join accounts parent on parent.id = account.parent_id
      where ${condition}
      order by lower(account.name), account.id limit ${question.take} offset ${question.skip}`;
    const [row] = await this.#db.rows<{ total: number }>`
      select count(*)::integer as total from accounts account where ${condition}`;
    return { items, total: row?.total ?? 0 };
  }

  /** The bank connections that an account can use for ACH. */
  async listBankConnections(): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ name: string }>`
      select name from bank_connections order by name`;
    return rows.map(({ name }) => name);
  }

  async listCardHosts(): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ name: string }>`select name from card_hosts order by name`;
    return rows.map(({ name }) => name);
  }
}

function searchConditions(question: AccountQuestion): readonly Sql[] {
  const { text, isActive, isAgent, achProcessor, parentId, partnerId } = question;
  const conditions: Sql[] = [];
  if (text !== undefined) conditions.push(textCondition(text));
  if (isActive !== undefined) conditions.push(sql`account.is_active = ${isActive}`);
  if (isAgent !== undefined) conditions.push(sql`account.is_agent = ${isAgent}`);
  if (achProcessor !== undefined) {
    conditions.push(sql`account.ach_processor is not distinct from ${achProcessor}`);
  }
  if (parentId !== undefined) conditions.push(sql`account.parent_id = ${parentId}`);
  if (partnerId !== undefined) conditions.push(sql`account.partner_id = ${partnerId}`);
  return conditions;
}

function textCondition(text: string): Sql {
  const isNamed = sql`strpos(lower(account.name), lower(${text})) > 0`;
  return /^\d{1,12}$/.test(text)
    ? sql`(${isNamed} or starts_with(account.id::text, ${text}))`
    : isNamed;
}
