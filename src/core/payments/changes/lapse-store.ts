/** Finds authorizations that were not captured in time. */
import type { Database } from "../../../db/database.ts";
import type { Cents } from "../../../values/money.ts";

export interface LapsedAuthorization {
  readonly accountId: string;
  readonly id: string;
  readonly authorizedAt: Temporal.Instant;
  readonly amount: Cents;
  readonly currency: string;
  readonly timeZone: string;
  readonly hasWebhook: boolean;
}

/** The last authorization of a run. The next run continues after it. */
export type LapsePosition = Pick<LapsedAuthorization, "authorizedAt" | "accountId" | "id">;

export function writeLapsePosition({ authorizedAt, accountId, id }: LapsePosition): string {
  return `${authorizedAt} ${accountId} ${id}`;
}

export function readLapsePosition(text: string | undefined): LapsePosition | undefined {
  const [at, accountId, id] = (text ?? "").split(" ");
  if (!at || accountId === undefined || id === undefined) return undefined;
  return { authorizedAt: Temporal.Instant.from(at), accountId, id };
}

interface LapsedRow {
  readonly account_id: string;
  readonly id: string;
  readonly authorized_at: Temporal.Instant;
  readonly amount_cents: number;
  readonly currency: string;
  readonly time_zone: string;
  readonly has_webhook: boolean;
}

export class LapseStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Expired authorizations, oldest first, after the given position. */
  async findLapsedAuthorizations(
    now: Temporal.Instant,
    atMost: number,
    last?: LapsePosition,
  ): Promise<LapsedAuthorization[]> {
    const { authorizedAt = "-infinity", accountId = "0", id = "0" } = last ?? {};
    const rows = await this.#db.rows<LapsedRow>`
      select one.account_id, one.id, one.authorized_at, one.amount_cents, one.currency, account.time_zone,
        exists (select from webhook_endpoints endpoint
          where endpoint.account_id = one.account_id and endpoint.is_on) as has_webhook
      from transactions one join accounts account on account.id = one.account_id
      where one.state = 'authorized'
        and one.authorized_at <= ${now}::timestamptz - account.authorization_days * interval '24 hours'
        and (one.authorized_at, one.account_id, one.id)
          > (${authorizedAt}::timestamptz, ${accountId}::bigint, ${id}::bigint)
      order by one.authorized_at, one.account_id, one.id limit ${atMost}`;
    return rows.map((row) => ({
      accountId: row.account_id,
      id: row.id,
      authorizedAt: row.authorized_at,
      amount: row.amount_cents as Cents,
      currency: row.currency,
      timeZone: row.time_zone,
      hasWebhook: row.has_webhook,
    }));
  }
}
