/** The texts that sales are searched by, each kept once. Works inside the account's scope. */
import type { Database } from "../../../db/database.ts";
import { type Sql, sql } from "../../../db/sql.ts";

/** Searching is blind to case. */
export function termOf(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}

/** Whether a term holds the text, wherever in it; a last four holds nothing but itself. */
export function holds(text: string): Sql {
  const sought = termOf(text);
  return sql`strpos(term.term, ${sought}) > 0
    and (length(term.term) <> 4 or term.term = ${sought} or term.term !~ '^[0-9]{4}$')`;
}

export class TermStore {
  readonly #db: Database;
  readonly #accountId: string;

  constructor(db: Database, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  /** In order, so that two sales with the same words do not wait for each other in a ring. */
  async add(saleId: string, createdAt: Temporal.Instant, texts: readonly string[]): Promise<void> {
    const terms = [...new Set(texts.map(termOf))].filter((term) => term !== "").sort();
    await this.#db.rows`
      insert into till_terms (account_id, term)
      select ${this.#accountId}, new.term from unnest(${terms}::text[]) as new (term)
      where not exists (
        select from till_terms known
        where known.account_id = ${this.#accountId} and known.term = new.term)
      on conflict do nothing`;
    await this.#db.rows`
      insert into till_sale_terms (account_id, term_id, created_at, sale_id)
      select account_id, id, ${createdAt}::timestamptz, ${saleId}::bigint from till_terms
      where account_id = ${this.#accountId} and term = any (${terms}::text[])
      on conflict do nothing`;
  }

  /** Terms that hold the text: at most so many. */
  async findAll(text: string, most: number): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select id from till_terms term
      where account_id = ${this.#accountId} and ${holds(text)}
      limit ${most}`;
    return rows.map(({ id }) => id);
  }
}
