/** A row with the columns that a card sale of the product fills, copied from one of its rows. */
import { randomUUID } from "node:crypto";
import type pg from "pg";

/** Higher than any id of the product. */
const FIRST_ID = 900_000_000_000;

/** The fields of a sale's form by the name of their column. */
const FROM_FORM = [
  "account_id",
  "first_name",
  "last_name",
  "street_address1",
  "city",
  "zip",
  "email",
  "custom_id",
  "cashier",
];

type Values = Record<string, unknown>;

export class SaleRows {
  readonly statement: string;
  readonly #columns: readonly string[];
  readonly #sample: Values;
  #nextId: number;

  private constructor(sample: Values, lastId: number) {
    this.#sample = sample;
    this.#columns = Object.keys(sample).filter((column) => sample[column] !== null);
    this.#nextId = lastId + 1;
    const slots = this.#columns.map((_, place) => `$${place + 1}`);
    this.statement = `insert into bench.transactions (${this.#columns.join(", ")})
      values (${slots.join(", ")}) returning id`;
  }

  static async open(pool: pg.Pool): Promise<SaleRows> {
    const { rows } = await pool.query<{ sample: Values; last: string }>(
      `select to_jsonb(sale) as sample,
        (select greatest(max(id), $1) from bench.transactions) as last
      from transactions sale where transaction_type = 'SALE' limit 1`,
      [FIRST_ID],
    );
    const [row] = rows;
    if (row === undefined) throw new Error("the product has taken no sale yet");
    return new SaleRows(row.sample, Number(row.last));
  }

  rowValues(form: URLSearchParams): unknown[] {
    const own: Values = {
      id: this.#nextId++,
      attempt_id: randomUUID(),
      authorized_at: Temporal.Now.instant().toString(),
    };
    for (const name of FROM_FORM) own[name] = form.get(name);
    return this.#columns.map((column) => own[column] ?? this.#sample[column]);
  }
}
