/** Stores sealed card and bank numbers. A token is the id of the transaction that stored them. */
import type { Database } from "../../db/database.ts";

export interface SealedToken {
  readonly kind: "card" | "bank";
  readonly sealed: Uint8Array;
}

export class VaultStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Finds the number of a payment and records its use: retention counts from the last use. */
  async findToken(
    accountId: string,
    tokenId: string,
    now: Temporal.Instant,
  ): Promise<SealedToken | undefined> {
    const [row] = await this.#db.rows<SealedToken>`
      update vault set used_at = greatest(used_at, ${now})
      where account_id = ${accountId} and token_id = ${tokenId}
      returning kind, sealed`;
    return row;
  }

  /** For a new payment by token. Undefined also if the merchant has removed the token. */
  async findTokenToCharge(
    accountId: string,
    tokenId: string,
    now: Temporal.Instant,
  ): Promise<SealedToken | undefined> {
    const [row] = await this.#db.rows<SealedToken>`
      update vault set used_at = greatest(used_at, ${now}), charged_at = greatest(charged_at, ${now})
      where account_id = ${accountId} and token_id = ${tokenId} and not exists (
        select from removed_tokens removed
        where removed.account_id = ${accountId} and removed.token_id = ${tokenId})
      returning kind, sealed`;
    return row;
  }
}
