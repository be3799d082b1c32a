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

interface AuthorizedRow {
  readonly account_id: string;
  readonly id: string;
  readonly authorized_at: Temporal.Instant;
  readonly amount_cents: number;
  readonly currency: string;
}

interface AccountTerms {
  readonly id: string;
  readonly time_zone: string;
  /** Authorizations of this time and before have expired. */
  readonly expired_at: Temporal.Instant;
  readonly has_webhook: boolean;
}

/** The shortest time that an account may have. */
const DAYS_MIN = 1;
/** How many authorizations are read at a time, to find those that have expired. */
const READ_AT_ONCE = 1_000;

/** Accounts and transactions are read by separate statements: a Citus cluster has them apart. */
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
    const lapsed: LapsedAuthorization[] = [];
    const before = now.subtract({ hours: 24 * (await this.#findShortestDays()) });
    for (let after = last; lapsed.length < atMost; ) {
      const page = await this.#listAuthorized(before, after);
      lapsed.push(...(await this.#keepLapsed(page, now)));
      const end = page.at(-1);
      if (end === undefined || page.length < READ_AT_ONCE) break;
      after = { authorizedAt: end.authorized_at, accountId: end.account_id, id: end.id };
    }
    return lapsed.slice(0, atMost);
  }

  async #findShortestDays(): Promise<number> {
    const [row] = await this.#db.rows<{ days: number | null }>`
      select min(authorization_days)::int as days from accounts`;
    return row?.days ?? DAYS_MIN;
  }

  #listAuthorized(before: Temporal.Instant, last: LapsePosition | undefined) {
    const { authorizedAt = "-infinity", accountId = "0", id = "0" } = last ?? {};
    return this.#db.rows<AuthorizedRow>`
      select one.account_id, one.id, one.authorized_at, one.amount_cents, one.currency
      from transactions one
      where one.state = 'authorized' and one.authorized_at <= ${before}
        and (one.authorized_at, one.account_id, one.id)
          > (${authorizedAt}::timestamptz, ${accountId}::bigint, ${id}::bigint)
      order by one.authorized_at, one.account_id, one.id limit ${READ_AT_ONCE}`;
  }

  async #keepLapsed(
    page: readonly AuthorizedRow[],
    now: Temporal.Instant,
  ): Promise<LapsedAuthorization[]> {
    const terms = await this.#findTerms([...new Set(page.map((one) => one.account_id))], now);
    return page.flatMap((row) => {
      const account = terms.get(row.account_id);
      if (account === undefined) return [];
      if (Temporal.Instant.compare(row.authorized_at, account.expired_at) > 0) return [];
      return [toLapsed(row, account)];
    });
  }

  async #findTerms(
    accounts: readonly string[],
    now: Temporal.Instant,
  ): Promise<ReadonlyMap<string, AccountTerms>> {
    if (accounts.length === 0) return new Map();
    const rows = await this.#db.rows<AccountTerms>`
      select account.id, account.time_zone,
        ${now}::timestamptz - account.authorization_days * interval '24 hours' as expired_at,
        exists (select from all_webhook_endpoints endpoint
          where endpoint.account_id = account.id and endpoint.is_on) as has_webhook
      from accounts account where account.id = any (${accounts}::bigint[])`;
    return new Map(rows.map((row) => [row.id, row]));
  }
}

function toLapsed(row: AuthorizedRow, account: AccountTerms): LapsedAuthorization {
  return {
    accountId: row.account_id,
    id: row.id,
    authorizedAt: row.authorized_at,
    amount: row.amount_cents as Cents,
    currency: row.currency,
    timeZone: account.time_zone,
    hasWebhook: account.has_webhook,
  };
}
