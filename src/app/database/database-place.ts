/** Opens the database: the server of DATABASE_URL, or the embedded one in DATA_DIR. */
import {
  embeddedDataDir,
  hasEmbeddedDatabase,
  isEmbeddedRunning,
  joinEmbedded,
  startEmbedded,
} from "../../adapters/embedded-postgres/embedded-postgres.ts";
import type { Config } from "../../config.ts";
import { StartError } from "../../ports/start-error.ts";
import { copyDatabase } from "./copy-database.ts";

export interface DatabasePlace {
  /** The login that serves. It uses the application's roles. */
  readonly url: string;
  /** The login that owns the tables. */
  readonly ownerUrl: string;
  /** The folder for files of this installation. */
  readonly dataDir: string;
  readonly isEmbedded: boolean;
  /** Stops the embedded server if this process started it. */
  close(): Promise<void>;
}

/**
 * For `serve`: an embedded server belongs to this process alone. Data of an older PostgreSQL is
 * upgraded first.
 */
export function openDatabase(config: Config, log: (line: string) => void): Promise<DatabasePlace> {
  return open(config, log, (options) => startEmbedded({ ...options, copyDatabase }));
}

/**
 * For commands: uses the embedded server that runs, or starts one until the command ends. `flags`
 * are more arguments for an embedded server.
 */
export function joinDatabase(
  config: Config,
  log: (line: string) => void,
  flags: readonly string[] = [],
): Promise<DatabasePlace> {
  return open(config, log, (options) => joinEmbedded({ ...options, flags }));
}

/** Whether the embedded server runs. A server of DATABASE_URL is not asked. */
export async function isDatabaseRunning(config: Config): Promise<boolean> {
  return config.databaseUrl !== undefined || isEmbeddedRunning(config);
}

/** For commands that need existing data. Without it, they would create an empty database. */
export async function requireExistingDatabase(config: Config): Promise<void> {
  if (config.databaseUrl !== undefined || (await hasEmbeddedDatabase(config))) return;
  throw new StartError(
    `There is no gateway in the data folder ${await findDataDir(config)}. Run this command in the folder where you started the gateway, or set DATA_DIR to its data folder.`,
  );
}

/** The folder for files of this installation. Does not open the database. */
export async function findDataDir(config: Config): Promise<string> {
  return config.databaseUrl === undefined ? embeddedDataDir(config) : config.dataDir;
}

/** Returns the URL of the read replica for reports, if there is one. */
export function reportDatabaseUrl({ reportDatabaseUrl }: Config): string | undefined {
  return reportDatabaseUrl?.reveal();
}

async function open(
  config: Config,
  log: (line: string) => void,
  embedded: typeof joinEmbedded,
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
