/** The SFTP servers of banks. The login is sealed. */
import type { Database } from "../../../db/database.ts";
import { sql } from "../../../db/sql.ts";
import type { SftpAddress, SftpLogin } from "../../../ports/sftp-server.ts";

export interface StoredSftpServer extends SftpAddress {
  readonly connection: string;
  readonly loginKind: SftpLogin["kind"];
  readonly loginSealed: Uint8Array;
}

interface ServerRow {
  readonly connection: string;
  readonly host: string;
  readonly port: number;
  readonly user_name: string;
  readonly host_keys: readonly string[];
  readonly login_kind: SftpLogin["kind"];
  readonly login_sealed: Uint8Array;
  readonly outbox: string;
  readonly drafts: string;
  readonly inbox: string;
  readonly archive: string;
}

const COLUMNS = sql`connection, host, port, user_name, host_keys, login_kind, login_sealed, outbox,
  drafts, inbox, archive`;

export class SftpServerStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async listServers(): Promise<readonly StoredSftpServer[]> {
    const rows = await this.#db.rows<ServerRow>`
      select ${COLUMNS} from sftp_servers order by connection`;
    return rows.map(toServer);
  }

  async findServer(connection: string): Promise<StoredSftpServer | undefined> {
    const [row] = await this.#db.rows<ServerRow>`
      select ${COLUMNS} from sftp_servers where connection = ${connection}`;
    return row && toServer(row);
  }

  /** The inboxes of a user at a server, except that of a connection. */
  async listInboxes({ host, port, user }: SftpAddress, except: string) {
    return this.#db.rows<{ readonly connection: string; readonly inbox: string }>`
      select connection, inbox from sftp_servers
      where lower(host) = lower(${host}) and port = ${port} and user_name = ${user}
        and connection <> ${except}`;
  }

  /** Until the commit, nobody else can change the server. */
  async lockServer(connection: string): Promise<StoredSftpServer | undefined> {
    await this.#db.rows`select from sftp_servers where connection = ${connection} for update`;
    return this.findServer(connection);
  }

  async addServer(server: StoredSftpServer): Promise<void> {
    const { folders } = server;
    await this.#db.rows`
      insert into sftp_servers (connection, host, port, user_name, host_keys, login_kind,
        login_sealed, outbox, drafts, inbox, archive)
      values (${server.connection}, ${server.host}, ${server.port}, ${server.user},
        ${server.hostKeys}, ${server.loginKind}, ${server.loginSealed}, ${folders.outbox},
        ${folders.drafts}, ${folders.inbox}, ${folders.archive})`;
  }

  async saveServer(server: StoredSftpServer): Promise<void> {
    const { folders } = server;
    await this.#db.rows`
      update sftp_servers set host = ${server.host}, port = ${server.port},
        user_name = ${server.user}, host_keys = ${server.hostKeys},
        login_kind = ${server.loginKind}, login_sealed = ${server.loginSealed},
        outbox = ${folders.outbox}, drafts = ${folders.drafts}, inbox = ${folders.inbox},
        archive = ${folders.archive}
      where connection = ${server.connection}`;
  }
}

function toServer(row: ServerRow): StoredSftpServer {
  const { outbox, drafts, inbox, archive } = row;
  return {
    connection: row.connection,
    host: row.host,
    port: row.port,
    user: row.user_name,
    hostKeys: row.host_keys,
    loginKind: row.login_kind,
    loginSealed: row.login_sealed,
    folders: { outbox, drafts, inbox, archive },
  };
}
