/** Views of the transaction list that one user saved. Works inside the account's scope. */
import type { Database } from "../../../db/database.ts";

/** Filters, order and columns by their names in the address of the page. */
export type ViewSettings = Readonly<Record<string, string>>;

export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly settings: ViewSettings;
}

export interface ViewOwner {
  readonly accountId: string;
  readonly userId: string;
}

export class SavedViewStore {
  readonly #db: Database;
  readonly #owner: ViewOwner;

  constructor(db: Database, owner: ViewOwner) {
    this.#db = db;
    this.#owner = owner;
  }

  listViews(): Promise<readonly SavedView[]> {
    const { accountId, userId } = this.#owner;
    return this.#db.rows<SavedView>`
      select id, name, settings from saved_views
      where account_id = ${accountId} and user_id = ${userId} order by lower(name), id`;
  }

  /** Replaces a view with the same name. Returns undefined if the user has as many as allowed. */
  async saveView(
    { name, settings }: Omit<SavedView, "id">,
    { most, now }: { readonly most: number; readonly now: Temporal.Instant },
  ): Promise<string | undefined> {
    const { accountId, userId } = this.#owner;
    // Two at the same time wait for each other, so that the count is right.
    await this.#db.rows`
      select from pos_users where account_id = ${accountId} and id = ${userId} for no key update`;
    const [row] = await this.#db.rows<{ id: string }>`
      insert into saved_views (account_id, user_id, name, settings, updated_at)
      select ${accountId}, ${userId}, ${name}, ${JSON.stringify(settings)}::json, ${now}
      where (select count(*) from saved_views where account_id = ${accountId}
        and user_id = ${userId} and name <> ${name}) < ${most}
      on conflict on constraint saved_views_name_unique do update
      set settings = excluded.settings, updated_at = excluded.updated_at
      returning id`;
    return row?.id;
  }

  /** Returns false if the user has no such view. */
  async removeView(id: string): Promise<boolean> {
    const { accountId, userId } = this.#owner;
    const rows = await this.#db.rows`
      delete from saved_views
      where account_id = ${accountId} and user_id = ${userId} and id = ${id} returning id`;
    return rows.length > 0;
  }
}
