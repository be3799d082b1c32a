/** Finds the records of a customer, account by account, so that a cluster asks one shard at a time. */
import type { Database } from "../../db/database.ts";

export interface SealedRow {
  readonly id: string;
  readonly sealed: Uint8Array;
}

export interface Ending {
  readonly kind: "card" | "bank";
  readonly last4: string;
}

/** How many tokens of purged payments are opened at a time. */
const PAGE = 1_000;

export class CustomerStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async listAccounts(): Promise<string[]> {
    const rows = await this.#db.rows<{ id: string }>`select id from accounts order by id`;
    return rows.map(({ id }) => id);
  }

  /** Stored numbers that end like this. The whole number is in the sealed part only. */
  listByEnding(accountId: string, { kind, last4 }: Ending): Promise<SealedRow[]> {
    return this.#db.rows<SealedRow>`
      select token_id as id, sealed from vault
      where account_id = ${accountId} and kind = ${kind} and token_id in (
        select id from transactions where account_id = ${accountId} and last4 = ${last4})`;
  }

  /** Tokens are kept for longer than payments. Nothing but the sealed part says whose they are. */
  listOrphans(accountId: string, kind: Ending["kind"], after: string): Promise<SealedRow[]> {
    return this.#db.rows<SealedRow>`
      select token_id as id, sealed from vault
      where account_id = ${accountId} and kind = ${kind} and token_id > ${after}
        and not exists (select 1 from transactions
          where account_id = ${accountId} and id = vault.token_id)
      order by token_id limit ${PAGE}`;
  }

  async listByEmail(accountId: string, address: string): Promise<string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select id from transactions
      where account_id = ${accountId} and lower(email) = lower(${address})`;
    return rows.map(({ id }) => id);
  }

  /** Payments of sales whose receipts went to this address. */
  async listSalePayments(accountId: string, address: string): Promise<string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select transaction_id as id from pos_sales
      where account_id = ${accountId} and lower(customer_email) = lower(${address})
        and transaction_id is not null`;
    return rows.map(({ id }) => id);
  }

  /** Captures, refunds, reversals and payments by token, and those of these. */
  async listFollowing(accountId: string, ids: readonly string[]): Promise<string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      with recursive chain (id) as (
        select id from transactions
        where account_id = ${accountId} and id = any (${[...ids]}::bigint[])
        union
        select next.id from transactions next join chain on next.original_id = chain.id
        where next.account_id = ${accountId})
      select id from chain`;
    return rows.map(({ id }) => id);
  }

  async listSales(
    accountId: string,
    ids: readonly string[],
    address: string | null,
  ): Promise<string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select id from pos_sales
      where account_id = ${accountId} and (transaction_id = any (${[...ids]}::bigint[])
        or lower(customer_email) = lower(${address}))`;
    return rows.map(({ id }) => id);
  }

  /** Stored cards and bank accounts of these payments. */
  async listTokens(accountId: string, ids: readonly string[]): Promise<string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select token_id as id from vault
      where account_id = ${accountId} and token_id = any (${[...ids]}::bigint[])`;
    return rows.map(({ id }) => id);
  }

  async listEmails(accountId: string, records: EmailSource): Promise<string[]> {
    const { transactionIds, saleIds } = records;
    const rows = await this.#db.rows<{ email: string }>`
      select email from transactions where account_id = ${accountId}
        and id = any (${[...transactionIds]}::bigint[]) and email is not null`;
    const sales = await this.#db.rows<{ email: string }>`
      select customer_email as email from pos_sales where account_id = ${accountId}
        and id = any (${[...saleIds]}::bigint[]) and customer_email is not null`;
    return [...new Set([...rows, ...sales].map(({ email }) => email.toLowerCase()))];
  }
}

interface EmailSource {
  readonly transactionIds: readonly string[];
  readonly saleIds: readonly string[];
}

export { PAGE as ORPHANS_PAGE };
