/** Records that a token may no longer be charged. Works inside the account's scope. */
import type { Database } from "../../db/database.ts";

export interface RemovedToken {
  readonly kind: "card" | "bank";
}

export class RemoveTokenStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async findToken(accountId: string, tokenId: string): Promise<RemovedToken | undefined> {
    const [row] = await this.#db.rows<RemovedToken>`
      select kind from own_tokens
      where account_id = ${accountId} and token_id = ${tokenId}::bigint`;
    return row;
  }

  /** False: it was removed before. */
  async removeToken(accountId: string, tokenId: string, at: Temporal.Instant): Promise<boolean> {
    const removed = await this.#db.count`
      insert into removed_tokens (account_id, token_id, removed_at)
      values (${accountId}, ${tokenId}::bigint, ${at}) on conflict do nothing`;
    return removed === 1;
  }
}
