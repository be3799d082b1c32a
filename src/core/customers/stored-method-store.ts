/**
 * A merchant's stored cards and bank accounts: those that were stored without a payment, and those
 * that were charged again. Every payment has a token, but most of them are never charged again.
 */
import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { allConditions, type Sql, sql } from "../../db/sql.ts";
import { planByIndex } from "../transactions/by-index-store.ts";

/** It has no field for a card or bank account number. */
export interface StoredMethod {
  /** The token: the transaction that stored it. */
  readonly id: string;
  readonly kind: "card" | "bank";
  readonly createdAt: Temporal.Instant;
  /** Null: it was never charged again. */
  readonly chargedAt: Temporal.Instant | null;
  /** Null, as everything below it, if the transaction was purged. */
  readonly brand: string | null;
  readonly last4: string | null;
  /** MMYY. */
  readonly expiration: string | null;
  readonly bankAccountType: string | null;
  readonly name: string | null;
  readonly company: string | null;
  readonly email: string | null;
}

export interface MethodFilter {
  readonly kind?: "card" | "bank" | undefined;
  /** Part of the name, the company or the email address, or the last four digits. */
  readonly text?: string | undefined;
  /** Cards that expire in one of these months, as MMYY. */
  readonly expiresIn?: readonly string[] | undefined;
}

export interface MethodPage {
  readonly items: readonly StoredMethod[];
  /** Where the next page starts. Undefined on the last page. */
  readonly next: string | undefined;
  /** The search stopped before the page was full. */
  readonly isStopped: boolean;
}

/** How many stored methods a page searches. This takes about a tenth of a second. */
export const SEARCHED_MAX = 10_000;
/** Higher than every token. */
const NEWEST = "999999999999";

/**
 * Several simple statements instead of one join: the planner cannot estimate the conditions of
 * row-level security, and would read all tokens of an account for one page.
 */
export class StoredMethodStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  /** Newest first. A filter finds only methods whose transaction was not purged. */
  async findPage(
    accountId: string,
    filter: MethodFilter,
    { take, before = NEWEST }: { readonly take: number; readonly before?: string | undefined },
  ): Promise<MethodPage> {
    const isPlain = Object.values(filter).every((value) => value === undefined);
    const most = isPlain ? take + 1 : SEARCHED_MAX;
    return this.#db.within({ accountId }, async (db) => {
      await planByIndex(db);
      const searched = await listStoredTokens(db, accountId, { before, most });
      const matching = isPlain
        ? searched
        : await listMatching(db, accountId, { searched, filter, most: take + 1 });
      const shown = matching.slice(0, take);
      const items = await describeTokens(db, accountId, shown);
      if (matching.length > take) return { items, next: shown.at(-1), isStopped: false };
      const isStopped = searched.length === most;
      return { items, next: isStopped ? searched.at(-1) : undefined, isStopped };
    });
  }

  async isRemoved(accountId: string, tokenId: string): Promise<boolean> {
    const rows = await this.#db.within(
      { accountId },
      (db) => db.rows`
        select from removed_tokens
        where account_id = ${accountId} and token_id = ${tokenId}::bigint`,
    );
    return rows.length > 0;
  }
}

/**
 * The ids of the newest stored methods. Both statements read an index that has no other tokens. A
 * stored card's transaction can be kept longer than its token.
 */
async function listStoredTokens(
  db: Database,
  accountId: string,
  { before, most }: { readonly before: string; readonly most: number },
): Promise<readonly string[]> {
  const charged = await db.rows<{ id: string }>`
    select token_id as id from own_tokens
    where account_id = ${accountId} and charged_at is not null and token_id < ${before}::bigint
      and ${isNotRemoved(accountId, sql`own_tokens.token_id`)}
    order by token_id desc limit ${most}`;
  const stored = await db.rows<{ id: string }>`
    select id from transactions
    where account_id = ${accountId} and state = 'stored' and id < ${before}::bigint
      and (select token.token_id from own_tokens token
        where token.account_id = ${accountId} and token.token_id = transactions.id) is not null
      and ${isNotRemoved(accountId, sql`transactions.id`)}
    order by id desc limit ${most}`;
  const ids = new Set([...charged, ...stored].map(({ id }) => BigInt(id)));
  return [...ids]
    .sort((one, other) => Number(other - one))
    .slice(0, most)
    .map(String);
}

/** Not an anti-join, so that each id is looked up while the first index is read, in its order. */
function isNotRemoved(accountId: string, tokenId: Sql): Sql {
  return sql`(select removed.token_id from removed_tokens removed
    where removed.account_id = ${accountId} and removed.token_id = ${tokenId}) is null`;
}

interface TokenSearch {
  /** Newest first. */
  readonly searched: readonly string[];
  readonly filter: MethodFilter;
  readonly most: number;
}

async function listMatching(
  db: Database,
  accountId: string,
  { searched, filter, most }: TokenSearch,
): Promise<readonly string[]> {
  const rows = await db.rows<{ id: string }>`
    select one.id from transactions one
    where one.account_id = ${accountId} and one.id = any (${[...searched]}::bigint[])
      and ${allConditions(filterConditions(filter))}
    order by one.id desc limit ${most}`;
  return rows.map(({ id }) => id);
}

type TokenRow = Pick<StoredMethod, "id" | "kind" | "createdAt" | "chargedAt">;
type OwnerRow = Omit<StoredMethod, keyof TokenRow> & { readonly id: string };

/** In the order of the ids. */
async function describeTokens(
  db: Database,
  accountId: string,
  ids: readonly string[],
): Promise<readonly StoredMethod[]> {
  const tokens = await db.rows<TokenRow>`
    select lpad(token.token_id::text, 12, '0') as id, token.kind, token.created_at as "createdAt",
      token.charged_at as "chargedAt"
    from own_tokens token
    where token.account_id = ${accountId} and token.token_id = any (${[...ids]}::bigint[])
    order by token.token_id desc`;
  const owners = await db.rows<OwnerRow>`
    select lpad(one.id::text, 12, '0') as id, one.card_brand as brand, one.last4,
      one.card_expiration as expiration, one.bank_account_type as "bankAccountType",
      nullif(concat_ws(' ', one.first_name, one.last_name), '') as name, one.company, one.email
    from transactions one
    where one.account_id = ${accountId} and one.id = any (${[...ids]}::bigint[])`;
  const known = new Map(owners.map((owner) => [owner.id, owner]));
  return tokens.map((token) => ({ ...PURGED, ...known.get(token.id), ...token }));
}

const PURGED: Omit<StoredMethod, keyof TokenRow> = {
  brand: null,
  last4: null,
  expiration: null,
  bankAccountType: null,
  name: null,
  company: null,
  email: null,
};

function filterConditions({ kind, text, expiresIn }: MethodFilter): Sql[] {
  const tender = kind === "card" ? "CARD" : "ACH";
  return [
    ...(kind === undefined ? [] : [sql`one.tender_type = ${tender}`]),
    ...(expiresIn === undefined
      ? []
      : [sql`one.card_expiration = any (${[...expiresIn]}::text[])`]),
    ...(text === undefined ? [] : [textMatch(text)]),
  ];
}

function textMatch(text: string): Sql {
  const pattern = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return sql`(one.last4 = ${text} or concat_ws(chr(10),
    concat_ws(' ', one.first_name, one.last_name), one.company, one.email) ilike ${pattern})`;
}
