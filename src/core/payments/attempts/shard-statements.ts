/**
 * The statements that begin and end attempts on a Citus cluster, each for one row of one account.
 * Citus runs such a statement on the node of the account and keeps its plan. One statement for
 * several tables or accounts would be split into many, at many times the cost.
 */
import { numberedSlots } from "../../../db/row-parameters.ts";
import { Sql, sql } from "../../../db/sql.ts";
import { Statement } from "../../../db/statement.ts";
import {
  type ColumnsByValue,
  columnTypes,
  TRANSACTION_COLUMNS,
} from "../transaction-columns-sql.ts";
import { OFTEN_WRITTEN } from "./attempt-statements.ts";

/** Only an id that was issued after $3 can be spent. */
export const SPEND_ID = new Statement(sql`
  delete from issued_ids where account_id = $1 and id = $2 and issued_at > $3 returning id`);

export const SPEND_KEY_TYPES = {
  account_id: "bigint",
  digest: "bytea",
  attempt_id: "uuid",
  transaction_id: "bigint",
  created_at: "timestamptz",
};
export const SPEND_KEY = new Statement(
  sql`${insertRow("idempotency_keys", SPEND_KEY_TYPES)} on conflict do nothing returning attempt_id`,
);

export const OPEN_TYPES = {
  account_id: "bigint",
  attempt_id: "uuid",
  transaction_id: "bigint",
  transaction_type: "text",
  amount_cents: "integer",
  fingerprint: "bytea",
  idempotency_digest: "bytea",
  request: "json",
  started_at: "timestamptz",
  lease_until: "timestamptz",
};
export const OPEN = new Statement(insertRow("open_attempts", OPEN_TYPES));

export const SEAL_TYPES = {
  account_id: "bigint",
  token_id: "bigint",
  kind: "text",
  sealed: "bytea",
  created_at: "timestamptz",
  used_at: "timestamptz",
};
export const SEAL = new Statement(insertRow("vault", SEAL_TYPES));

/** Whichever process deletes the open attempt decides its result. */
export const CLOSE = new Statement(sql`
  delete from open_attempts where account_id = $1 and attempt_id = $2 returning attempt_id`);

export const KEEP_TYPES = {
  account_id: "bigint",
  transaction_id: "bigint",
  attempt_id: "uuid",
  transaction_type: "text",
  outcome: "text",
  fingerprint: "bytea",
  answer: "json",
  started_at: "timestamptz",
  finished_at: "timestamptz",
};
export const KEEP = new Statement(insertRow("attempts", KEEP_TYPES));

const OWN_COLUMNS = {
  accountId: ["account_id", "bigint"],
  transactionId: ["id", "bigint"],
  attemptId: ["attempt_id", "uuid"],
  startedAt: ["authorized_at", "timestamptz"],
} as const satisfies ColumnsByValue;

/** For rows that have no rare value. */
export const WRITE_USUAL_COLUMNS = { ...OWN_COLUMNS, ...OFTEN_WRITTEN };
export const WRITE_USUAL = new Statement(
  insertRow("transactions", columnTypes(WRITE_USUAL_COLUMNS)),
);

export const WRITE_COLUMNS = { ...OWN_COLUMNS, ...TRANSACTION_COLUMNS };
export const WRITE = new Statement(insertRow("transactions", columnTypes(WRITE_COLUMNS)));

function insertRow(table: string, types: Readonly<Record<string, string>>): Sql {
  const columns = Object.keys(types);
  const slots = numberedSlots(columns.length);
  return new Sql([`insert into ${table} (${columns.join(", ")}) values (${slots})`], []);
}
