/** The installation as every command needs it: settings, log, database, and the tables' owner. */
import type { Config } from "../../config.ts";
import { DatabasePool } from "../../db/database-pool.ts";
import { type Logger, openLog } from "../log/logger.ts";
import { type DatabasePlace, joinDatabase, openDatabase } from "./database-place.ts";

export interface Installation {
  readonly config: Config;
  readonly log: Logger;
  readonly place: DatabasePlace;
  /** A pool that uses the login that owns the tables. */
  readonly owner: DatabasePool;
  close(): Promise<void>;
}

/** For `serve`: an embedded database is used by this process alone. */
export function openInstallation(config: Config): Promise<Installation> {
  return open(config, openDatabase, openLog(config));
}

/** For processes that serve beside the one that opened the embedded database. */
export function shareInstallation(config: Config): Promise<Installation> {
  return open(config, joinDatabase, openLog(config));
}

/** For commands. They print to standard output, so nothing is logged there. */
export function joinInstallation(config: Config): Promise<Installation> {
  return open(config, joinDatabase, openLog({ logLevel: "silent" }));
}

async function open(
  config: Config,
  openPlace: typeof openDatabase,
  log: Logger,
): Promise<Installation> {
  const place = await openPlace(config, (line) => log.info(line));
  const owner = openOwner(place.ownerUrl);
  const close = async () => {
    await owner.close();
    await place.close();
  };
  return { config, log, place, owner, close };
}

/** Opens a small pool whose statements may run for ten minutes, unless another limit is given. */
export function openOwner(connectionString: string, statementTimeoutMs = 600_000): DatabasePool {
  return new DatabasePool({ connectionString, size: 4, queueMax: 100, statementTimeoutMs });
}
