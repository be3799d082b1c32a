/** Status calls with many transactions against status calls with few: the size must not matter. */
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { FORM_TYPE } from "../../src/wire/form.ts";
import type { BenchInstallation } from "../bench-installation.ts";
import type { Cleaning } from "../cleaning.ts";
import type { BenchRow } from "../row.ts";
import { ACCOUNTS, STATUS_PATH } from "../sales.ts";

const FEW = 100_000;
const MANY = 10_000_000;
const ASKED = 4_096;
/** Rows per insert, so that the server need not hold more at once. */
const AT_ONCE = 500_000;
/** The first counter of these rows, higher than any of the product. */
const FIRST_COUNTER = 100_000_000;
const MONTH_SIZE = 1_000_000_000;

export const growthStatus: BenchRow = {
  name: "growth-status",
  about: "GET_TRANSACTION_STATUS with 10 million transactions against 100 thousand",
  unit: "a second",
  better: "higher",
  target: 0.9,

  async prepare(installation, cleaning, { scale }) {
    const load = installation.load();
    const ask = async (count: number) => {
      const { url, ids } = await openFilledEnvironment(
        installation,
        cleaning,
        Math.ceil(count * scale),
      );
      const bodies = ids.map(statusForm);
      return load.on({ url, contentType: FORM_TYPE, bodies, expected: '"found":true' });
    };
    return { product: await ask(MANY), peer: await ask(FEW) };
  },
};

interface Asked {
  readonly id: string;
  readonly account: (typeof ACCOUNTS)[number];
}

async function openFilledEnvironment(
  installation: BenchInstallation,
  cleaning: Cleaning,
  count: number,
) {
  const { productUrl, owner } = await installation.openEnvironment(cleaning);
  const months = await listMonths(owner);
  for (let first = 0; first < count; first += AT_ONCE) {
    await addTransactions(owner, months, { first, count: Math.min(AT_ONCE, count - first) });
  }
  await owner.rows`vacuum analyze transactions`;
  const ids = Array.from({ length: ASKED }, (_, place) =>
    pickTransaction(months, (place * 7_919) % count),
  );
  return { url: productUrl + STATUS_PATH, ids };
}

/** The months that the product has partitions for. */
async function listMonths(owner: DatabasePool): Promise<number[]> {
  const rows = await owner.rows<{ month: number }>`
    select substring(inhrelid::regclass::text from '\\d+$')::int as month
    from pg_inherits where inhparent = 'transactions'::regclass order by 1`;
  return rows.map(({ month }) => month);
}

async function addTransactions(
  owner: DatabasePool,
  months: readonly number[],
  { first, count }: { readonly first: number; readonly count: number },
): Promise<void> {
  const accounts = ACCOUNTS.map(({ account_id }) => account_id);
  await owner.rows`
    insert into transactions (account_id, id, attempt_id, transaction_type, tender_type, state,
      is_approved, authorized_at, amount_cents, request_amount_cents, currency, message, card_brand,
      last4, card_expiration, entry_mode, first_name, last_name, cashier, batch_id, batched_at)
    select (${accounts}::bigint[])[1 + place % ${accounts.length}],
      (${months}::bigint[])[1 + place % ${months.length}] * ${MONTH_SIZE}::bigint
        + ${FIRST_COUNTER}::bigint + place,
      gen_random_uuid(), 'SALE', 'CARD', 'sold', true, now(), 1234, 1234, 'USD', 'APPROVED', 'VISA',
      '1111', '1230', 'KEYED', 'Ada', 'Buyer', 'till 1', 1, now()
    from generate_series(${first}::int, ${first + count - 1}::int) as place`;
}

function pickTransaction(months: readonly number[], place: number): Asked {
  const month = months[place % months.length] ?? 0;
  const account = ACCOUNTS[place % ACCOUNTS.length] ?? ACCOUNTS[0];
  return { id: String(month * MONTH_SIZE + FIRST_COUNTER + place), account };
}

function statusForm({ id, account }: Asked): string {
  return new URLSearchParams({
    ...account,
    action: "GET_TRANSACTION_STATUS",
    transaction_id: id,
    response_format: "JSON",
  }).toString();
}
