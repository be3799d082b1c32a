/**
 * The role for backups by PostgreSQL's own programs. Row-level security is forced for the owner of the
 * tables, so pg_dump refuses to run as the owner. Creating this role takes a superuser.
 */
import type { DatabasePool } from "./database-pool.ts";
import { sql, sqlIdentifier } from "./sql.ts";

export const BACKUP_ROLE = "sixdoors_backup";

/** What an administrator runs, in this order. Repeating them does no harm, except for the first. */
export const BACKUP_ROLE_STATEMENTS = [
  `create role ${BACKUP_ROLE} login`,
  `alter role ${BACKUP_ROLE} nosuperuser bypassrls replication nocreatedb nocreaterole`,
  `grant pg_read_all_data to ${BACKUP_ROLE}`,
] as const;

const NOT_ALLOWED = "42501";

export type BackupRoleResult = "created" | "there" | "not_allowed";

/** All rights of the role, or none of them: `not_allowed` has changed nothing. */
export async function ensureBackupRole(owner: DatabasePool): Promise<BackupRoleResult> {
  if (await isBackupRoleComplete(owner)) return "there";
  const role = sqlIdentifier(BACKUP_ROLE);
  try {
    await owner.atomically(async (db) => {
      const found = await db.count`select from pg_roles where rolname = ${BACKUP_ROLE}`;
      if (found === 0) await db.rows`${sql`create role ${role} login`}`;
      await db.rows`${sql`alter role ${role}
        nosuperuser bypassrls replication nocreatedb nocreaterole`}`;
      await db.rows`${sql`grant pg_read_all_data to ${role}`}`;
    });
    return "created";
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error;
    return "not_allowed";
  }
}

async function isBackupRoleComplete(owner: DatabasePool): Promise<boolean> {
  const [role] = await owner.rows<{ isComplete: boolean }>`
    select rolcanlogin and rolbypassrls and rolreplication and not rolsuper
      and pg_has_role(oid, 'pg_read_all_data', 'usage') as "isComplete"
    from pg_roles where rolname = ${BACKUP_ROLE}`;
  return role?.isComplete === true;
}
