/** Records which sale or refund an Idempotency-Key was used for. Works inside the account's scope. */
import { hash } from "node:crypto";
import type { Database } from "../../../db/database.ts";

export interface KeyClaim {
  readonly digest: Uint8Array;
  /** The SHA-256 of the request's content. */
  readonly fingerprint: Uint8Array;
}

export interface UsedKey {
  readonly fingerprint: Uint8Array;
  readonly saleId: string;
  readonly refundId: string | null;
}

export function claimKey(key: string, asked: unknown): KeyClaim {
  return {
    digest: hash("sha256", key, "buffer"),
    fingerprint: hash("sha256", JSON.stringify(asked), "buffer"),
  };
}

export class KeyStore {
  readonly #db: Database;
  readonly #accountId: string;

  constructor(db: Database, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  async findKey({ digest }: KeyClaim): Promise<UsedKey | undefined> {
    const [row] = await this.#db.rows<UsedKey>`
      select fingerprint, sale_id as "saleId", refund_id as "refundId" from pos_keys
      where account_id = ${this.#accountId} and digest = ${digest}`;
    return row;
  }

  /** Returns false if the key was used before. A concurrent second use waits for the first commit. */
  async spendKey(
    { digest, fingerprint }: KeyClaim,
    used: { readonly saleId: string; readonly refundId?: string },
    now: Temporal.Instant,
  ): Promise<boolean> {
    const spent = await this.#db.count`
      insert into pos_keys (account_id, digest, fingerprint, sale_id, refund_id, created_at)
      values (${this.#accountId}, ${digest}, ${fingerprint}, ${used.saleId}, ${used.refundId},
        ${now})
      on conflict do nothing`;
    return spent === 1;
  }

  async releaseRefund(saleId: string, refundId: string): Promise<void> {
    await this.#db.rows`
      delete from pos_keys where account_id = ${this.#accountId} and sale_id = ${saleId}
        and refund_id = ${refundId}`;
  }
}
