/** Statements and a program whose findings the lint of statements must know. */

export const FIXED = [
  "select from outbox where account_id = $1",
  "select from outbox where account_id = any ($1::bigint[])",
  "select from outbox o join delivery_attempts a on a.account_id = o.account_id where o.account_id = $1",
  "insert into outbox (account_id, kind) values ($1, $2), ($3, $4)",
  "insert into vault (kind, account_id) select kind, $1::bigint from unnest($2::text[]) kind",
  "insert into outbox (kind, account_id) select kind, $1::bigint from unnest($2::text[]) kind returning 1",
  "update outbox o set due_at = $2 from unnest($3::bigint[]) gone (id) where o.account_id = $1",
  "delete from vault where account_id = $1 and token_id = $2",
  "with outbox as (select 1) select from outbox",
  "select from accounts",
];

export const NOT_FIXED = [
  "select from outbox",
  "select from outbox where account_id + 0 = $1",
  "select from outbox where account_id = $1 or id = $2",
  "select from outbox where account_id > $1",
  "select from outbox o, vault v where o.account_id = $1",
  "select from outbox where account_id = $1 union all select from outbox",
  "select (select count(*) from vault)",
  "select from outbox where account_id = $1 and exists (select from vault where token_id = $2)",
  "select from unnest($1::bigint[]) asked (account_id) join outbox o on o.account_id = asked.account_id",
  "with gone as (delete from vault returning 1) select from gone",
  "insert into outbox (account_id, kind) select account_id, kind from unnest($1::bigint[])",
  "insert into outbox (kind, account_id) select kind, $1::bigint from unnest($2::text[]) kind",
  "insert into outbox values ($1, $2)",
  "update outbox set due_at = $1",
  "delete from outbox using unnest($1::bigint[]) gone (id) where outbox.id = gone.id",
  "select from vault where account_id = $1 and exists (select from accounts)",
  "copy (select * from outbox) to stdout",
  "alter table outbox add column more text",
  "truncate outbox",
];

/** A program with its own tag and database. */
export const SAMPLE = `class Sql { readonly texts: string[] = []; }
declare function sql(literals: TemplateStringsArray, ...slots: unknown[]): Sql;
interface Db { rows(literals: TemplateStringsArray, ...slots: unknown[]): void }
const WAITING = sql\`delivered_at is null\`;
const both = (left: Sql, right: Sql) => sql\`\${left} and \${right}\`;
function conditions(kind?: string): Sql[] {
  return [WAITING, ...(kind === undefined ? [] : [sql\`kind = \${kind}\`])];
}
export function list(db: Db, kind?: string) {
  return db.rows\`select from outbox where \${conditions(kind).reduce(both)}\`;
}
export function find(db: Db, texts: Map<string, Sql>) {
  return db.rows\`select from outbox where \${texts.get("one") as Sql}\`;
}
sql\`nobody uses this\`;`;
