/**
 * Fills a merchant's year for the console: cards and bank accounts in daily batches, returned and
 * pending ACH payments, a token for each payment, stored and removed cards, and held credits.
 */
import type { DatabasePool } from "../src/db/database-pool.ts";
import { monthNumber } from "../src/values/transaction-id.ts";

const YEAR_DAYS = 365;
const DAY_MS = 86_400_000;
/** The first counter of these payments, higher than any of the product. */
const FIRST_COUNTER = 100_000_000;
const MONTH_SIZE = 1_000_000_000;
/** Rows per insert, so that the server need not hold more at once. */
const AT_ONCE = 50_000;
const HELD_CREDITS = 2_000;

export interface Year {
  readonly accountId: string;
  /** Of all payments. */
  readonly count: number;
}

/** In the order of time, as a merchant's payments are stored. */
export async function fillConsoleYear(owner: DatabasePool, year: Year): Promise<void> {
  const { accountId, count } = year;
  const from = Temporal.Now.instant().subtract({ hours: 24 * YEAR_DAYS });
  for (let first = 0; first < count; first += AT_ONCE) {
    const last = Math.min(first + AT_ONCE, count) - 1;
    await addPayments(owner, { ...year, from, first, last });
  }
  await addBankUpdates(owner, accountId);
  await addBankFiles(owner, accountId, from);
  await addBatches(owner, accountId);
  await addTokens(owner, accountId);
  await addHeldCredits(owner, accountId);
  await owner.rows`vacuum analyze`;
}

interface Part extends Year {
  readonly from: Temporal.Instant;
  readonly first: number;
  readonly last: number;
}

/**
 * One payment in five is from a bank account: it settles after three days, or one in a hundred is
 * returned. One in fifty only stores a card, and one in a hundred of these expires this month.
 */
async function addPayments(owner: DatabasePool, part: Part): Promise<void> {
  const { accountId, count, from, first, last } = part;
  const stepMs = (YEAR_DAYS * DAY_MS) / count;
  const base = monthNumber(Temporal.Now.instant()) * MONTH_SIZE + FIRST_COUNTER;
  await owner.rows`
    insert into transactions (account_id, id, attempt_id, transaction_type, tender_type, state,
      is_approved, authorized_at, amount_cents, request_amount_cents, currency, authorization_code,
      message, card_brand, last4, card_expiration, entry_mode, avs_response, first_name, last_name,
      street_address1, email, cashier, custom_id, description, sec_code, bank_account_type,
      batch_id, batched_at, settle_at, return_code)
    select ${accountId}::bigint, ${base}::bigint + place, gen_random_uuid(),
      case state when 'stored' then 'STORE' else 'SALE' end, case when is_bank then 'ACH' else 'CARD' end,
      state, true, at, cents, cents, 'USD', upper(substr(md5(place::text), 1, 6)), 'APPROVED',
      case when is_bank then 'ACH' else 'VISA' end,
      case when is_bank then lpad((place % 7000)::text, 4, '0') else '1111' end,
      case when state = 'stored' and place % 5000 = 2 then to_char(now(), 'MMYY')
        when not is_bank then '1240' end,
      case when not is_bank then 'KEYED' end, case when not is_bank then 'Y' end, 'Ada',
      'Buyer ' || place, 1 + place % 900 || ' Main Street', 'buyer' || place || '@example.com',
      'till 1', 'order-' || place, 'Two books, and a map', case when is_bank then 'WEB' end,
      case when is_bank then 'checking' end, case when closes_at < now() then day end,
      case when closes_at < now() then closes_at end,
      case when state in ('settled', 'returned') then closes_at + interval '3 days' end,
      case when state = 'returned' then 'R01' end
    from (
      select *, case when place % 50 = 2 then 'stored' when not is_bank then 'sold'
          when closes_at + interval '3 days' > now() then 'pending'
          when place % 500 = 1 then 'returned' else 'settled' end as state,
        case when place % 50 = 2 then 0 else 1000 + place % 50000 end as cents
      from (
        select place, place % 5 = 1 as is_bank, day,
          ${from}::timestamptz + place * ${stepMs}::float8 * interval '1 ms' as at,
          case when place % 50 <> 2 then ${from}::timestamptz + day * interval '1 day' end as closes_at
        from generate_series(${first}::int, ${last}::int) as place,
          lateral (select 1 + floor(place * ${stepMs}::float8 / ${DAY_MS})::int as day) placed) timed) one`;
}

async function addBankUpdates(owner: DatabasePool, accountId: string): Promise<void> {
  await owner.rows`
    insert into ach_updates (account_id, transaction_id, update_number, status, action_at, return_code)
    select account_id, id, 1, case state when 'returned' then 'DECLINED\\RETURNED'
      else 'SETTLED\\FUNDED' end, settle_at, return_code
    from transactions
    where account_id = ${accountId} and tender_type = 'ACH' and state in ('settled', 'returned')`;
}

/** A file each day with one batch. Those of the last three days are not settled. */
async function addBankFiles(
  owner: DatabasePool,
  accountId: string,
  from: Temporal.Instant,
): Promise<void> {
  await owner.rows`
    insert into ach_files (connection, cut_off, cut_off_at, name, created_at, id_modifier,
      settles_on, state, draft_name, first_sequence, last_sequence, settled_at)
    select 'simulator', 'daily', at, 'bench-' || place, at, 'A', at::date + 1, 'handed_over',
      'bench-draft-' || place, 1, 1,
      case when at + interval '3 days' <= now() then at + interval '3 days' end
    from (
      select place, ${from}::timestamptz + place * interval '1 day' as at
      from generate_series(1, ${YEAR_DAYS - 1}::int) as place) day`;
  await owner.rows`
    insert into ach_batches (account_id, file_id, number, account_number, sec_code, direction,
      entry_count, amount_cents)
    select ${accountId}::bigint, file.id, 1, one.batch_id, 'WEB', 'debit', count(*),
      sum(one.amount_cents)
    from ach_files file join transactions one
      on one.account_id = ${accountId} and one.batched_at = file.cut_off_at
        and one.tender_type = 'ACH'
    group by file.id, one.batch_id`;
}

async function addBatches(owner: DatabasePool, accountId: string): Promise<void> {
  await owner.rows`
    insert into card_batches (account_id, number, closed_at, transaction_count, net_cents)
    select account_id, batch_id, batched_at, count(*), sum(amount_cents) from transactions
    where account_id = ${accountId} and tender_type = 'CARD' and batch_id is not null
    group by account_id, batch_id, batched_at
    on conflict do nothing`;
}

/** One payment in forty is charged again. The merchant removed the newest stored cards and some others. */
async function addTokens(owner: DatabasePool, accountId: string): Promise<void> {
  await owner.rows`
    insert into vault (account_id, token_id, kind, sealed, created_at, used_at, charged_at)
    select account_id, id, case tender_type when 'ACH' then 'bank' else 'card' end,
      decode(repeat('00', 90), 'hex'), authorized_at, authorized_at,
      case when id % 40 = 0 then authorized_at end
    from transactions where account_id = ${accountId}
    on conflict do nothing`;
  await owner.rows`
    insert into removed_tokens (account_id, token_id, removed_at)
    select account_id, id, now() from (
      select account_id, id, row_number() over (order by id desc) as place from transactions
      where account_id = ${accountId} and state = 'stored') stored
    where place <= 200 or place % 4 = 0`;
}

async function addHeldCredits(owner: DatabasePool, accountId: string): Promise<void> {
  const details = { amountCents: 20_000, currency: "USD", tender: "CARD", last4: "1111" };
  await owner.rows`
    insert into approvals (kind, account_id, subject, details, state, requested_by, requested_at,
      expires_at, decided_by, decided_at, used_at)
    select 'credit', ${accountId}, int4send(place), ${JSON.stringify(details)}::json,
      case when place % 20 = 0 then 'requested' else 'used' end, 'account', at,
      at + interval '3 days', case when place % 20 > 0 then 'operator' end,
      case when place % 20 > 0 then at end, case when place % 20 > 0 then at end
    from (
      select place, now() - (${HELD_CREDITS} - place) * interval '1 hour' as at
      from generate_series(1, ${HELD_CREDITS}::int) as place) asked`;
}
