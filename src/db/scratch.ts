/** Creates a temporary database, runs work and drops the database. */
import type { DatabasePool } from "./database-pool.ts";
import { sqlIdentifier } from "./sql.ts";

export async function withScratchDatabase<Result>(
  owner: DatabasePool,
  database: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await owner.rows`create database ${sqlIdentifier(database)}`;
  try {
    return await work();
  } finally {
    await owner.rows`drop database ${sqlIdentifier(database)} with (force)`;
  }
}

/** The URL of another database on the same server. */
export function siblingDatabaseUrl(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
