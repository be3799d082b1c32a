/**
 * Deletes old rows of tables that a Citus cluster distributes. It cannot delete a limited number of
 * rows by their physical position, so the keys are read first, and then deleted account by account.
 */
import { columnArrays } from "../arrays.ts";
import type { Database } from "../database.ts";
import { type Sql, sql, sqlIdentifier } from "../sql.ts";
import { pinToAccount, runByGroup } from "./account-groups.ts";

export interface OldRows {
  readonly table:
    | "ach_notices"
    | "ach_retries"
    | "ach_updates"
    | "delivery_attempts"
    | "duplicate_guards"
    | "idempotency_keys"
    | "issued_ids"
    | "outbox"
    | "vault";
  /** The column after the account in the primary key, and its type. */
  readonly key: "digest" | "id" | "outbox_id" | "token_id" | "transaction_id";
  readonly type?: "bigint" | "bytea";
  /** Which rows are old. Checked again when they are deleted, because they may have been used. */
  readonly isOld: Sql;
  readonly most: number;
}

const TYPES = { bigint: sql`bigint`, bytea: sql`bytea` };

interface FoundRow {
  readonly accountId: string;
  readonly key: string | Uint8Array;
}

/** Returns the number of deleted rows. Rows with the same key may be more than asked for. */
export async function deleteOldRows(db: Database, old: OldRows): Promise<number> {
  const [table, key] = [sqlIdentifier(old.table), sqlIdentifier(old.key)];
  const type = TYPES[old.type ?? "bigint"];
  const rows = await db.rows<FoundRow>`
    select account_id as "accountId", ${key} as key from ${table}
    where ${old.isOld} limit ${old.most}`;
  const counts = await runByGroup(db, rows, (group) => {
    const [accounts, keys] = columnArrays(group.rows, ["accountId", "key"]);
    return db.count`
      delete from ${table} old
      using unnest(${accounts}::bigint[], ${keys}::${type}[]) as found (account_id, key)
      where old.account_id = found.account_id and old.${key} = found.key and ${old.isOld}
        and ${pinToAccount(sql`old.account_id`, group)}`;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}
