/** Saved report filters. Works inside the account's scope. */
import type { Database } from "../../db/database.ts";

/** The parameters of a report by name, as entered. */
export type SavedQuestion = Readonly<Record<string, string>>;

export interface SavedFilter {
  readonly id: string;
  readonly name: string;
  readonly question: SavedQuestion;
  readonly savedBy: string;
  readonly updatedAt: Temporal.Instant;
}

export type NewFilter = Omit<SavedFilter, "id">;

export class FilterStore {
  readonly #db: Database;
  readonly #accountId: string;

  constructor(db: Database, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  listFilters(): Promise<readonly SavedFilter[]> {
    return this.#db.rows<SavedFilter>`
      select id, name, question, saved_by as "savedBy", updated_at as "updatedAt"
      from report_filters where account_id = ${this.#accountId} order by lower(name), id`;
  }

  /** Replaces a filter with the same name. */
  async saveFilter({ name, question, savedBy, updatedAt }: NewFilter): Promise<string> {
    const [row] = await this.#db.rows<{ id: string }>`
      insert into report_filters (account_id, name, question, saved_by, updated_at)
      values (${this.#accountId}, ${name}, ${JSON.stringify(question)}, ${savedBy}, ${updatedAt})
      on conflict on constraint report_filters_name_unique do update
      set question = excluded.question, saved_by = excluded.saved_by,
        updated_at = excluded.updated_at
      returning id`;
    if (row === undefined) throw new Error("Saving the filter returned no row.");
    return row.id;
  }

  /** Returns the removed filter. */
  async removeFilter(id: string): Promise<Pick<SavedFilter, "name" | "question"> | undefined> {
    const [row] = await this.#db.rows<Pick<SavedFilter, "name" | "question">>`
      delete from report_filters where account_id = ${this.#accountId} and id = ${id}
      returning name, question`;
    return row;
  }
}
