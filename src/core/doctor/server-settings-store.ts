/** The settings of the database server that Sixdoors depends on, as its sessions see them. */
import type { Database } from "../../db/database.ts";

export interface ServerSettings {
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  readonly synchronousStandbyNames: string;
  readonly dataChecksums: string;
  readonly timeZone: string;
  /** For logins that are not superusers. */
  readonly connectionsMax: number;
  readonly version: string;
  readonly database: string;
  /** In use now, by every program. */
  readonly connections: number;
  readonly isEncrypted: boolean;
  /** Null for a Unix socket. */
  readonly serverAddress: string | null;
}

export class ServerSettingsStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async readSettings(): Promise<ServerSettings> {
    const [row] = await this.#db.rows<ServerSettings>`
      select current_setting('server_version') as version, current_database()::text as database,
        current_setting('fsync') as fsync,
        current_setting('full_page_writes') as "fullPageWrites",
        current_setting('synchronous_commit') as "synchronousCommit",
        current_setting('synchronous_standby_names') as "synchronousStandbyNames",
        current_setting('data_checksums') as "dataChecksums",
        current_setting('TimeZone') as "timeZone",
        current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true), '0')::int as "connectionsMax",
        (select sum(numbackends)::int from pg_stat_database) as connections,
        coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false)
          as "isEncrypted",
        host(inet_server_addr()) as "serverAddress"`;
    if (row === undefined) throw new Error("the server did not return its settings");
    return row;
  }
}
