/** Where the database is: the server that DATABASE_URL names, or the embedded one of DATA_DIR. */
import { joinEmbedded, startEmbedded } from "../../adapters/embedded-postgres/embedded-postgres.ts";
import type { Config } from "../../config.ts";

export interface DatabasePlace {
  /** The application's login. It works under the application's roles. */
  readonly url: string;
  /** The login that owns the tables. */
  readonly ownerUrl: string;
  /** Where files of this installation live. */
  readonly dataDir: string;
  readonly isEmbedded: boolean;
  /** Lets go of it: an embedded server that we started stops. */
  close(): Promise<void>;
}

/** For `serve`: an embedded server is ours alone. */
export function openDatabase(config: Config, log: (line: string) => void): Promise<DatabasePlace> {
  return open(config, log, startEmbedded);
}

/** For everything beside `serve`: uses the server that runs, or one for the time being. */
export function joinDatabase(config: Config, log: (line: string) => void): Promise<DatabasePlace> {
  return open(config, log, joinEmbedded);
}

/** Where reports are read, where that is another server. */
export function reportDatabaseUrl({ reportDatabaseUrl }: Config): string | undefined {
  return reportDatabaseUrl?.reveal();
}

async function open(
  config: Config,
  log: (line: string) => void,
  embedded: typeof startEmbedded,
): Promise<DatabasePlace> {
  const { dataDir, dataDirIsDefault, databaseUrl, databaseOwnerUrl } = config;
  if (databaseUrl !== undefined) {
    const url = databaseUrl.reveal();
    const ownerUrl = databaseOwnerUrl?.reveal() ?? url;
    return { url, ownerUrl, dataDir, isEmbedded: false, close: async () => {} };
  }
  const server = await embedded({ dataDir, dataDirIsDefault, log });
  return {
    url: server.connectionString,
    ownerUrl: server.connectionString,
    dataDir: server.dataDir,
    isEmbedded: true,
    close: () => server.stop(),
  };
}
