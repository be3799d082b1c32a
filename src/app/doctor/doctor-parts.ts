/** What checks work with. The database is opened with the first check that needs it. */
import type { Config } from "../../config.ts";
import { DatabasePool } from "../../db/database-pool.ts";
import { findPendingMigrations, readMigrations } from "../../db/migrate.ts";
import { APP_ROLE, PAYMENTS_ROLE } from "../../db/roles.ts";
import type { Clock } from "../../ports/clock.ts";
import { CheckSkipped } from "../../ports/finding.ts";
import { checkServer } from "../database/database-logins.ts";
import type { DatabasePlace } from "../database/database-place.ts";
import type { Installation } from "../database/installation.ts";
import { type CheckedRoot, openCheckedRoot } from "../keys/check-keys.ts";
import { openLog } from "../log/logger.ts";

export interface DoctorDatabase {
  /** Its pool is that of the login that owns the tables. */
  readonly installation: Installation;
  /** The login that serves, as itself. */
  readonly login: DatabasePool;
  readonly app: DatabasePool;
  readonly payments: DatabasePool;
}

export interface DoctorParts {
  readonly config: Config;
  readonly clock: Pick<Clock, "wall">;
  /** The folder for files of this installation. */
  readonly dataDir: string;
  /** Fails with a StartError if the server cannot be used. */
  database(): Promise<DoctorDatabase>;
  /** For checks that read our tables. Fails with CheckSkipped if they cannot be read. */
  tables(): Promise<DoctorDatabase>;
  /** The master key, in software or in an HSM. Fails if it cannot be used. */
  root(): Promise<CheckedRoot>;
}

export interface DoctorNeeds extends Pick<DoctorParts, "config" | "clock" | "dataDir"> {
  openPlace(): Promise<DatabasePlace>;
}

const CONNECTIONS = 2;
const QUEUE_MAX = 100;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 8_000;

export class OpenedParts implements DoctorParts {
  readonly config: Config;
  readonly clock: Pick<Clock, "wall">;
  readonly dataDir: string;
  readonly #needs: DoctorNeeds;
  readonly #closers: (() => Promise<void>)[] = [];
  #database: Promise<DoctorDatabase> | undefined;
  #tables: Promise<DoctorDatabase> | undefined;
  #root: Promise<CheckedRoot> | undefined;

  constructor(needs: DoctorNeeds) {
    this.config = needs.config;
    this.clock = needs.clock;
    this.dataDir = needs.dataDir;
    this.#needs = needs;
  }

  database(): Promise<DoctorDatabase> {
    this.#database ??= this.#open();
    return this.#database;
  }

  tables(): Promise<DoctorDatabase> {
    this.#tables ??= this.#requireTables();
    return this.#tables;
  }

  root(): Promise<CheckedRoot> {
    this.#root ??= this.#openRoot();
    return this.#root;
  }

  async #openRoot(): Promise<CheckedRoot> {
    const { installation } = await this.tables();
    const root = await openCheckedRoot(installation);
    this.#closers.push(() => root.close());
    return root;
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#closers.reverse().map((close) => close()));
  }

  async #open(): Promise<DoctorDatabase> {
    const place = await this.#needs.openPlace();
    this.#closers.push(() => place.close());
    const open = (connectionString: string, role?: string) =>
      this.#openPool(connectionString, role);
    const owner = open(place.ownerUrl);
    const log = openLog({ logLevel: "silent" });
    const installation = { config: this.config, log, place, owner, close: async () => {} };
    await checkServer(installation);
    const [app, payments] = [open(place.url, APP_ROLE), open(place.url, PAYMENTS_ROLE)];
    return { installation, login: open(place.url), app, payments };
  }

  #openPool(connectionString: string, role: string | undefined): DatabasePool {
    const pool = new DatabasePool({
      connectionString,
      ...(role === undefined ? {} : { role }),
      size: CONNECTIONS,
      queueMax: QUEUE_MAX,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
    });
    this.#closers.push(() => pool.close());
    return pool;
  }

  async #requireTables(): Promise<DoctorDatabase> {
    const opened = await this.database().catch(() => {
      throw new CheckSkipped("Not checked, because the database cannot be used.");
    });
    const pending = await readPending(opened.app);
    if (pending === 0) return opened;
    throw new CheckSkipped(
      "Not checked, because the database does not have the schema of this release.",
    );
  }
}

/** Undefined if the roles or the tables are missing, or belong to another release. */
async function readPending(app: DatabasePool): Promise<number | undefined> {
  try {
    return (await findPendingMigrations(app, await readMigrations())).length;
  } catch {
    return undefined;
  }
}
