/**
 * Stores the orders of the simulated card host: one row per reference, in commits of its own, so that
 * tests find a double charge even after a crash. It never stores a card number.
 */
import { arrayLiteral } from "../../db/arrays.ts";
import { Coalescer } from "../../db/coalescer.ts";
import type { Database } from "../../db/database.ts";
import type { HostCharge } from "../../ports/host-charge.ts";
import type { ChargePage, ChargeRange, PlacedOrder } from "../../ports/processor.ts";
import type { Decision } from "./decision.ts";

/** What an inquiry stores about an order that has not arrived. */
interface NeverArrived {
  readonly kind: "never_arrived";
}

export interface Recalled {
  readonly decision: Decision | NeverArrived;
  readonly isReversed: boolean;
}

interface Entry {
  readonly order: PlacedOrder;
  readonly decision: Recalled["decision"];
}

const QUEUE_MAX = 10_000;
const CHARGES_PER_PAGE = 500;
/** The decision for an order that was reversed before it arrived. */
export const REVERSED: Decision = { kind: "declined", message: "REVERSED" };
const NEVER_ARRIVED: NeverArrived = { kind: "never_arrived" };

export class OrderMemory {
  readonly #db: Database;
  readonly #entries: Coalescer<Entry, Recalled>;

  constructor(db: Database) {
    this.#db = db;
    this.#entries = new Coalescer({
      runAll: (entries) => this.#rememberAll(entries),
      runOne: (entry) => this.#rememberOne(entry),
      failsAllRows: (error) => !isAboutOneRow(error),
      queueMax: QUEUE_MAX,
    });
  }

  /** Whether the next order would be refused before it is sent. */
  get isFull(): boolean {
    return this.#entries.waiting >= QUEUE_MAX;
  }

  /** Returns what is stored: the first decision for a reference counts. */
  rememberOrder(order: PlacedOrder, decision: Decision): Promise<Recalled> {
    return this.#entries.run({ order, decision });
  }

  async recallOrder(reference: string): Promise<Recalled | undefined> {
    const [row] = await this.#db.rows<Recalled>`
      select answer as decision, reversed_at is not null as "isReversed"
      from simulator.card_orders where reference = ${reference}`;
    return row;
  }

  /** After an inquiry, an order that has not arrived never arrives: it is refused if it comes later. */
  async closeOrder(order: PlacedOrder): Promise<Recalled> {
    const known = await this.recallOrder(order.reference);
    return known ?? this.#rememberOne({ order, decision: NEVER_ARRIVED });
  }

  /** Repeated calls change nothing. */
  async reverseOrder(order: PlacedOrder): Promise<void> {
    await this.#db.rows`
      insert into simulator.card_orders as known
        (reference, account_id, transaction_id, transaction_type, amount_cents, answer, reversed_at)
      values (${order.reference}, ${order.accountId}, ${order.transactionId},
        ${order.transactionType}, ${order.amount}, ${JSON.stringify(REVERSED)}, now())
      on conflict (reference) do update set reversed_at = now() where known.reversed_at is null`;
  }

  /** Approved orders that were not reversed, in the order of their arrival. */
  async listCharges({ from, to }: ChargeRange, after = ""): Promise<ChargePage> {
    const [, at, reference] = /^(.+) (\S+)$/.exec(after) ?? [];
    const rows = await this.#db.rows<HostCharge & { readonly mark: string }>`
      select reference, account_id as "accountId", lpad(transaction_id::text, 12, '0') as
        "transactionId", transaction_type as "transactionType",
        coalesce((answer ->> 'amount')::int, amount_cents) as amount, received_at as "chargedAt",
        received_at::text || ' ' || reference as mark
      from simulator.card_orders
      where received_at >= ${from} and received_at < ${to} and reversed_at is null
        and answer ->> 'kind' = 'approved'
        and (${at}::timestamptz is null
          or (received_at, reference) > (${at}::timestamptz, ${reference}::uuid))
      order by received_at, reference limit ${CHARGES_PER_PAGE}`;
    const next = rows.length < CHARGES_PER_PAGE ? undefined : rows.at(-1)?.mark;
    return { kind: "listed", charges: rows.map(({ mark, ...charge }) => charge), next };
  }

  /**
   * A known reference fails the whole statement, and each row is then repeated alone. A conflict clause
   * with RETURNING would make every row a fifth slower (measured; the bench row is payment-sale).
   * Answers are lines of one text, so that their quotes need no escaping in an array.
   */
  async #rememberAll(entries: readonly Entry[]): Promise<readonly Recalled[]> {
    const orders = entries.map(({ order }) => order);
    const answers = entries.map(({ decision }) => JSON.stringify(decision));
    await this.#db.rows`
      insert into simulator.card_orders
        (reference, account_id, transaction_id, transaction_type, amount_cents, answer)
      select * from unnest(
        ${arrayLiteral(orders.map(({ reference }) => reference))}::uuid[],
        ${arrayLiteral(orders.map(({ accountId }) => accountId))}::bigint[],
        ${arrayLiteral(orders.map(({ transactionId }) => transactionId))}::bigint[],
        ${arrayLiteral(orders.map(({ transactionType }) => transactionType))}::text[],
        ${arrayLiteral(orders.map(({ amount }) => amount))}::integer[],
        string_to_array(${answers.join("\n")}, chr(10))::json[])`;
    return entries.map(fresh);
  }

  async #rememberOne(entry: Entry): Promise<Recalled> {
    const { order, decision } = entry;
    const [mine] = await this.#db.rows`
      insert into simulator.card_orders
        (reference, account_id, transaction_id, transaction_type, amount_cents, answer)
      values (${order.reference}, ${order.accountId}, ${order.transactionId},
        ${order.transactionType}, ${order.amount}, ${JSON.stringify(decision)})
      on conflict (reference) do nothing returning reference`;
    if (mine !== undefined) return fresh(entry);
    const known = await this.recallOrder(order.reference);
    if (known === undefined)
      throw new Error(`order ${order.reference} was not found after a conflict`);
    return known;
  }
}

function fresh({ decision }: Entry): Recalled {
  return { decision, isReversed: false };
}

const ROW_CLASSES = ["22", "23", "40"];
const STATEMENT_CLASSES = ["22", "23", "42"];

/** A bad value, a constraint or a deadlock: the other rows may succeed. */
function isAboutOneRow(error: unknown): boolean {
  return ROW_CLASSES.includes(sqlStateClass(error));
}

/** The server refused the statement: a bug, not a network failure. */
export function isStatementError(error: unknown): boolean {
  return STATEMENT_CLASSES.includes(sqlStateClass(error));
}

/** The first two characters of an SQLSTATE are the class of the error. */
function sqlStateClass(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && code.length === 5 ? code.slice(0, 2) : "";
}
