/** The columns of a transaction list as SQL: what they show, and by what they are ordered. */
import { type Sql, sql } from "../../../db/sql.ts";
import { FORMULA_START } from "../../../values/text/formula-guard.ts";
import { inGroups, inTypeKinds } from "../../payments/state-sql.ts";
import { BRAND_LABELS, STATE_LABELS, TYPE_LABELS } from "./list-labels.ts";
import type { ListColumn, ListOrder, ListPosition } from "./transaction-filter.ts";

interface ColumnSql {
  readonly header: string;
  /** For people, as text. */
  readonly shown: Sql;
  /** Never null, because a position is compared with it. Ordered like the shown text if absent. */
  readonly order?: Sql;
  readonly type?: "timestamptz" | "int" | "bigint";
}

const NAME = sql`coalesce(nullif(concat_ws(' ', one.first_name, one.last_name), ''), one.company, '')`;
/** By last name, as people look for it. */
const NAME_ORDER = sql`lower(coalesce(nullif(concat_ws(' ', one.last_name, one.first_name), ''),
  one.company, ''))`;
const SOURCE = sql`concat_ws(' ', coalesce(${JSON.stringify(BRAND_LABELS)}::jsonb ->> one.card_brand,
  one.card_brand), one.last4)`;
const TYPE = sql`coalesce(${JSON.stringify(TYPE_LABELS)}::jsonb ->> one.transaction_type,
  one.transaction_type)`;
const STATE = sql`case
  when one.state = 'pending' and one.batched_at is not null then 'Sent to bank'
  when one.state ${inGroups("paid", "settled")} and one.refunded_cents > 0
    then case when one.refunded_cents >= one.amount_cents then 'Refunded' else 'Partially refunded' end
  else coalesce(${JSON.stringify(STATE_LABELS)}::jsonb ->> one.state, one.state) end`;
/** Refunds and credits are negative. */
const SIGNED_CENTS = sql`case when one.transaction_type ${inTypeKinds("refund")}
  then -one.amount_cents else one.amount_cents end`;

export const COLUMN_SQL: Readonly<Record<ListColumn, ColumnSql>> = {
  at: {
    header: "Date",
    shown: sql`to_char(one.authorized_at, 'YYYY-MM-DD HH24:MI:SSTZH:TZM')`,
    order: sql`one.authorized_at`,
    type: "timestamptz",
  },
  id: {
    header: "Transaction ID",
    shown: sql`lpad(one.id::text, 12, '0')`,
    order: sql`one.id`,
    type: "bigint",
  },
  type: { header: "Type", shown: TYPE },
  name: { header: "Customer", shown: withoutFormula(NAME), order: NAME_ORDER },
  source: { header: "Payment method", shown: SOURCE },
  state: { header: "Status", shown: STATE },
  message: textColumn("Response", sql`one.message`),
  email: textColumn("Email", sql`one.email`),
  description: textColumn("Description", sql`one.description`),
  invoice: textColumn("Invoice number", sql`one.invoice_entry`),
  customId: textColumn("Order number", sql`one.custom_id`),
  cashier: textColumn("Cashier", sql`one.cashier`),
  code: textColumn("Authorization code", sql`one.authorization_code`),
  refunded: amountColumn("Refunded", sql`one.refunded_cents`),
  amount: amountColumn("Amount", SIGNED_CENTS),
};

function textColumn(header: string, value: Sql): ColumnSql {
  return { header, shown: withoutFormula(value), order: sql`lower(coalesce(${value}, ''))` };
}

function amountColumn(header: string, cents: Sql): ColumnSql {
  return {
    header,
    shown: sql`((${cents})::numeric / 100)::numeric(12, 2)::text`,
    order: cents,
    type: "int",
  };
}

/** The same as guardFormula, for rows that the database copies. */
function withoutFormula(text: Sql): Sql {
  return sql`regexp_replace(${text}, ${FORMULA_START}, ${"'\\&"})`;
}

export function orderKey({ by }: ListOrder): Sql {
  const { shown, order = shown } = COLUMN_SQL[by];
  return order;
}

/** Transactions with the same value are ordered by ID, so every list has one order. */
export function orderTerms(order: ListOrder): Sql {
  const key = orderKey(order);
  return order.isDescending ? sql`${key} desc, one.id desc` : sql`${key}, one.id`;
}

/** What comes after a position. The condition on the time alone is for the index of the time. */
export function afterPosition(order: ListOrder, after: ListPosition): Sql {
  const key = orderKey(order);
  const value = positionValue(order, after);
  const id = sql`${after.id}::bigint`;
  return order.isDescending
    ? sql`${key} <= ${value} and (${key}, one.id) < (${value}, ${id})`
    : sql`${key} >= ${value} and (${key}, one.id) > (${value}, ${id})`;
}

function positionValue({ by }: ListOrder, { key }: ListPosition): Sql {
  const { type } = COLUMN_SQL[by];
  if (type === "timestamptz") return sql`${key}::timestamptz`;
  if (type === "int") return sql`${key}::int`;
  return type === "bigint" ? sql`${key}::bigint` : sql`${key}::text`;
}
