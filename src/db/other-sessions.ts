/** Finds out whether other processes are connected to the database. */
import type { Database } from "./database.ts";

/** Sessions of this process have the same name and come from the same address. */
export async function countOtherSessions(db: Database): Promise<number> {
  const [row] = await db.rows<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and coalesce(backend_type, 'client backend') = 'client backend'
      and not (coalesce(application_name, '') = current_setting('application_name')
        and client_addr is not distinct from inet_client_addr())`;
  return row?.count ?? 0;
}
