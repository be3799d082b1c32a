/** What every command stands on: the settings, the database they name, its owner. */
import type { Config } from "../../config.ts";
import { DatabasePool } from "../../db/database-pool.ts";
import { type Logger, openLog } from "../log/logger.ts";
import { type DatabasePlace, joinDatabase, openDatabase } from "./database-place.ts";

export interface Installation {
  readonly config: Config;
  readonly log: Logger;
  readonly place: DatabasePlace;
  /** Works as the owner of the tables. */
  readonly owner: DatabasePool;
  close(): Promise<void>;
}

/** For `serve`: an embedded database is taken for this process alone. */
export function openInstallation(config: Config): Promise<Installation> {
  return open(config, openDatabase, openLog(config));
}

/** For processes that serve beside the one that has taken it. */
export function shareInstallation(config: Config): Promise<Installation> {
  return open(config, joinDatabase, openLog(config));
}

/** For commands. Standard output is for what they print, so nothing is logged. */
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

/** Few connections, and statements that may take their time, unless another limit is given. */
export function openOwner(connectionString: string, statementTimeoutMs = 600_000): DatabasePool {
  return new DatabasePool({ connectionString, size: 4, queueMax: 100, statementTimeoutMs });
}
