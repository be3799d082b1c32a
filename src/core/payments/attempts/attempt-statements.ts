/** The two statements of the payment path, each for many rows at once. SQL only. */
import { unnest } from "../../../db/arrays.ts";
import { Sql, sql } from "../../../db/sql.ts";
import { Statement } from "../../../db/statement.ts";
import { WRITTEN_COLUMNS } from "../transaction-columns.ts";

export const START_TYPES = {
  account_id: "bigint",
  attempt_id: "uuid",
  transaction_id: "bigint",
  is_issued: "boolean",
  key_digest: "bytea",
  transaction_type: "text",
  amount_cents: "integer",
  fingerprint: "bytea",
  note: "json",
  started_at: "timestamptz",
  lease_until: "timestamptz",
  source_kind: "text",
  source_sealed: "bytea",
} as const;

/** Begins attempts that claim an id or a key; $14 is when the oldest good id was issued. */
export const START = new Statement(sql`
  with asked as materialized (
    select * from ${unnest(START_TYPES)}
  ), spent as (
    delete from issued_ids issued using asked
    where asked.is_issued and issued.account_id = asked.account_id
      and issued.id = asked.transaction_id and issued.issued_at > ${slot(14)}::timestamptz
    returning asked.attempt_id
  ), keyed as (
    insert into idempotency_keys (account_id, digest, attempt_id, transaction_id, created_at)
    select account_id, key_digest, attempt_id, transaction_id, started_at
    from asked where key_digest is not null
    on conflict do nothing
    returning attempt_id
  ), first as materialized (
    select * from asked
    where (not is_issued or attempt_id in (select attempt_id from spent))
      and (key_digest is null or attempt_id in (select attempt_id from keyed))
  ), ${beginning("first")}
  ${ownIds("begun")}`);

/** Most attempts claim nothing: they need not be told from those that come second. */
export const START_UNCLAIMED = new Statement(sql`
  with asked as materialized (
    select * from ${unnest(START_TYPES)}
  ), ${beginning("asked")}
  ${ownIds("begun")}`);

function beginning(source: string): Sql {
  return new Sql(
    [
      `begun as (
    insert into open_attempts (account_id, attempt_id, transaction_id, transaction_type,
      amount_cents, fingerprint, idempotency_digest, request, started_at, lease_until)
    select account_id, attempt_id, transaction_id, transaction_type, amount_cents, fingerprint,
      key_digest, note, started_at, lease_until
    from ${source}
    returning attempt_id
  ), sealed as (
    insert into vault (account_id, token_id, kind, sealed, created_at, used_at)
    select account_id, transaction_id, source_kind, source_sealed, started_at, started_at
    from ${source} where source_kind is not null
  )`,
    ],
    [],
  );
}

const END_TYPES = {
  account_id: "bigint",
  attempt_id: "uuid",
  outcome: "text",
  answer: "json",
  finished_at: "timestamptz",
  events: "json",
} as const;

/** Few requests fill one of them, and every column costs, filled or not. */
const SELDOM: ReadonlySet<string> = new Set<keyof typeof WRITTEN_COLUMNS>([
  "original_id",
  "company",
  "street_address2",
  "country",
  "phone",
  "ip_address",
  "custom_data",
  "transaction_group",
  "input_group",
  "invoice_entry",
  "payment_type",
  "installment_number",
  "installment_count",
  "recurring_id",
  "check_number",
  "sec_code",
  "sec_code_sent",
  "bank_account_type",
  "verification_passed",
  "verification_message",
  "form_name",
  "form_fields",
]);

const [OFTEN_WRITTEN, SELDOM_WRITTEN] = [false, true].map((isSeldom) =>
  Object.fromEntries(
    Object.entries(WRITTEN_COLUMNS).filter(([column]) => SELDOM.has(column) === isSeldom),
  ),
) as [Columns, Columns];
type Columns = Readonly<Record<string, string>>;

/** Those that are filled seldom come last. */
export const FINISH_TYPES = { ...END_TYPES, ...OFTEN_WRITTEN, ...SELDOM_WRITTEN };
/** How many slots come before them. */
export const FINISH_OFTEN = Object.keys({ ...END_TYPES, ...OFTEN_WRITTEN }).length;

/**
 * Ends attempts with the transactions that they made; the last slot is now. Whose number of rows is
 * a question is taken for a few: so the planner looks each attempt up by its key, however empty the
 * table was when it was last counted. (Seen otherwise: every open attempt beside every row.)
 */
export const FINISH = finishing(WRITTEN_COLUMNS, FINISH_TYPES);
/** Where nobody fills a column that is filled seldom. */
export const FINISH_USUAL = finishing(OFTEN_WRITTEN, { ...END_TYPES, ...OFTEN_WRITTEN });

function finishing(columns: Columns, types: Columns): Statement {
  const written = list(Object.keys(columns));
  const now = slot(Object.keys(types).length + 1);
  return new Statement(sql`
  with closed as (
    delete from open_attempts open using (
      select * from ${unnest(types)} limit (select cardinality(${slot(2)}::uuid[]))) asked
    where open.account_id = asked.account_id and open.attempt_id = asked.attempt_id
    returning open.transaction_id, open.fingerprint, open.started_at, asked.*
  ), kept as (
    insert into attempts (account_id, transaction_id, attempt_id, transaction_type, outcome,
      fingerprint, answer, started_at, finished_at)
    select account_id, transaction_id, attempt_id, transaction_type, outcome, fingerprint, answer,
      started_at, finished_at
    from closed
  ), written as (
    insert into transactions (account_id, id, attempt_id, authorised_at, ${written})
    select account_id, transaction_id, attempt_id, started_at, ${written}
    from closed
  ), told as (
    insert into outbox (account_id, kind, event, transaction_id, payload, created_at, due_at)
    select account_id, one.kind, one.event, transaction_id, one.payload,
      ${now}::timestamptz, ${now}::timestamptz
    from closed, json_to_recordset(events) as one (kind text, event text, payload json)
    where events is not null
  )
  ${ownIds("closed")}`);
}

/** How many, and who where it is not everybody: most often a count says it all. */
function ownIds(step: string): Sql {
  const whole = `(select cardinality($2::uuid[]))`;
  return new Sql(
    [
      `select count(*)::int as count,
      case when count(*) < ${whole} then array_agg(attempt_id::text) end as ids from ${step}`,
    ],
    [],
  );
}

function list(columns: readonly string[]): Sql {
  return new Sql([columns.join(", ")], []);
}

function slot(place: number): Sql {
  return new Sql([`$${place}`], []);
}
