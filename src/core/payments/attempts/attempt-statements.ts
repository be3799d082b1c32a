/** The statements that begin and end attempts, each for many rows at once. */
import { unnest } from "../../../db/arrays.ts";
import { Sql, sql } from "../../../db/sql.ts";
import { Statement } from "../../../db/statements/statement.ts";
import { type InsertEvents, insertEventsOfAttempts } from "../../outbox/outbox-writer-store.ts";
import {
  type ColumnsByValue,
  columnTypes,
  PURCHASE_VALUES,
  TRANSACTION_COLUMNS,
  type TransactionValue,
} from "../transaction-columns-sql.ts";

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

export const GUARDED_START_TYPES = {
  ...START_TYPES,
  guard_digest: "bytea",
  guard_until: "timestamptz",
} as const;

/** The statements with the names of their tables, which differ on the nodes of a Citus cluster. */
export interface AttemptStatements {
  /** Begins attempts that claim an id or a key. Ids that were issued before $14 have expired. */
  readonly start: Statement;
  /** Begins attempts that claim nothing, as most do. */
  readonly startUnclaimed: Statement;
  /** Begins attempts that claim only a guard against duplicates that nobody holds. */
  readonly startGuarded: Statement;
  /** Ends attempts and writes their transactions. The last parameter is the current time. */
  readonly finish: Statement;
  /** For rows that have no rare value. */
  readonly finishUsual: Statement;
}

/** Names a table, or a shard of it. */
export type NameTable = (table: string) => Sql;

/** `insertEvents` inserts the events of the attempts in a table expression. */
export function attemptStatements(name: NameTable, insertEvents: InsertEvents): AttemptStatements {
  const usual = { ...END_COLUMNS, ...OFTEN_WRITTEN };
  return {
    start: new Statement(startClaimed(name)),
    startUnclaimed: new Statement(startUnclaimed(name)),
    startGuarded: new Statement(startGuarded(name)),
    finish: new Statement(
      finishAttempts({ name, insertEvents, transaction: TRANSACTION_COLUMNS, all: FINISH_COLUMNS }),
    ),
    finishUsual: new Statement(
      finishAttempts({ name, insertEvents, transaction: OFTEN_WRITTEN, all: usual }),
    ),
  };
}

function startClaimed(name: NameTable): Sql {
  return sql`
  with asked as materialized (
    select * from ${unnest(START_TYPES)}
  ), spent as (
    delete from ${name("issued_ids")} issued using asked
    where asked.is_issued and issued.account_id = asked.account_id
      and issued.id = asked.transaction_id and issued.issued_at > ${slot(14)}::timestamptz
    returning asked.attempt_id
  ), keyed as (
    insert into ${name("idempotency_keys")} (account_id, digest, attempt_id, transaction_id, created_at)
    select account_id, key_digest, attempt_id, transaction_id, started_at
    from asked where key_digest is not null
    on conflict do nothing
    returning attempt_id
  ), first as materialized (
    select * from asked
    where (not is_issued or attempt_id in (select attempt_id from spent))
      and (key_digest is null or attempt_id in (select attempt_id from keyed))
  ), ${beginAttempts(sql`first`, name)}
  ${ownIds("begun")}`;
}

function startUnclaimed(name: NameTable): Sql {
  return sql`
  with asked as materialized (
    select * from ${unnest(START_TYPES)}
  ), ${beginAttempts(sql`asked`, name)}
  ${ownIds("begun")}`;
}

/** Inserts guards in one order, so that two processes never wait for each other's rows. */
function startGuarded(name: NameTable): Sql {
  return sql`
  with asked as materialized (
    select * from ${unnest(GUARDED_START_TYPES)}
  ), guarded as (
    insert into ${name("duplicate_guards")} (account_id, digest, attempt_id, transaction_id, expires_at)
    select account_id, guard_digest, attempt_id, transaction_id, guard_until from asked
    order by account_id, guard_digest
    on conflict do nothing
    returning attempt_id
  ), first as materialized (
    select * from asked where attempt_id in (select attempt_id from guarded)
  ), ${beginAttempts(sql`first`, name)}
  ${ownIds("begun")}`;
}

function beginAttempts(source: Sql, name: NameTable): Sql {
  return sql`begun as (
    insert into ${name("open_attempts")} (account_id, attempt_id, transaction_id, transaction_type,
      amount_cents, fingerprint, idempotency_digest, request, started_at, lease_until)
    select account_id, attempt_id, transaction_id, transaction_type, amount_cents, fingerprint,
      key_digest, note, started_at, lease_until
    from ${source}
    returning attempt_id
  ), sealed as (
    insert into ${name("vault")} (account_id, token_id, kind, sealed, created_at, used_at)
    select account_id, transaction_id, source_kind, source_sealed, started_at, started_at
    from ${source} where source_kind is not null
  )`;
}

const END_COLUMNS = {
  accountId: ["account_id", "bigint"],
  attemptId: ["attempt_id", "uuid"],
  outcome: ["outcome", "text"],
  answer: ["answer", "json"],
  finishedAt: ["finished_at", "timestamptz"],
  events: ["events", "json"],
} as const satisfies ColumnsByValue;

/**
 * Few requests have these values, and every column takes time, even if it is null: without them, a tenth
 * more card sales end in the same time (the bench row is usual-finish).
 */
const RARE_VALUES: ReadonlySet<string> = new Set<TransactionValue>([
  "originalId",
  "cardHost",
  "hostMerchant",
  "company",
  "streetAddress2",
  "country",
  "phone",
  "ipAddress",
  "customData",
  "transactionGroup",
  "inputGroup",
  "invoiceEntry",
  "paymentType",
  "installmentNumber",
  "installmentCount",
  "recurringId",
  "checkNumber",
  "secCode",
  "secCodeSent",
  "bankAccountType",
  "sameDayAt",
  "prenoteId",
  "verificationPassed",
  "verificationMessage",
  ...PURCHASE_VALUES,
  "formName",
  "formFields",
]);

const [OFTEN_WRITTEN, RARELY_WRITTEN] = [false, true].map((isRare) =>
  Object.fromEntries(
    Object.entries(TRANSACTION_COLUMNS).filter(([value]) => RARE_VALUES.has(value) === isRare),
  ),
) as [ColumnsByValue, ColumnsByValue];

/** The rare ones come last. */
export const FINISH_COLUMNS = { ...END_COLUMNS, ...OFTEN_WRITTEN, ...RARELY_WRITTEN };
/** How many parameters come before the rare ones. */
export const FINISH_OFTEN = Object.keys({ ...END_COLUMNS, ...OFTEN_WRITTEN }).length;

interface FinishParts {
  readonly name: NameTable;
  readonly insertEvents: InsertEvents;
  readonly transaction: ColumnsByValue;
  readonly all: ColumnsByValue;
}

/**
 * An attempt that is being reversed cannot end as approved: the approval arrived too late.
 *
 * `limit` has a subselect because the planner assumes few rows when the count is unknown: it then looks
 * up each attempt by its key, even if the table was empty when it was last analyzed. (Without it, plans
 * compared every open attempt with every row.)
 */
function finishAttempts({ name, insertEvents, transaction, all }: FinishParts): Sql {
  const types = columnTypes(all);
  const written = list(Object.keys(columnTypes(transaction)));
  const now = slot(Object.keys(types).length + 1);
  return sql`
  with closed as (
    delete from ${name("open_attempts")} open using (
      select * from ${unnest(types)} limit (select cardinality(${slot(2)}::uuid[]))) asked
    where open.account_id = asked.account_id and open.attempt_id = asked.attempt_id
      and (asked.outcome <> 'approved' or open.state <> 'reversing')
    returning open.transaction_id, open.fingerprint, open.started_at, asked.*
  ), kept as (
    insert into ${name("attempts")} (account_id, transaction_id, attempt_id, transaction_type, outcome,
      fingerprint, answer, started_at, finished_at)
    select account_id, transaction_id, attempt_id, transaction_type, outcome, fingerprint, answer,
      started_at, finished_at
    from closed
  ), written as (
    insert into ${name("transactions")} (account_id, id, attempt_id, authorized_at, ${written})
    select account_id, transaction_id, attempt_id, started_at, ${written}
    from closed
  ), told as (
    ${insertEvents(sql`closed`, now)}
  )
  ${ownIds("closed")}`;
}

/** The count of affected attempts, and their ids only if some are missing, which is rare. */
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

export const PLAIN_STATEMENTS = attemptStatements((table) => list([table]), insertEventsOfAttempts);
