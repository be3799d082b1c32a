/**
 * Prepares the two roles for a Citus cluster. The coordinator logs in to the workers as the role that
 * runs the statement, so both must exist there and be able to log in. They get no password here. Citus
 * repeats the statements on all workers, and creates the roles there.
 */
import type { Database } from "../database.ts";
import { APP_ROLE, PAYMENTS_ROLE } from "../roles.ts";
import { Sql } from "../sql.ts";

/** The login may not change the roles. The message has the statements to run. */
export class WorkerRolesMissing extends Error {
  override readonly name = "WorkerRolesMissing";
}

const NOT_ALLOWED = "42501";

/** Settings of the payments role's sessions on the workers, like those of the payment pool. */
const WORKER_SETTINGS = ["enable_seqscan", "enable_hashjoin", "enable_mergejoin", "jit"];

/** Collects everything that is missing, so that an administrator is asked only once. */
export async function prepareWorkerRoles(db: Database): Promise<void> {
  const missing = [...(await listMissingLogins(db)), ...(await listMissingSettings(db))];
  const refused: string[] = [];
  for (const statement of missing) {
    if (!(await runIfAllowed(db, statement))) refused.push(`${statement};`);
  }
  if (refused.length > 0) throw new WorkerRolesMissing(refused.join(" "));
}

async function listMissingLogins(db: Database): Promise<readonly string[]> {
  const rows = await db.rows<{ name: string }>`
    select rolname as name from pg_roles
    where rolname = any (${[APP_ROLE, PAYMENTS_ROLE]}) and not rolcanlogin order by 1`;
  return rows.map(({ name }) => `alter role ${name} login`);
}

async function listMissingSettings(db: Database): Promise<readonly string[]> {
  const [row] = await db.rows<{ database: string; settings: readonly string[] | null }>`
    select quote_ident(current_database()) as database, (
      select setconfig from pg_db_role_setting
      where setrole = ${PAYMENTS_ROLE}::text::regrole and setdatabase = (
        select oid from pg_database where datname = current_database())) as settings`;
  return WORKER_SETTINGS.filter((setting) => !row?.settings?.includes(`${setting}=off`)).map(
    (setting) => `alter role ${PAYMENTS_ROLE} in database ${row?.database} set ${setting} = off`,
  );
}

/** Returns false if the login is not allowed to run the statement. */
async function runIfAllowed(db: Database, statement: string): Promise<boolean> {
  try {
    await db.rows`${new Sql([statement], [])}`;
    return true;
  } catch (error) {
    if ((error as { readonly code?: string }).code === NOT_ALLOWED) return false;
    throw error;
  }
}
