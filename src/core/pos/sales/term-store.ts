/**
 * The search terms of sales, each stored once, with the start of every word. Works inside the
 * account's scope.
 */
import type { Database } from "../../../db/database.ts";
import { type Sql, sql } from "../../../db/sql.ts";

const LAST_FOUR = /^[0-9]{4}$/;
/** The position before every letter or digit that does not follow another one. */
const WORD_START = /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}])/gu;
const NO_WORD = /^[^\p{L}\p{N}]+(?=[\p{L}\p{N}])/u;
/** Sorts after every text with the same prefix. */
const LAST_CHARACTER = "\u{10ffff}";

/** Searching ignores case. */
export function normalizeTerm(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}

/** The whole term, and the rest of the term from each word on. */
export function listTermStarts(term: string): readonly string[] {
  const places = Array.from(term.matchAll(WORD_START), ({ index }) => index);
  return [...new Set([0, ...places])].map((place) => term.slice(place));
}

/** Starts with this prefix. Four digits are a card's last four, and match as a whole only. */
export function startsWithText(text: string): Sql {
  const typed = normalizeTerm(text).replace(NO_WORD, "");
  const whole = sql`start = ${typed}`;
  if (LAST_FOUR.test(typed)) return sql`(${whole} or ${longer(typed)})`;
  return sql`${longer(typed)} and (length(start) <> 4 or ${whole} or start !~ '^[0-9]{4}$')`;
}

function longer(typed: string): Sql {
  return sql`start >= ${typed} and start < ${typed + LAST_CHARACTER}`;
}

export class TermStore {
  readonly #db: Database;
  readonly #accountId: string;

  constructor(db: Database, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  async addTerms(
    saleId: string,
    createdAt: Temporal.Instant,
    texts: readonly string[],
  ): Promise<void> {
    const terms = [...new Set(texts.map(normalizeTerm))].filter((term) => term !== "");
    await this.#addNewTerms(terms);
    await this.#db.rows`
      insert into pos_sale_terms (account_id, term_id, created_at, sale_id)
      select account_id, id, ${createdAt}::timestamptz, ${saleId}::bigint from pos_terms
      where account_id = ${this.#accountId} and term = any (${terms}::text[])
      on conflict do nothing`;
  }

  /** Adds terms in order, so that two sales with the same terms cannot deadlock. */
  async #addNewTerms(terms: readonly string[]): Promise<void> {
    const known = await this.#db.rows<{ term: string }>`
      select term from pos_terms
      where account_id = ${this.#accountId} and term = any (${terms}::text[])`;
    const isKnown = new Set(known.map(({ term }) => term));
    for (const term of terms.filter((one) => !isKnown.has(one)).sort()) {
      await this.#db.rows`
        with added as (
          insert into pos_terms (account_id, term) values (${this.#accountId}, ${term})
          on conflict do nothing returning account_id, id
        )
        insert into pos_term_starts (account_id, start, term_id)
        select account_id, start, id from added
        cross join unnest(${listTermStarts(term)}::text[]) as start`;
    }
  }

  /** At most `most` terms with a word that starts with the text. */
  async findTermIds(text: string, most: number): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select distinct term_id as id from (
        select term_id from pos_term_starts
        where account_id = ${this.#accountId} and ${startsWithText(text)}
        limit ${most}) as found`;
    return rows.map(({ id }) => id);
  }
}
