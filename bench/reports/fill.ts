/** Adds transactions for reports, like sales of merchants. */
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { monthNumber } from "../../src/values/transaction-id.ts";

/** Rows per insert, so that the server need not hold more at once. */
const AT_ONCE = 250_000;
/** The first counter of these rows, higher than any of the product. */
const FIRST_COUNTER = 100_000_000;
const MONTH_SIZE = 1_000_000_000;

export interface Filling {
  readonly accountId: string;
  readonly count: number;
  /** The first counter of this fill. Two fills must not overlap. */
  readonly offset?: number;
  readonly from: Temporal.Instant;
  /** The time between two sales. */
  readonly stepMs: number;
}

export async function addSales(owner: DatabasePool, filling: Filling): Promise<void> {
  for (let first = 0; first < filling.count; first += AT_ONCE) {
    await addSome(owner, filling, { first, count: Math.min(AT_ONCE, filling.count - first) });
  }
}

async function addSome(
  owner: DatabasePool,
  { accountId, offset = 0, from, stepMs }: Filling,
  { first, count }: { readonly first: number; readonly count: number },
): Promise<void> {
  const month = monthNumber(Temporal.Now.instant());
  const base = month * MONTH_SIZE + FIRST_COUNTER + offset;
  await owner.rows`
    insert into transactions (account_id, id, attempt_id, transaction_type, tender_type, state,
      is_approved, authorized_at, amount_cents, request_amount_cents, currency,
      authorization_code, message, card_brand, last4, card_expiration, entry_mode, avs_response,
      cvv2_response, first_name, last_name, street_address1, city, state_province, zip, country,
      email, cashier, custom_id, description, batch_id, batched_at)
    select ${accountId}::bigint, ${base}::bigint + place, gen_random_uuid(), 'SALE', 'CARD', 'sold',
      true, ${from}::timestamptz + place * ${stepMs}::float8 * interval '1 ms',
      1000 + place % 50000, 1000 + place % 50000, 'USD', upper(substr(md5(place::text), 1, 6)),
      'APPROVED', 'VISA', '1111', '1230', 'KEYED', 'Y', 'M', 'Ada', 'Buyer ' || place,
      1 + place % 900 || ' Main Street', 'Springfield', 'IL', (10000 + place % 80000)::text, 'US',
      'buyer' || place || '@example.com', 'till 1', 'order-' || place, 'Two books, and a map', 1,
      ${from}::timestamptz
    from generate_series(${first}::int, ${first + count - 1}::int) as place`;
}
