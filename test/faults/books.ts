/**
 * Reads the tables of the simulated card host and of the product, by plain SQL over a connection of its
 * own. It uses none of the product's code.
 */
import pg from "pg";
import { until } from "../kit/until.ts";

/** One order of the card host. */
export interface Order {
  readonly accountId: string;
  readonly transactionId: string;
  readonly type: string;
  readonly amountCents: number;
  /** approved, declined, reversed */
  readonly kind: string;
  readonly message: string | undefined;
  readonly authorizationCode: string | undefined;
}

/** One transaction of the product. */
export interface Row {
  readonly accountId: string;
  readonly transactionId: string;
  readonly type: string;
  readonly state: string;
  readonly isApproved: boolean;
  readonly amountCents: number;
  readonly requestCents: number;
  readonly message: string;
  readonly authorizationCode: string | undefined;
  readonly mark: string | undefined;
}

export interface Books {
  readonly orders: readonly Order[];
  readonly rows: readonly Row[];
}

/** A process that dies during reconciliation may hold an attempt for half a minute. */
const QUIET_WITHIN_MS = 75_000;
/** A late answer can reopen a finished payment, so one quiet moment is not enough. */
const QUIET_FOR_MS = 150;

export async function readBooks(databaseUrl: string): Promise<Books> {
  return asking(databaseUrl, async (client) => {
    const orders = await client.query(`
      select account_id::text as "accountId", lpad(transaction_id::text, 12, '0') as
        "transactionId", transaction_type as type, amount_cents as "amountCents",
        case when reversed_at is null then answer->>'kind' else 'reversed' end as kind,
        answer->>'message' as message, answer->>'authorizationCode' as "authorizationCode"
      from simulator.card_orders where answer->>'kind' <> 'never_arrived'`);
    const rows = await client.query(`
      select account_id::text as "accountId", lpad(id::text, 12, '0') as "transactionId",
        transaction_type as type, state, is_approved as "isApproved", message,
        amount_cents as "amountCents", request_amount_cents as "requestCents",
        authorization_code as "authorizationCode", custom_id as mark
      from transactions`);
    return { orders: orders.rows.map(withoutNulls), rows: rows.rows.map(withoutNulls) };
  });
}

function withoutNulls<Item extends object>(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)) as Item;
}

/** Waits until no attempt is open for a while. Returns the last state. */
export async function untilQuiet(databaseUrl: string): Promise<string> {
  return asking(databaseUrl, async (client) => {
    let left: unknown[] = [];
    let busyAt = performance.now();
    try {
      await until(async () => {
        const { rows } = await client.query(`
          select transaction_id, state, amount_cents, asked,
            extract(epoch from now() - started_at)::int as age_seconds
          from open_attempts order by started_at limit 10`);
        if (rows.length > 0) left = rows;
        if (rows.length > 0) busyAt = performance.now();
        return performance.now() - busyAt > QUIET_FOR_MS;
      }, QUIET_WITHIN_MS);
    } catch {
      throw new Error(`still in flight after ${QUIET_WITHIN_MS} ms: ${JSON.stringify(left)}`);
    }
    return JSON.stringify(left);
  });
}

export async function asking<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(databaseUrl);
  // A broken connection fails its statement. Without a listener the event would end the test.
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
