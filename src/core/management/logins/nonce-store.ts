/** Stores used nonces. The database decides: of any number of requests at once, one is first. */
import { hash } from "node:crypto";
import { arrayLiteral } from "../../../db/arrays.ts";
import { alignByKey, Coalescer } from "../../../db/coalescer.ts";
import type { Database } from "../../../db/database.ts";
import type { Clock } from "../../../ports/clock.ts";

export interface NonceStoreNeeds {
  readonly db: Database;
  readonly clock: Clock;
  readonly queueMax: number;
}

/** B: a nonce that was seen within this time is refused. */
export const NONCE_KEPT_FOR = Temporal.Duration.from({ minutes: 15 });

interface Use {
  readonly digest: string;
  readonly at: Temporal.Instant;
}

export class NonceStore {
  readonly #needs: NonceStoreNeeds;
  readonly #spending: Coalescer<Use, boolean>;

  constructor(needs: NonceStoreNeeds) {
    this.#needs = needs;
    this.#spending = new Coalescer({
      runAll: (uses) => this.#spendAll(uses),
      rowKeys: ({ digest }) => [digest],
      queueMax: needs.queueMax,
    });
  }

  /**
   * Returns false if the nonce was used before. A timestamp in the future is accepted for longer,
   * so its nonce is kept from the end of the second that it names.
   */
  spendNonce(partnerId: string, nonce: string, dated?: string): Promise<boolean> {
    const digest = hash("sha256", `${partnerId}\n${nonce}`, "hex");
    const now = this.#needs.clock.wall();
    const end = dated === undefined ? now : endOfSecond(Number(dated));
    return this.#spending.run({ digest, at: Temporal.Instant.compare(now, end) < 0 ? end : now });
  }

  async #spendAll(uses: readonly Use[]): Promise<boolean[]> {
    const now = this.#needs.clock.wall();
    const digests = uses.map(({ digest }) => digest);
    const bytes = arrayLiteral(digests.map((digest) => Buffer.from(digest, "hex")));
    const times = arrayLiteral(uses.map(({ at }) => at));
    const spent = await this.#needs.db.rows<{ digest: string }>`
      insert into parser_nonces as known (digest, used_at)
      select digest, used_at
      from unnest(${bytes}::bytea[], ${times}::timestamptz[]) asked (digest, used_at)
      order by digest
      on conflict (digest) do update set used_at = excluded.used_at
        where known.used_at <= ${now.subtract(NONCE_KEPT_FOR)}
      returning encode(digest, 'hex') as digest`;
    return alignByKey(digests, spent, ({ digest }) => digest).map((one) => one !== undefined);
  }
}

function endOfSecond(seconds: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds((seconds + 1) * 1_000);
}
