/**
 * The PostgreSQL server of test gateways. All gateways of a user share one embedded server, which
 * the last one stops. DATABASE_URL names another server, where the login may create databases.
 */
import type { Config } from "../../config.ts";
import { type DatabasePlace, joinDatabase } from "../database/database-place.ts";

/** Nothing in it must survive a crash, and many gateways may run at once. */
const SETTINGS = [
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "max_connections=600",
  "shared_buffers=128MB",
];

export function joinTestServer(
  config: Config,
  log: (line: string) => void,
): Promise<DatabasePlace> {
  const flags = SETTINGS.flatMap((setting) => ["-c", setting]);
  return joinDatabase(config, log, flags);
}

/** The same server, with another database. */
export function placeOnServer(server: DatabasePlace, database: string): DatabasePlace {
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return { ...server, url: url.href, ownerUrl: url.href, close: async () => {} };
}
