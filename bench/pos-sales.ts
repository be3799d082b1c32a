/** Fills a shop with many sales of one account, including past seasons, for searches. */
import type { DatabasePool } from "../src/db/database-pool.ts";

export const SHOP = "120000000001";
const AT_ONCE = 100_000;
const ITEMS = 500;
const CATEGORIES = 20;
const USERS = 20;
const CUSTOMERS = 50_000;
/** The last one of each list occurs only in the first tenth of the time, like a past season. */
export const OLD = { user: USERS, category: CATEGORIES, item: ITEMS };

const FILLED = ["pos_sales", "pos_sale_lines", "pos_sale_terms", "pos_terms", "pos_term_starts"];

export async function fillShop(owner: DatabasePool, count: number): Promise<void> {
  await owner.rows`
    insert into accounts (id, name, time_zone) values (${SHOP}, 'A large shop', 'UTC')`;
  await owner.rows`
    insert into pos_terms (account_id, term)
    select ${SHOP}::bigint, 'item ' || n || ' of the shop' from generate_series(1, ${ITEMS}::int) n
    union all
    select ${SHOP}::bigint, 'customer' || n || '@example.test'
    from generate_series(1, ${CUSTOMERS}::int) n
    union all
    select ${SHOP}::bigint, lpad(n::text, 4, '0') from generate_series(0, 9999) n`;
  await owner.rows`
    insert into pos_term_starts (account_id, start, term_id)
    select account_id, term, id from pos_terms
    union all
    select account_id, substr(term, strpos(term, '@') + 1), id from pos_terms
    where strpos(term, '@') > 0`;
  for (let first = 0; first < count; first += AT_ONCE) {
    await addSales(owner, { first, last: Math.min(first + AT_ONCE, count) - 1, count });
  }
  for (const table of FILLED) {
    await owner.withClient((client) => client.query(`vacuum analyze ${table}`));
  }
}

interface Part {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** One sale per minute. Its values follow from its number, so that every fill is the same. */
async function addSales(owner: DatabasePool, { first, last, count }: Part): Promise<void> {
  await owner.rows`
    with numbers as (
      select n, n < ${count}::int / 10 as is_old, hashint4(n) & 2147483647 as mixed,
        '2024-01-01T00:00:00Z'::timestamptz + n * interval '1 minute' as at
      from generate_series(${first}::int, ${last}::int) n
    ), sales as (
      insert into pos_sales (account_id, id, user_id, cashier, status, subtotal_cents,
        discount_cents, tax_cents, tip_cents, total_cents, currency, taxes, customer_email,
        token_id, transaction_id, card_brand, last4, created_at, updated_at)
      overriding system value
      select ${SHOP}::bigint, n + 1,
        case when is_old and mixed % 3 = 0 then ${OLD.user}::int
          else 1 + mixed % ${USERS - 1}::int end,
        'cashier', case when mixed % 1000 < 970 then 'completed' when mixed % 1000 < 985
          then 'declined' when mixed % 1000 < 999 then 'refunded' else 'failed' end,
        100 + mixed % 20000, 0, 0, 0, 100 + mixed % 20000, 'USD', '[]',
        case when mixed % 10 < 3
          then 'customer' || (1 + mixed % ${CUSTOMERS}::int) || '@example.test' end,
        1, n, 'VISA', lpad((mixed % 10000)::text, 4, '0'), at, at
      from numbers
    ), lines as (
      insert into pos_sale_lines (account_id, sale_id, category_id, name, price_cents, quantity,
        tax_rate_ids, share_cents, created_at)
      select ${SHOP}::bigint, n + 1,
        case when is_old and k = 1 then ${OLD.category}::int
          else 1 + (mixed / k) % ${CATEGORIES - 1}::int end,
        'item', 100, 1, '{}', 100, at
      from numbers cross join generate_series(1, 2) k
    )
    insert into pos_sale_terms (account_id, term_id, created_at, sale_id)
    select ${SHOP}::bigint, term, at, n + 1 from numbers cross join lateral (
      select case when is_old then ${OLD.item}::int else 1 + mixed % ${ITEMS - 1}::int end as term
      union select 1 + (mixed / 7) % ${ITEMS - 1}::int
      union select ${ITEMS}::int + 1 + mixed % ${CUSTOMERS}::int where mixed % 10 < 3
      union select ${ITEMS + CUSTOMERS}::int + 1 + mixed % 10000) terms`;
}
