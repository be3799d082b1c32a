/** Nonces that partners have used. The database is the referee: of any number at once, one is first. */
import { hash } from "node:crypto";
import { arrayLiteral } from "../../db/arrays.ts";
import { alignByKey, Coalescer } from "../../db/coalescer.ts";
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";

export interface NonceStoreNeeds {
  readonly db: Database;
  readonly clock: Clock;
  readonly queueMax: number;
}

/** B: a nonce that was seen within so long is refused. */
export const NONCE_KEPT = Temporal.Duration.from({ minutes: 15 });

export class NonceStore {
  readonly #needs: NonceStoreNeeds;
  readonly #spending: Coalescer<string, boolean>;

  constructor(needs: NonceStoreNeeds) {
    this.#needs = needs;
    this.#spending = new Coalescer({
      runAll: (digests) => this.#spendAll(digests),
      keysOf: (digest) => [digest],
      queueMax: needs.queueMax,
    });
  }

  /** False: this partner has used it before. */
  spend(partnerId: string, nonce: string): Promise<boolean> {
    return this.#spending.run(hash("sha256", `${partnerId}\n${nonce}`, "hex"));
  }

  async #spendAll(digests: readonly string[]): Promise<boolean[]> {
    const now = this.#needs.clock.wall();
    const bytes = arrayLiteral(digests.map((digest) => Buffer.from(digest, "hex")));
    const spent = await this.#needs.db.rows<{ digest: string }>`
      insert into parser_nonces as known (digest, used_at)
      select digest, ${now} from unnest(${bytes}::bytea[]) asked (digest) order by digest
      on conflict (digest) do update set used_at = excluded.used_at
        where known.used_at <= ${now.subtract(NONCE_KEPT)}
      returning encode(digest, 'hex') as digest`;
    return alignByKey(digests, spent, ({ digest }) => digest).map((one) => one !== undefined);
  }
}
