/**
 * The texts that sales are searched by, each kept once, and where words begin in them. Works inside
 * the account's scope.
 */
import type { Database } from "../../../db/database.ts";
import { type Sql, sql } from "../../../db/sql.ts";

const LAST_FOUR = /^[0-9]{4}$/;
/** Before every letter or digit that none stands in front of. */
const WORD_START = /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}])/gu;
const NO_WORD = /^[^\p{L}\p{N}]+(?=[\p{L}\p{N}])/u;
/** Behind everything that begins with the text before it. */
const LAST_CHARACTER = "\u{10ffff}";

/** Searching is blind to case. */
export function termOf(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}

/** The term from each of its words on, and the whole of it. */
export function startsOf(term: string): readonly string[] {
  const places = Array.from(term.matchAll(WORD_START), ({ index }) => index);
  return [...new Set([0, ...places])].map((place) => term.slice(place));
}

/** Starts that begin with what was typed. Four digits are a last four, and found as a whole only. */
export function beginsWith(text: string): Sql {
  const typed = termOf(text).replace(NO_WORD, "");
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

  async add(saleId: string, createdAt: Temporal.Instant, texts: readonly string[]): Promise<void> {
    const terms = [...new Set(texts.map(termOf))].filter((term) => term !== "");
    await this.#learn(terms);
    await this.#db.rows`
      insert into pos_sale_terms (account_id, term_id, created_at, sale_id)
      select account_id, id, ${createdAt}::timestamptz, ${saleId}::bigint from pos_terms
      where account_id = ${this.#accountId} and term = any (${terms}::text[])
      on conflict do nothing`;
  }

  /** In order, so that two sales with the same words do not wait for each other in a ring. */
  async #learn(terms: readonly string[]): Promise<void> {
    const known = await this.#db.rows<{ term: string }>`
      select term from pos_terms
      where account_id = ${this.#accountId} and term = any (${terms}::text[])`;
    const isKnown = new Set(known.map(({ term }) => term));
    for (const term of terms.filter((one) => !isKnown.has(one)).sort()) {
      await this.#db.rows`
        with learned as (
          insert into pos_terms (account_id, term) values (${this.#accountId}, ${term})
          on conflict do nothing returning account_id, id
        )
        insert into pos_term_starts (account_id, start, term_id)
        select account_id, start, id from learned
        cross join unnest(${startsOf(term)}::text[]) as start`;
    }
  }

  /** Terms with a word that begins with the text: at most so many. */
  async findAll(text: string, most: number): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select distinct term_id as id from (
        select term_id from pos_term_starts
        where account_id = ${this.#accountId} and ${beginsWith(text)}
        limit ${most}) as found`;
    return rows.map(({ id }) => id);
  }
}
